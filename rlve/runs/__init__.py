"""A run's folder: its files, what they say of its health, recorded runs, progress, and the processes that share a run."""

from rlve.runs.files import append, read, replace_text, write_json
from rlve.runs.folder import PACKAGES, STATE, RunFolder, run_of, versions

__all__ = ["PACKAGES", "STATE", "RunFolder", "append", "read", "replace_text", "run_of", "versions", "write_json"]
