"""Draw the same problems in another process under another hash seed, and compare fingerprints.

Run as a program it reads requests from stdin and prints fingerprints: see `fingerprints`.
"""

import ast
import hashlib
import importlib
import importlib.util
import json
import linecache
import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from rlve.environment import Environment
from rlve.registry import HERE, make


class NotReplayable(Exception):
    """The class cannot be had in another process; the message says why."""


def fingerprint(problem: Environment) -> str:
    """A digest of the problem's data, prompt and reference."""
    parts = [problem.to_dict(), problem.prompt(), problem.reference_text]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def fingerprints(requests: Sequence[tuple[str, int, int]], hash_seed: int = 4321) -> list[str]:
    """The fingerprint of each (place, level, seed), from one other process with PYTHONHASHSEED = `hash_seed`.

    `place` comes from `place_of`. A problem that cannot be drawn there yields "error: ...".
    """
    search = [str(HERE.parent), *(path for path in sys.path if path)]
    child = subprocess.run(
        [sys.executable, "-m", "rlve.authoring.replay"],
        input=json.dumps(list(requests)),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(dict.fromkeys(search))},
    )
    if child.returncode:
        raise RuntimeError(f"the other process failed: {child.stderr.strip()[-500:]}")
    return json.loads(child.stdout)


def place_of(environment: type[Environment], folder: Path) -> str:
    """Where another process finds the class: a name, "module:Class" or "file.py:Class".

    A class from a notebook is written to a file in `folder` with what it uses. Raises NotReplayable.
    """
    module, class_name = environment.__module__, environment.__qualname__
    path = getattr(sys.modules.get(module), "__file__", None)
    if module.startswith("rlve_file_") and path:
        return f"{path}:{class_name}"
    if module != "__main__" and _importable(module) and getattr(sys.modules.get(module), class_name, None) is environment:
        return f"module {module}:{class_name}"
    source = _with_what_it_uses(environment)
    target = folder / f"{environment.name}_{hashlib.sha256(source.encode()).hexdigest()[:8]}.py"
    target.write_text(source, encoding="utf-8")
    return f"{target}:{environment.__name__}"


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for `place_of`."""
    return tempfile.TemporaryDirectory(prefix="rlve_replay_")


def _importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _with_what_it_uses(cls: type[Environment]) -> str:
    """A module's text that holds the class, and every global it refers to."""
    pieces: dict[str, str] = {}
    _add(cls, cls.__name__, pieces)
    return "\n\n".join(pieces.values()) + "\n"


def _add(item: Any, name: str, pieces: dict[str, str]) -> None:
    if name in pieces:
        return
    if (found := _import_line(item, name)) is not None:
        pieces[name] = found
    elif isinstance(item, (type, FunctionType)):
        source, used, scope = _source(item)
        pieces[name] = ""  # reserved, so that a cycle ends
        for other in sorted(used & scope.keys() - {name}):
            _add(scope[other], other, pieces)
        del pieces[name]
        pieces[name] = source
    elif _is_literal(item):
        pieces[name] = f"{name} = {item!r}"
    else:
        raise NotReplayable(f"{name} is {type(item).__name__}, which cannot be written down for another process")


def _import_line(item: Any, name: str) -> str | None:
    if isinstance(item, ModuleType):
        return f"import {item.__name__} as {name}"
    own = getattr(item, "__module__", None)
    original = getattr(item, "__name__", name)
    for module in ("rlve", own, "typing", "collections.abc"):
        if module and module != "__main__" and _importable(module):
            for attribute in (original, name):
                if getattr(importlib.import_module(module), attribute, None) is item:
                    return f"from {module} import {attribute} as {name}"
    return None


def _source(item: Any) -> tuple[str, set[str], dict[str, Any]]:
    """The source of a class or function, the names it uses, and the globals they are looked up in."""
    functions = [item] if isinstance(item, FunctionType) else [getattr(value, "__func__", value) for value in vars(item).values()]
    # Functions that dataclass made live in no file.
    functions = [f for f in functions if isinstance(f, FunctionType) and linecache.getlines(f.__code__.co_filename)]
    if not functions:
        raise NotReplayable(f"the source of {item.__name__} cannot be had")
    lines = linecache.getlines(functions[0].__code__.co_filename)
    line = functions[0].__code__.co_firstlineno
    kinds = ast.FunctionDef if isinstance(item, FunctionType) else ast.ClassDef
    for node in ast.walk(ast.parse("".join(lines))):
        if isinstance(node, kinds) and node.name == item.__name__:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first <= line <= (node.end_lineno or first):
                source = textwrap.dedent("".join(lines[first - 1 : node.end_lineno]))
                used = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
                return source, used, functions[0].__globals__
    raise NotReplayable(f"the source of {item.__name__} cannot be had")


def _is_literal(value: Any) -> bool:
    if isinstance(value, (list, tuple, set, frozenset)):
        return all(map(_is_literal, value))
    if isinstance(value, dict):
        return all(map(_is_literal, value)) and all(map(_is_literal, value.values()))
    return value is None or type(value) in (int, str, bool, float, bytes)


def _find(place: str) -> type[Environment]:
    if place.startswith("module "):
        module, _, class_name = place.removeprefix("module ").partition(":")
        return getattr(importlib.import_module(module), class_name)
    return make(place)


def main() -> None:
    """Read [(place, level, seed), ...] from stdin, print the fingerprints as JSON."""
    answers = []
    for place, level, seed in json.load(sys.stdin):
        try:
            answers.append(fingerprint(_find(place).sample(level, seed)))
        except Exception as error:
            answers.append(f"error: {error!r}")
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
