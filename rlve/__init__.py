"""rlve: reinforcement learning of language models on adaptive verifiable environments (arXiv 2511.07317)."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rlve.answers import (
    AnswerFormat,
    Choice,
    Expression,
    Formula,
    Fraction,
    Grid,
    Integer,
    IntegerList,
    IntegerSet,
    Permutation,
    Text,
)
from rlve.environment import ConstraintEnvironment, DrawError, Environment, OptimizationEnvironment, Task, grow, hidden
from rlve.registry import UnknownEnvironment, collection, collections, from_dict, make, names, problem, resolve, rooms
from rlve.verdict import Infeasible, Unparsable, Verdict

if TYPE_CHECKING:
    from rlve.authoring.gate import check_environment
    from rlve.runs.recordings import recorded
    from rlve.schedulers import AdaptiveScheduler, Outcome, Scheduler, StaticScheduler
    from rlve.sharing.rows import verify_row
    from rlve.training.trainer import train
    from rlve.training.warm_up import warm_up

__version__ = "0.2.0"

_LAZY = {
    "check_environment": "rlve.authoring.gate",
    "AdaptiveScheduler": "rlve.schedulers",
    "Outcome": "rlve.schedulers",
    "Scheduler": "rlve.schedulers",
    "StaticScheduler": "rlve.schedulers",
    "recorded": "rlve.runs.recordings",
    "train": "rlve.training",
    "verify_row": "rlve.sharing.rows",
    "warm_up": "rlve.training.warm_up",
}

__all__ = [
    "AdaptiveScheduler",
    "AnswerFormat",
    "Choice",
    "ConstraintEnvironment",
    "DrawError",
    "Environment",
    "Expression",
    "Formula",
    "Fraction",
    "Grid",
    "Infeasible",
    "Integer",
    "IntegerList",
    "IntegerSet",
    "OptimizationEnvironment",
    "Outcome",
    "Permutation",
    "Scheduler",
    "StaticScheduler",
    "Task",
    "Text",
    "UnknownEnvironment",
    "Unparsable",
    "Verdict",
    "check_environment",
    "collection",
    "collections",
    "from_dict",
    "grow",
    "hidden",
    "make",
    "names",
    "problem",
    "recorded",
    "resolve",
    "rooms",
    "train",
    "verify_row",
    "warm_up",
]

# Where the link rlve/envs cannot be followed (a checkout on a file system without links), the folder beside us serves.
if not Path(__file__).with_name("envs").is_dir():
    __path__.append(str(Path(__file__).parent.parent))


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'rlve' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
