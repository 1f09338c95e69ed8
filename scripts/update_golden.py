"""Write tests/golden/<room>.json: the fingerprints of 3 levels x 3 seeds of every environment, with its version.

Run it after a wanted change of wording or draws, with the environment's `version` raised.
"""

import json
from pathlib import Path

import rlve
from rlve.authoring.replay import fingerprint

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"


def golden_entry(name: str) -> dict[str, object]:
    """{"version", "problems": {"level seed": fingerprint}} of one environment."""
    cls = rlve.make(name)
    keys = [(level, seed) for level in (0, 3, 8) if level <= cls.max_level for seed in (0, 1, 2)]
    return {"version": cls.version, "problems": {f"{level} {seed}": fingerprint(cls.sample(level, seed)) for level, seed in keys}}


def main() -> None:
    """Rewrite every room's file."""
    GOLDEN.mkdir(exist_ok=True)
    for room in rlve.rooms():
        entries = {name: golden_entry(name) for name in rlve.names(room)}
        (GOLDEN / f"{room}.json").write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
