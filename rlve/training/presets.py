"""Settings by name: the paper's for its five models, scaled to one GPU, and some for instruct models (docs/presets.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rlve.errors import RequestError
from rlve.training.settings import PAPER_RULE


class Difference(NamedTuple):
    """What a preset does otherwise than the paper, and why."""

    what: str
    paper: str
    here: str
    why: str


@dataclass(frozen=True)
class Preset:
    """Settings of `rlve train`. What is not set comes from the table of the GPUs (`rlve.models.memory`).

    model: an id on the Hugging Face hub; none could be looked up from where they were written down. settings: by the names of
    `TrainingSettings`; those of the caller win.
    """

    name: str
    about: str
    model: str
    environments: tuple[str, ...]
    settings: Mapping[str, Any]
    differences: tuple[Difference, ...] = ()

    def arguments(self) -> dict[str, Any]:
        """As keyword arguments of `rlve.train`."""
        settings = {**self.settings, **self.settings.get("trl", {})}
        settings.pop("trl", None)
        return {"model": self.model, "environments": list(self.environments), **settings}


PAPER_PROMPTS = 128
SCALE = 10
"""How many times the paper's learning rate the adapters get: a rule of thumb for LoRA, not measured here."""

AS_IN_THE_PAPER = {
    "epsilon": 0.2,
    "epsilon_high": 0.28,
    "loss_type": "dapo",
    "vllm_importance_sampling_correction": True,
    "vllm_importance_sampling_mode": "token_truncate",
    "adam_beta1": 0.9,
    "adam_beta2": 0.98,
    "weight_decay": 0.01,
    "lr_scheduler_type": "constant",
    "warmup_steps": 0,
}
"""Clipping, no KL term, temperature 1, truncated importance sampling, Adam's momenta, weight decay, a constant learning rate."""


def _paper(name: str, model: str, about: str, *, rate: float, tokens: int, here: int, style: str, chat: bool | None) -> Preset:
    """A preset of one of the paper's models, whose learning rate and tokens of an answer are `rate` and `tokens` there."""
    prompts = 16
    return Preset(
        name,
        about,
        model,
        environments=("C16",),
        settings={
            "prompts_per_step": prompts,
            "num_generations": 16,
            "max_completion_length": here,
            "learning_rate": float(f"{SCALE * rate:g}"),
            "lora_r": 16,
            "style": style,
            **({} if chat is None else {"chat": chat}),
            "use_vllm": True,
            "scheduler": "paper",
            "beta": 0.0,
            "temperature": 1.0,
            "trl": AS_IN_THE_PAPER,
        },
        differences=(
            Difference("prompts a step", f"{PAPER_PROMPTS}", f"{prompts}", "one GPU instead of eight; the steps are noisier"),
            Difference("dynamic sampling", "384 drawn, those without information dropped", "none", "TRL has none; see EPR"),
            Difference("tokens of an answer", f"{tokens:,}", f"{here:,}", "time and memory; longer thoughts are cut off"),
            Difference("what is trained", "all weights", "LoRA of rank 16", "weights, gradients and Adam take 16 bytes a number"),
            Difference(
                "learning rate", f"{rate:g}", f"{SCALE * rate:g}", f"about {SCALE} times as much for adapters; a rule of thumb"
            ),
            Difference("environments", "up to 400", "C16", "each is met often enough for its level to move; -e takes any"),
            Difference(
                "scheduler",
                "tau_acc 0.9, tau_num 128, d_delta 4",
                "the same",
                "128 answers at the highest level come more rarely; --scheduler proportional moves with every group",
            ),
        ),
    )


def _instruct(name: str, model: str, about: str) -> Preset:
    """A preset to begin with: the defaults of `rlve train`, with adapters; lengths and memory by the GPU."""
    return Preset(name, about, model, environments=("C4",), settings={"lora_r": 16})


_SMALL = {"rate": 2e-6, "tokens": 24_576, "here": 8192, "style": "boxed", "chat": None}
PRESETS = {
    preset.name: preset
    for preset in (
        _instruct("qwen2.5-0.5b-instruct", "Qwen/Qwen2.5-0.5B-Instruct", "to begin with; from a T4 on"),
        _instruct("qwen2.5-1.5b-instruct", "Qwen/Qwen2.5-1.5B-Instruct", "to begin with; on a T4 with 8 prompts a step"),
        _paper(
            "qwen2.5-7b",
            "Qwen/Qwen2.5-7B",
            "the paper's base model",
            rate=1e-6,
            tokens=8192,
            here=4096,
            style="answer",
            chat=False,
        ),
        _paper("r1-distill-1.5b", "deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B", "the paper's distilled model", **_SMALL),
        _paper("deepscaler-1.5b", "agentica-org/DeepScaleR-1.5B-Preview", "the paper's DeepScaleR-1.5B", **_SMALL),
        _paper("prorl-1.5b-v2", "nvidia/Nemotron-Research-Reasoning-Qwen-1.5B", "the paper's ProRL-1.5B-v2", **_SMALL),
        _paper("openthinker3-1.5b", "open-thoughts/OpenThinker3-1.5B", "the paper's OpenThinker3-1.5B", **_SMALL),
    )
}


def preset_named(name: str) -> Preset:
    """The preset of that name; ValueError with the names there are."""
    if name not in PRESETS:
        raise RequestError(f"no preset {name!r}: there are {', '.join(PRESETS)}")
    return PRESETS[name]


def under(preset: Preset, given: Mapping[str, Any]) -> dict[str, Any]:
    """The preset's settings with those given over them. Without adapters its learning rate is the paper's."""
    own_rule = given.keys() & {"scheduler", "static", "review", *PAPER_RULE}
    settings = {name: value for name, value in preset.settings.items() if not (name == "scheduler" and own_rule)}
    found = {"model": preset.model, "environments": preset.environments, **settings, **given}
    if given.get("lora_r") == 0 and "learning_rate" in settings and "learning_rate" not in given:
        found["learning_rate"] = float(f"{settings['learning_rate'] / SCALE:g}")
    return found


def difference_lines(preset: Preset) -> list[str]:
    """What a preset does otherwise than the paper, as a Markdown table; empty where it is none of the paper's."""
    if not preset.differences:
        return []
    rows = [f"| {' | '.join(difference)} |" for difference in preset.differences]
    return ["| | paper | here | why |", "|---|---|---|---|", *rows]


def settings_line(preset: Preset) -> str:
    """All settings of a preset in one line."""
    settings = {**preset.arguments(), "environments": ",".join(preset.environments)}
    return ", ".join(f"{name} {value}" for name, value in settings.items() if name != "model")
