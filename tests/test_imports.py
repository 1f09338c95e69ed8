"""`import rlve` is quick and light, the arrows of the design go one way, and the core stays small."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import rlve

ROOT = Path(__file__).resolve().parent.parent
CORE = [f"rlve/{name}.py" for name in ("environment", "verdict", "answers", "extraction", "registry")]
CORE_LINES = 1500
LIGHT = sorted(
    {
        *CORE,
        "rlve/__init__.py",
        *(path.relative_to(ROOT).as_posix() for folder in ("envs", "rlve/schedulers") for path in (ROOT / folder).rglob("*.py")),
    }
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


def test_core_is_small() -> None:
    lines = {file: len((ROOT / file).read_text("utf-8").splitlines()) for file in CORE}
    assert sum(lines.values()) <= CORE_LINES, lines
