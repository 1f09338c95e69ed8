"""Write the files of a new environment: `rlve new`."""

import difflib
import keyword
import re
from pathlib import Path

from rlve.environment import camel_case, snake_case
from rlve.errors import RequestError
from rlve.registry import HERE, collections

# Judges of the three templates, each by another way than the template's own.
ORACLES = {
    "answer": '''
def {name}(problem, answer) -> bool:
    """By the square of a sum: 2ab = (a + b)^2 - a^2 - b^2."""
    pairs = list(zip(problem.numbers, problem.numbers[1:], strict=False))
    return 2 * answer == sum((a + b) ** 2 - a**2 - b**2 for a, b in pairs)
''',
    "optimization": '''
def {name}(problem, answer) -> bool:
    """Over all choices, a bit for each position."""
    numbers = problem.numbers
    totals = [sum(number for i, number in enumerate(numbers) if bits >> i & 1) for bits in range(1 << len(numbers))]
    return sum(numbers[i] for i in set(answer)) == max(total for total in totals if total <= problem.limit)
''',
    "constraint": '''
def {name}(problem, answer) -> bool:
    """Looks for a sum that is not right."""
    digits = all(value in range(10) for value in answer)
    return digits and not [row for row in problem.sums if answer[row[0]] != row[2] - answer[row[1]]]
''',
}


def checkout() -> Path | None:
    """The root of the checkout this package lies in; None when it was installed from elsewhere."""
    root = HERE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "envs" / "__init__.py").is_file() else None


def rooms_of(root: Path) -> list[str]:
    """The rooms of a checkout, those without an environment too."""
    return sorted(path.parent.name for path in (root / "envs").glob("*/__init__.py") if path.parent.name != "toolkit")


def check_names(root: Path, name: str, room: str, *, new_room: bool = False) -> None:
    """Raise ValueError for a name or room that cannot be had, and for a room that is not there unless it is to be made."""
    for what, word in (("name", name), ("room", room)):
        if not re.fullmatch(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*", word):
            better = re.sub(r"[^a-z0-9]+", "_", snake_case(word)).strip("_")
            hint = f", such as {better}" if re.match("[a-z]", better) else ""
            raise RequestError(f"bad {what} {word!r}: expected lower-case words joined by underscores{hint}")
        if keyword.iskeyword(word):
            raise RequestError(f"bad {what} {word!r}: it is a word of Python's")
    if room == "toolkit":
        raise RequestError("toolkit is no room: it holds what several environments share")
    if name == "toolkit" or name in collections() or (root / "envs" / name).is_dir():
        raise RequestError(f"bad name {name!r}: a room or a collection is called so")
    if room not in (rooms := rooms_of(root)) and not new_room:
        near = difflib.get_close_matches(room, rooms, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise RequestError(f"no room {room!r}: {hint}The rooms are {', '.join(rooms)}; --new-room makes another")
    for there in (*sorted((root / "envs").glob(f"*/{name}.py")), oracle_path(root, room, name)):
        if there.exists():
            raise RequestError(f"{there.relative_to(root)} exists: nothing is overwritten")


def oracle_path(root: Path, room: str, name: str) -> Path:
    """Where the independent judge of an environment stands."""
    return root / "tests" / "oracles" / room / f"{name}.py"


def write_environment(root: Path, name: str, room: str, kind: str, *, new_room: bool = False) -> list[Path]:
    """Write envs/ROOM/NAME.py, its judge tests/oracles/ROOM/NAME.py, and the room if it is new; return the files.

    Raises ValueError, and writes nothing, when a name is bad or taken.
    """
    check_names(root, name, room, new_room=new_room)
    template = (HERE / "authoring" / "templates" / f"{kind}.py").read_text(encoding="utf-8")
    texts = {
        root / "envs" / room / f"{name}.py": template.replace("class Template(", f"class {camel_case(name)}("),
        oracle_path(root, room, name): f'"""Independent judge of envs/{room}/{name}.py."""\n\n{ORACLES[kind].format(name=name)}',
    }
    if not (start := root / "envs" / room / "__init__.py").exists():
        texts[start] = f'"""{room.replace("_", " ").capitalize()}."""\n'
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(texts)
