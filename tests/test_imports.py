"""`import rlve` is quick and light, and the arrows between the rooms go down only."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import rlve

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    ("errors", "_address"),
    ("verdict", "statistics", "extras", "settings"),
    ("answers",),
    ("environment",),
    ("registry",),
    ("sending",),
    ("schedulers",),
    ("runs",),
    ("models", "figures"),
    ("evaluation",),
    ("training",),
    ("authoring", "studies", "sharing"),
    ("widgets",),
    ("cli",),
)
"""The rooms and single files of rlve/, from the ground up: a file imports from its own room and from lower floors only."""
FLOOR = {name: floor for floor, names in enumerate(ROOMS) for name in names}
LIGHT = sorted(
    path.relative_to(ROOT).as_posix()
    for place in ("envs", "rlve/schedulers", "rlve/answers", "rlve/*.py")
    for path in ((ROOT / place).rglob("*.py") if "*" not in place else ROOT.glob(place))
)
HEAVY = {"torch", "transformers", "trl", "peft", "datasets", "matplotlib", "ipywidgets", "networkx", "sympy", "scipy", "numpy"}
MEASURE = """
import sys, time
before = set(sys.modules)
start = time.process_time()
import rlve
print(time.process_time() - start)
print(*sorted(set(sys.modules) - before))
"""


def import_in_a_subprocess() -> tuple[float, set[str]]:
    out = subprocess.run([sys.executable, "-c", MEASURE], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    seconds, modules = out.splitlines()
    return float(seconds), set(modules.split())


def test_import_is_quick_and_light() -> None:
    runs = [import_in_a_subprocess() for _ in range(5)]
    assert min(seconds for seconds, _ in runs) < 0.1  # CPU time; the least of five, for the machine may be busy
    loaded = runs[0][1]
    assert {module.partition(".")[0] for module in loaded} & {*HEAVY, "click", "rich"} == set()
    assert [module for module in loaded if module.startswith(("rlve.envs", "rlve.schedulers", "rlve.training"))] == []


def imported(file: str) -> set[str]:
    """The modules that a file names in its imports, those within functions too."""
    todo: list[ast.AST] = [ast.parse((ROOT / file).read_text("utf-8"))]
    found: set[str] = set()
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: write the import in full"
            found |= {node.module or "", *(f"{node.module}.{name.name}" for name in node.names)}
        todo += ast.iter_child_nodes(node)
    return found


@pytest.mark.parametrize("file", LIGHT)
def test_arrows(file: str) -> None:
    modules = imported(file)
    assert {module.partition(".")[0] for module in modules} & HEAVY == set()
    if file.startswith("envs/"):
        allowed = ("rlve.environment", "rlve.answers", "rlve.verdict", "rlve.envs", *(f"rlve.{name}" for name in rlve.__all__))
        ours = {module for module in modules if module.startswith(("rlve.", "envs"))}
        assert [module for module in ours if not module.startswith(allowed)] == []
        rooms = {module.split(".")[2] for module in ours if module.startswith("rlve.envs.")}
        assert rooms <= {"toolkit"}, "what two rooms share belongs into envs/toolkit"


def test_the_rooms_are_the_ones_that_are_named() -> None:
    found = {path.stem for path in (ROOT / "rlve").glob("*.py")} | {
        path.parent.name for path in (ROOT / "rlve").glob("*/__init__.py")
    }
    assert found - {"__init__", "__main__", "envs"} == set(FLOOR)
    assert not (ROOT / "rlve" / "train.py").exists(), "it would shadow the function rlve.train"


@pytest.mark.parametrize(
    "file", [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "rlve").rglob("*.py")) if "envs" not in path.parts]
)
def test_arrows_go_down(file: str) -> None:
    room = Path(file).parts[1].removesuffix(".py")
    if room in ("__init__", "__main__"):  # they open every door
        return
    used = {module.split(".")[1] for module in imported(file) if module.startswith("rlve.")} & set(FLOOR) - {room}
    if upward := sorted(name for name in used if FLOOR[name] >= FLOOR[room]):
        pytest.fail(f"{file} imports from {', '.join(upward)}: {room} may only use what lies below it")
