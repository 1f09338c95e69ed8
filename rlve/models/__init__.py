"""Models: loaded from wherever they lie, put to a prompt by one of several backends; and what machine this is."""

from rlve.models.loading import TINY, base_of, load, of_run

__all__ = ["TINY", "base_of", "load", "of_run"]
