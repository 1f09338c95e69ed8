"""Golden fingerprints: problems that must stay the same, one line an environment in tests/golden/<room>.jsonl.

Lines stand on their own, so that git joins those of two branches (.gitattributes).
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rlve.authoring.replay import fingerprint
from rlve.environment import Environment
from rlve.errors import RequestError
from rlve.registry import make

FOLDER = Path("tests", "golden")


def golden_path(root: Path, room: str) -> Path:
    """The file of a room in a checkout."""
    return root / FOLDER / f"{room}.jsonl"


def golden_entry(cls: type[Environment]) -> dict[str, Any]:
    """{"name", "version", "problems": {"level seed": fingerprint}}: 3 levels x 3 seeds."""
    keys = [(level, seed) for level in (0, 3, 8) if level <= cls.max_level for seed in (0, 1, 2)]
    problems = {f"{level} {seed}": fingerprint(cls.sample(level, seed)) for level, seed in keys}
    return {"name": cls.name, "version": cls.version, "problems": problems}


def read_golden(path: Path) -> dict[str, dict[str, Any]]:
    """The entries of a room, by name. Raises ValueError for an environment with two different lines."""
    entries: dict[str, dict[str, Any]] = {}
    for line in path.read_text("utf-8").splitlines() if path.is_file() else []:
        entry = json.loads(line)
        name = entry["name"]
        if entries.setdefault(name, entry) != entry:  # git may leave an unchanged line twice
            raise RequestError(f"{path.name} has two lines of {name}: run python scripts/update_golden.py {name}")
    return entries


def update_golden(root: Path, room: str, names: Iterable[str], keep: Iterable[str]) -> None:
    """Draw the entries of `names` anew; of the room's other lines those of `keep` stay as they are."""
    path = golden_path(root, room)
    names, keep = set(names), set(keep)
    old = path.read_text("utf-8").splitlines() if path.is_file() else []
    lines = {name: line for line in old if (name := json.loads(line)["name"]) in keep - names}
    lines |= {name: json.dumps(golden_entry(make(name))) for name in names}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{lines[name]}\n" for name in sorted(lines)), encoding="utf-8")
