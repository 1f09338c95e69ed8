"""What a training is asked to do: its settings, checked before anything is loaded, and resolved by the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from rlve.errors import RequestError
from rlve.extras import need
from rlve.models.memory import SMALL, check_4bit, check_fits, mixed_precision
from rlve.models.vllm_settings import need_vllm, training_length
from rlve.runs import processes
from rlve.runs.folder import absolute
from rlve.schedulers import SCHEDULERS, Scheduler
from rlve.sending import place_of
from rlve.settings import split_names
from rlve.training.grpo import check_options
from rlve.training.settings import PAPER_RULE, TrainingSettings

OF_RULES = ("static", "review", *PAPER_RULE)


def gather_settings(
    model: Any, environments: Any, scheduler: Scheduler | str | None, own_dataset: Any, settings: Mapping[str, Any]
) -> TrainingSettings:
    """The settings that were asked for, with what is no text put in words; ValueError for what does not go together."""
    if isinstance(scheduler, Scheduler):
        if environments is not None:
            raise RequestError("give environments or a scheduler, which has its own, not both")
        environments = list(scheduler.environments.values())
    elif environments is None:
        environments = TrainingSettings.environments
    if isinstance(environments, (str, type)):
        environments = split_names(environments) if isinstance(environments, str) else [environments]
    own = own_dataset if isinstance(own_dataset, (str, Path, type(None))) else f"{type(own_dataset).__name__} in memory"
    chosen = TrainingSettings.from_arguments(
        **{
            **settings,
            "model": absolute(model) if isinstance(model, str) else f"{type(model).__name__} in memory",
            "environments": [
                absolute(word.strip()) if isinstance(word, str) else place_of(word) or word.name for word in environments
            ],
            **(_words_of(scheduler) if isinstance(scheduler, Scheduler) else {"scheduler": scheduler}),
            "own_dataset": own and absolute(str(own)),
        }
    )
    if "save_strategy" in chosen.trl:
        raise RequestError("save_strategy follows from output_dir: leave it out")
    check_options(chosen.trl)
    return chosen


def _words_of(scheduler: Scheduler) -> dict[str, Any]:
    """A scheduler as settings say it; one of one's own by the name of its class alone."""
    word = next((word for word, kind in SCHEDULERS.items() if kind is type(scheduler)), None)
    if word is None:
        return {"scheduler": type(scheduler).__name__}
    options = scheduler.options()
    found = {name: float(Fraction(value)) if name == "tau_acc" else value for name, value in options.items()}
    if word == "static":
        found["static"] = (options["low"], options["high"])
    return {"scheduler": word, "choice": scheduler.choice, **{name: found[name] for name in OF_RULES if name in found}}


def check_request(chosen: TrainingSettings, model: Any, tokenizer: Any) -> None:
    """Find out what would fail before anything is loaded: packages, processes, memory, what does not go together."""
    need("torch", "transformers", "trl", "datasets")
    if chosen.use_vllm:
        need_vllm()
    processes.start(**{name: chosen.trl[name] for name in ("use_cpu", "ddp_timeout") if name in chosen.trl})
    if chosen.dtype is not None and {"bf16", "fp16"} & set(chosen.trl):
        raise RequestError("dtype sets bf16 and fp16: give one or the other")
    mixed_precision(chosen.dtype)
    if chosen.load_in_4bit:
        check_4bit(chosen.lora_r, chosen.use_vllm)
        if not isinstance(model, str):
            raise RequestError("load_in_4bit is for a model that train loads: one in memory stays as it is")
    if chosen.memory_check:
        check_fits(model, chosen.as_dict())
    if isinstance(model, str):
        return
    if tokenizer is None:
        raise RequestError("a model in memory needs its tokenizer: train(model, ..., tokenizer=tokenizer)")
    adapted = any(".lora_" in name for name, _ in model.named_parameters())
    if chosen.lora_r and adapted:
        raise RequestError(
            "the model carries an adapter already, which a second one would replace: train that one further (lora_r=0), merge it "
            "(model = model.merge_and_unload()), or load the model anew"
        )
    if not chosen.lora_r and not any(parameter.requires_grad for parameter in model.parameters()):
        raise RequestError("no weight of the model is trainable: set requires_grad, or train adapters beside them (lora_r)")


def resolved(chosen: TrainingSettings, model: Any) -> TrainingSettings:
    """The settings with what is chosen by the model: learning rate, adapters, vLLM's lengths."""
    rank = chosen.lora_r or 0
    small = model.num_parameters() < SMALL
    rate = chosen.learning_rate
    if rate is None:
        rate = (1e-3 if small else 1e-5) if rank else (1.5e-4 if small else 1e-6)
    length = chosen.vllm_max_model_length
    if chosen.use_vllm:
        length = training_length(model, chosen.max_completion_length, length)
    return replace(chosen, lora_r=rank, learning_rate=rate, vllm_max_model_length=length)
