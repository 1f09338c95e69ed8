"""Write the files of a new environment: `rlve new`."""

import keyword
import re
from pathlib import Path

from rlve.environment import snake_case
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


def class_name(name: str) -> str:
    """integer_sorting -> IntegerSorting."""
    return "".join(word.capitalize() for word in name.split("_"))


def check_names(root: Path, name: str, room: str) -> None:
    """Raise ValueError for a name or room that cannot be had."""
    for what, word in (("name", name), ("room", room)):
        if not re.fullmatch(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*", word):
            better = re.sub(r"[^a-z0-9]+", "_", snake_case(word)).strip("_")
            hint = f", such as {better}" if re.match("[a-z]", better) else ""
            raise ValueError(f"bad {what} {word!r}: expected lower-case words joined by underscores{hint}")
        if keyword.iskeyword(word):
            raise ValueError(f"bad {what} {word!r}: it is a word of Python's")
    if snake_case(class_name(name)) != name:
        raise ValueError(f"bad name {name!r}: it cannot be read back from its class name {class_name(name)}; use longer words")
    if room == "toolkit":
        raise ValueError("toolkit is no room: it holds what several environments share")
    if name == "toolkit" or name in collections() or (root / "envs" / name).is_dir():
        raise ValueError(f"bad name {name!r}: a room or a collection is called so")
    if (root / "envs" / f"{room}.py").exists():
        raise ValueError(f"bad room {room!r}: envs/{room}.py exists")
    if twins := sorted((root / "envs").glob(f"*/{name}.py")):
        raise ValueError(f"{twins[0].relative_to(root)} exists: nothing is overwritten")
    oracles = root / "tests" / "oracles" / f"{room}.py"
    if oracles.is_file() and re.search(rf"^def {name}\b", oracles.read_text(encoding="utf-8"), re.MULTILINE):
        raise ValueError(f"{oracles.relative_to(root)} has a function {name} already: nothing is overwritten")


def write_environment(root: Path, name: str, room: str, kind: str) -> list[Path]:
    """Write envs/ROOM/NAME.py, its judge in tests/oracles/ROOM.py, and the room if it is new; return the files touched.

    Raises ValueError, and writes nothing, when a name is bad or taken.
    """
    check_names(root, name, room)
    title = f'"""{room.replace("_", " ").capitalize()}."""\n'
    template = (HERE / "authoring" / "templates" / f"{kind}.py").read_text(encoding="utf-8")
    folder, oracles = root / "envs" / room, root / "tests" / "oracles" / f"{room}.py"
    written = [folder / f"{name}.py", oracles]
    folder.mkdir(exist_ok=True)
    if not (folder / "__init__.py").exists():
        written.append(folder / "__init__.py")
        written[-1].write_text(title, encoding="utf-8")
    written[0].write_text(template.replace("class Template(", f"class {class_name(name)}("), encoding="utf-8")
    if oracles.is_file():
        before = oracles.read_text(encoding="utf-8").rstrip() + "\n"
    else:
        oracles.parent.mkdir(parents=True, exist_ok=True)
        before = f'"""Independent judges of the environments in envs/{room}."""\n'
    oracles.write_text(before + "\n" + ORACLES[kind].format(name=name), encoding="utf-8")
    return written
