"""Write the golden fingerprints anew: of the environments that are named, or of all.

    python scripts/update_golden.py [NAME]...

Run it after a wanted change of wording or draws, with the environment's `version` raised.
"""

import sys
from pathlib import Path

import rlve
from rlve.authoring.golden import FOLDER, golden_path, update_golden

ROOT = Path(__file__).parent.parent


def main(names: list[str]) -> None:
    """Rewrite the lines, and drop those of environments that are gone."""
    wanted = {cls.name for cls in rlve.resolve(names or rlve.names())}
    for room in rlve.rooms():
        if wanted & set(rlve.names(room)):
            update_golden(ROOT, room, wanted & set(rlve.names(room)), rlve.names(room))
    for path in (ROOT / FOLDER).glob("*.jsonl"):
        if path not in [golden_path(ROOT, room) for room in rlve.rooms()]:
            path.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
