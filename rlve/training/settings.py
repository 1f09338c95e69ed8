"""The settings of a training and of a warm-up (see `rlve.settings`), by the names of TRL and peft where they have one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self

from rlve.answers.extraction import MARKERS
from rlve.errors import RequestError
from rlve.evaluation.calibration import read_levels
from rlve.models.backends import Sampling
from rlve.models.chat import Prompting, prompting_of
from rlve.models.memory import DTYPES
from rlve.schedulers import CHOICES, DEFAULT, SCHEDULERS, Scheduler, scheduler_named
from rlve.settings import (
    Flag,
    JsonObject,
    Kind,
    Levels,
    Number,
    Place,
    Seconds,
    Settings,
    TextOrFile,
    Whole,
    Word,
    Words,
    setting,
)

DASHBOARDS = ("tensorboard", "wandb", "trackio")
GUARD_ACTIONS = ("stop", "warn", "off")
PAPER_RULE = ("tau_acc", "tau_num", "d_delta")
STEP_NUMBERS = ("prompts_per_step", "num_generations", "max_completion_length", "max_steps", "per_device_train_batch_size")


class FirstLevels(Kind):
    """Environment -> level, or the file of `rlve calibrate` that holds them."""

    metavar, expected = "FILE", "a file of rlve calibrate (in Python also a mapping of names to levels)"

    def check(self, value: Any) -> dict[str, int]:
        if isinstance(value, (str, Path)):
            return read_levels(value)
        if not isinstance(value, Mapping) or not all(type(level) is int and level >= 0 for level in value.values()):
            raise ValueError
        return dict(value)


class Dashboards(Words):
    """Names of dashboards; "none" is none of them."""

    expected = f"none or some of {', '.join(DASHBOARDS)}"

    def check(self, value: Any) -> tuple[str, ...]:
        chosen = [word for word in super().check(value) if word != "none"]
        if set(chosen) - set(DASHBOARDS):
            raise ValueError
        return tuple(dict.fromkeys(chosen))


class Rule(Word):
    """The name of a scheduler; a scheduler of one's own is recorded by the name of its class."""

    def check(self, value: Any) -> str:
        return Kind().check(value)


@dataclass(frozen=True)
class TrainingSettings(Settings):
    """All settings of a training. None stands for a choice by model and machine, or for "leave it out"."""

    model: str = setting("tiny", Kind(), "tiny, a folder, or an id on the Hugging Face hub.")
    environments: tuple[str, ...] = setting(("STARTER",), Words(), "Names, collections, rooms or files; repeatable.", short="-e")
    max_steps: int = setting(280, Whole(1), "Policy updates.", may_change=True)
    prompts_per_step: int = setting(16, Whole(1), "Prompts of a policy update.")
    num_generations: int = setting(8, Whole(2), "Completions of each prompt; their rewards are compared with each other.")
    max_completion_length: int = setting(48, Whole(1), "Tokens of a completion at most.")
    per_device_train_batch_size: int | None = setting(
        None, Whole(1), "Completions in one backward pass of a process, to fit the memory.", unset="all of a step"
    )
    learning_rate: float | None = setting(
        None,
        Number(0),
        "Rises over 5 steps, then falls linearly to 0.",
        unset="by model: 1.5e-4 below ten million parameters (1e-3 with LoRA), 1e-6 above (1e-5 with LoRA)",
    )
    temperature: float = setting(1.0, Number(0, above=True), "Of the sampling.")
    beta: float = setting(0.0, Number(0), "Weight of the KL term; 0 leaves it and the reference model out.")
    lora_r: int | None = setting(
        None, Whole(0), "Rank of LoRA adapters that are trained instead of the weights; 0 trains all weights.", unset="by GPU; 0"
    )
    lora_alpha: int | None = setting(None, Whole(1), "Scale of the adapters.", unset="twice lora_r")
    dtype: str | None = setting(
        None, Word(*DTYPES), "What is computed in, and what the weights beside adapters are kept in.", unset="by GPU; as saved"
    )
    load_in_4bit: bool = setting(False, Flag(), "Keep the weights beside the adapters in 4 bits; needs bitsandbytes.")
    gradient_checkpointing: bool | None = setting(None, Flag(), "Take less memory and more time.", unset="by GPU; no")
    memory_check: bool = setting(True, Flag(), "Refuse what by calculation cannot fit on the GPU.", may_change=True)
    scheduler: str | None = setting(None, Rule(*SCHEDULERS), "The rule that sets the levels: docs/schedulers.md.", unset=DEFAULT)
    choice: str | None = setting(None, Word(*CHOICES), "How environments are chosen.", unset="by scheduler")
    start: dict[str, int] | None = setting(None, FirstLevels(), "First levels of the environments.", unset="0")
    static: tuple[int, int] | None = setting(None, Levels(), "Fixed levels; short for the scheduler static with these.")
    tau_acc: float | None = setting(
        None, Number(0, 1, above=True), "The paper's rule: accuracy that raises a level.", unset="0.9"
    )
    tau_num: int | None = setting(None, Whole(1), "The paper's rule: rollouts per check.", unset="128")
    d_delta: int | None = setting(None, Whole(1), "The paper's rule: levels in use at once.", unset="4")
    review: float | None = setting(None, Number(0, 1), "The proportional rule: share of easier problems.", unset="0.2")
    shaped: bool = setting(True, Flag(), "Partial rewards in [-1, 1]; else 1 for a right answer and 0 for any other.")
    style: str = setting("answer", Word(*MARKERS), "How answers are marked.")
    chat: bool | None = setting(None, Flag(), "Prompts as chat messages, or as plain text.", unset="as the tokenizer is made")
    system_prompt: str | None = setting(None, TextOrFile(), "The system message; @FILE reads it from a file.")
    chat_template_kwargs: dict[str, Any] | None = setting(None, JsonObject(), "More arguments of the chat template.")
    use_vllm: bool = setting(False, Flag(), "Have vLLM write the completions, in this process: docs/vllm.md.")
    vllm_gpu_memory_utilization: float | None = setting(
        None, Number(0, 1, above=True), "vLLM's share of the GPU's memory.", unset="by GPU; 0.3"
    )
    vllm_max_model_length: int | None = setting(
        None,
        Whole(1),
        "Tokens of prompt and completion at most; longer prompts are skipped.",
        unset="by GPU; 8,192 for the prompt",
    )
    vllm_enable_sleep_mode: bool | None = setting(
        None, Flag(), "Have vLLM give its memory back while the model learns.", unset="by GPU; no"
    )
    seed: int = setting(0, Whole(0, 2**32 - 1), "Of problems, sampling and initial weights.")
    own_dataset: str | None = setting(
        None, Kind(), "JSONL of your own to mix in, with the keys prompt (asking for the same marks) and answer."
    )
    own_share: float = setting(0.2, Number(0, 1, above=True, below=True), "The share of the prompts that are your own.")
    output_dir: str | None = setting(
        None, Place(), "Where the run is kept.", unset="runs/MODEL-...-DATE-TIME; in Python nothing is kept", may_change=True
    )
    save_steps: int = setting(50, Whole(1), "Steps between checkpoints.")
    time_limit: float | None = setting(None, Seconds(), "Save and stop after this time.", may_change=True)
    guards: str = setting(
        "stop", Word(*GUARD_ACTIONS), "What to do when a run goes wrong: docs/troubleshooting.md.", may_change=True
    )
    report_to: tuple[str, ...] = setting((), Dashboards(), f"Some of {', '.join(DASHBOARDS)}.", unset="none", may_change=True)
    trl: dict[str, Any] = setting({}, JsonObject(), "Other options of TRL's GRPOConfig.", option=None)

    renamed: ClassVar[Mapping[str, str]] = {
        "steps": "max_steps",
        "prompts": "prompts_per_step",
        "rollouts": "num_generations",
        "rollouts_per_prompt": "num_generations",
        "completion_length": "max_completion_length",
        "rollouts_at_once": "per_device_train_batch_size",
        "lora_rank": "lora_r",
        "all_weights": "lora_r (0 trains all weights)",
        "checkpointing": "gradient_checkpointing",
        "4bit": "load_in_4bit",
        "binary_reward": "no_shaped",
        "vllm": "use_vllm",
        "dataset": "own_dataset",
        "dataset_share": "own_share",
        "folder": "output_dir",
        "save_every": "save_steps",
        "plain": "no_chat",
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lora_alpha is not None and not self.lora_r:
            raise RequestError("lora_alpha scales adapters: give lora_r too")
        engine = [name for name in self.names() if name.startswith("vllm_") and getattr(self, name) is not None]
        if engine and not self.use_vllm:
            raise RequestError(f"{engine[0]} belongs to use_vllm")
        self.scheduler_options()

    @classmethod
    def from_arguments(cls, **given: Any) -> Self:
        """The settings among keyword arguments; the others go to `trl` where TRL has them, else ValueError.

        TRL's numbers that follow from ours are refused, as are values that rlve relies upon (`rlve.training.grpo.FIXED`).
        """
        ours = {name: value for name, value in given.items() if name in cls.names()}
        rest = {name: value for name, value in given.items() if name not in ours}
        cls.check_names(rest, trl_names() if rest else ())
        return cls(**{**ours, "trl": {**ours.get("trl", {}), **rest}})

    def scheduler_options(self) -> tuple[str, dict[str, Any]]:
        """The scheduler's name and its options; ValueError for options of another rule."""
        own: dict[str, dict[str, Any]] = {
            "paper": {name: value for name in PAPER_RULE if (value := getattr(self, name)) is not None},
            "static": {"static": self.static} if self.static else {},
            "proportional": {} if self.review is None else {"review": self.review},
        }
        word = self.scheduler or ("static" if self.static else "paper" if own["paper"] else DEFAULT)
        for needed, given in own.items():
            if given and word != needed and word in SCHEDULERS:
                raise RequestError(f"{', '.join(given)} belongs to the scheduler {needed}, not to {word}")
        levels = {"low": self.static[0], "high": self.static[1]} if self.static else {}
        of_any = {name: value for name in ("choice", "start") if (value := getattr(self, name))}
        return word, own["paper"] | levels | own["proportional"] | of_any

    def make_scheduler(self, environments: Any = None) -> Scheduler:
        """The scheduler that the settings describe; environments: classes among the names that stand in the settings."""
        word, options = self.scheduler_options()
        return scheduler_named(word, environments or list(self.environments), seed=self.seed, **options)

    def prompting(self) -> Prompting:
        """How the run asks its questions."""
        return prompting_of(vars(self))

    def for_trl(self) -> dict[str, Any]:
        """The settings that TRL's GRPOConfig takes as they are, by its names; those left to it are left out."""
        taken = ("learning_rate", "temperature", "beta", "seed", "gradient_checkpointing", "chat_template_kwargs", *STEP_NUMBERS)
        taken += ("save_steps", *(name for name in self.names() if name.startswith("vllm_")))
        engine = {"use_vllm": True, "vllm_mode": "colocate"} if self.use_vllm else {}
        return {name: value for name in taken if (value := getattr(self, name)) is not None} | engine | self.trl


@cache
def trl_names() -> frozenset[str]:
    """The names of the options of TRL's GRPOConfig."""
    from trl import GRPOConfig

    return frozenset(item.name for item in fields(GRPOConfig))


@dataclass(frozen=True)
class WarmUpSettings(Settings):
    """All settings of a warm-up. None stands for a choice by the model."""

    model: str = setting("tiny", Kind(), "tiny, a run, a folder, an adapter, or an id on the Hugging Face hub.")
    environments: tuple[str, ...] = setting(("STARTER",), Words(), "Names, collections, rooms or files; repeatable.", short="-e")
    levels: tuple[int, int] = setting("0-2", Levels(), "Levels of the examples; those that an environment has.")
    examples: int = setting(600, Whole(1), "Problems with their answers, all different, spread evenly.")
    num_train_epochs: int = setting(1, Whole(1), "How often each example is seen.")
    learning_rate: float | None = setting(
        None,
        Number(0, above=True),
        "Rises over a tenth of the steps, then stays.",
        unset="by model: 1e-3 below ten million parameters, 1e-5 above (2e-4 with LoRA)",
    )
    lora_r: int | None = setting(
        None,
        Whole(0),
        "Rank of LoRA adapters that are trained instead of the weights; 0 trains all weights.",
        unset="by model: 0 below ten million parameters, 16 above",
    )
    lora_alpha: int | None = setting(None, Whole(1), "Scale of the adapters.", unset="twice lora_r")
    per_device_train_batch_size: int = setting(8, Whole(1), "Examples of a step.")
    style: str = setting("answer", Word(*MARKERS), "How answers are marked.")
    chat: bool | None = setting(None, Flag(), "Prompts as chat messages, or as plain text.", unset="as the tokenizer is made")
    system_prompt: str | None = setting(None, TextOrFile(), "The system message; @FILE reads it from a file.")
    chat_template_kwargs: dict[str, Any] | None = setting(None, JsonObject(), "More arguments of the chat template.")
    seed: int = setting(0, Whole(0, 2**32 - 1), "Of the examples, their order and the probe.")
    problems: int = setting(8, Whole(0), "Problems of each environment and level, probed before and after; 0 leaves it out.")
    num_generations: int = setting(4, Whole(2), "Completions of each problem of the probe.")
    max_completion_length: int = setting(48, Whole(1), "Tokens of a completion of the probe at most.")
    probe_levels: tuple[int, int] = setting("0-1", Levels(), "Levels of the probe.")
    output_dir: str | None = setting(None, Place(), "Where the model is kept.", unset="warm-ups/MODEL-...-DATE-TIME")

    renamed: ClassVar[Mapping[str, str]] = {
        "lora_rank": "lora_r",
        "epochs": "num_train_epochs",
        "batch_size": "per_device_train_batch_size",
        "rollouts": "num_generations",
        "completion_length": "max_completion_length",
        "folder": "output_dir",
        "plain": "no_chat",
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lora_alpha is not None and not self.lora_r:
            raise RequestError("lora_alpha scales adapters: give lora_r too")

    def prompting(self) -> Prompting:
        """How the model is asked."""
        return prompting_of(vars(self))

    def sampling(self) -> Sampling:
        """How the completions of the probe are drawn, as in a training."""
        return Sampling(1.0, 1.0, self.max_completion_length, self.seed)
