"""The bridge to TRL: a problem stream, a reward function, a callback and a configuration that fit `trl.GRPOTrainer`
unchanged, as README.md shows; and `train`, which puts them together and keeps a run folder that can be resumed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rlve.training.grpo import grpo_config, lora_config
from rlve.training.reward import RewardFunction, same_answer
from rlve.training.stream import ProblemStream
from rlve.training.trainer import TrainingResult, train

if TYPE_CHECKING:
    from rlve.training.callback import RunCallback
    from rlve.training.guards import GuardCallback

_LAZY = {"RunCallback": "rlve.training.callback", "GuardCallback": "rlve.training.guards"}
"""What is a callback of transformers, which is imported only when it is asked for."""

__all__ = [
    "GuardCallback",
    "ProblemStream",
    "RewardFunction",
    "RunCallback",
    "TrainingResult",
    "grpo_config",
    "lora_config",
    "same_answer",
    "train",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
