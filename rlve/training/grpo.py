"""TRL's configuration from numbers a person understands, and PEFT's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from rlve.extras import need
from rlve.models.vllm_settings import check_sampling
from rlve.runs import processes

if TYPE_CHECKING:
    from peft import LoraConfig
    from trl import GRPOConfig

FOLLOWS = {
    "max_steps": "steps",
    "max_completion_length": "completion_length",
    "num_generations": "rollouts_per_prompt",
    "per_device_train_batch_size": "rollouts_at_once",
    "gradient_accumulation_steps": "prompts_per_step, rollouts_per_prompt and rollouts_at_once",
    "steps_per_generation": "prompts_per_step, rollouts_per_prompt and rollouts_at_once",
    "generation_batch_size": "prompts_per_step and rollouts_per_prompt",
}
"""TRL's numbers that are worked out from ours, so that one generation makes one policy update."""
FIXED = {
    "shuffle_dataset": (False, "a buffer of 1,000 rows would bring the curriculum a thousand problems late"),
    "num_iterations": (1, "the scheduler takes each reward call for one policy update"),
    "ignore_data_skip": (True, "a live stream cannot be replayed; its own state resumes it"),
    "eval_strategy": ("no", "rewards of an evaluation would move the levels; use rlve.evaluation.evaluate"),
    "dataloader_num_workers": (0, "a worker would draw from a copy of the scheduler that learns nothing"),
}


def grpo_config(
    *,
    prompts_per_step: int,
    rollouts_per_prompt: int,
    completion_length: int,
    learning_rate: float,
    steps: int,
    rollouts_at_once: int | None = None,
    output_dir: str = "runs/rlve",
    **options: Any,
) -> GRPOConfig:
    """TRL's configuration from numbers a person understands; `options` are TRL's own and win.

    prompts_per_step x rollouts_per_prompt completions make one policy update, however many processes share them.
    completion_length: in tokens. rollouts_at_once: completions in one forward and backward pass of a process, to fit the
    memory; it divides their number, and a process's share of them where that is smaller; default all. Several processes
    are joined here (`rlve.runs.processes`). Raises ValueError for numbers that do not fit together.
    """
    for name, value, least in (
        ("prompts_per_step", prompts_per_step, 1),
        ("rollouts_per_prompt", rollouts_per_prompt, 2),
        ("completion_length", completion_length, 1),
        ("steps", steps, 1),
    ):
        if type(value) is not int or value < least:
            why = ": rewards are compared within a prompt's rollouts" if name == "rollouts_per_prompt" else ""
            raise ValueError(f"{name} should be an integer >= {least}, got {value!r}{why}")
    rollouts = prompts_per_step * rollouts_per_prompt
    at_once = rollouts if rollouts_at_once is None else rollouts_at_once
    if type(at_once) is not int or at_once < 1 or rollouts % at_once:
        fits = [size for size in range(1, rollouts + 1) if rollouts % size == 0]
        raise ValueError(
            f"rollouts_at_once={at_once!r} should divide the {rollouts} rollouts of a step "
            f"({prompts_per_step} prompts x {rollouts_per_prompt}): one of {', '.join(map(str, fits))}"
        )
    for name, numbers in FOLLOWS.items():
        if name in options:
            raise ValueError(f"{name} follows from {numbers}: leave it out")
    for name, (value, reason) in FIXED.items():
        if options.get(name, value) != value:
            raise ValueError(f"{name} should be {value!r}: {reason}")
    if options.get("use_vllm"):
        check_sampling(options)
    need("trl")
    processes.start(**{name: options[name] for name in ("use_cpu", "ddp_timeout") if name in options})
    each = _share(prompts_per_step, rollouts_per_prompt)
    at_once = min(at_once, each)
    if each % at_once:
        fits = [size for size in range(1, each + 1) if each % size == 0]
        raise ValueError(
            f"rollouts_at_once={at_once} should divide the {each} rollouts that each of the {processes.count()} processes has of "
            f"a step: one of {', '.join(map(str, fits))}"
        )
    import torch
    from trl import GRPOConfig

    settings: dict[str, Any] = {
        "output_dir": output_dir,
        "max_steps": steps,
        "learning_rate": learning_rate,
        "num_generations": rollouts_per_prompt,
        "max_completion_length": completion_length,
        "per_device_train_batch_size": at_once,
        "gradient_accumulation_steps": each // at_once,
        "steps_per_generation": each // at_once,
        **{name: value for name, (value, _) in FIXED.items()},
        "remove_unused_columns": False,
        "use_cpu": not torch.cuda.is_available(),
        "bf16": torch.cuda.is_available() and torch.cuda.is_bf16_supported(including_emulation=False),
        "gradient_checkpointing": False,
        "logging_steps": 1,
        "report_to": "none",
        "save_strategy": "no",
        "beta": 0.0,
        "temperature": 1.0,
        "vllm_importance_sampling_mode": "token_truncate",  # as in the paper; used where vLLM samples
        "adam_beta2": 0.98,
        "max_grad_norm": 1.0,
    }
    config = GRPOConfig(**{**settings, **options})
    if config.n_gpu > 1:
        raise ValueError(
            f"one process sees {config.n_gpu} GPUs, and rlve trains with one process a GPU: start torchrun --nproc_per_node "
            f"{config.n_gpu} -m rlve train ..., or choose one GPU with CUDA_VISIBLE_DEVICES=0"
        )
    return config


def check_options(options: Mapping[str, Any]) -> None:
    """Raise ValueError for an option that TRL does not have."""
    from trl import GRPOConfig

    known = {field.name for field in fields(GRPOConfig)}
    if strangers := sorted(options.keys() - known):
        close = [match for name in strangers for match in get_close_matches(name, known, 2)]
        raise ValueError(
            f"neither an option of rlve.train nor of TRL's GRPOConfig: {', '.join(strangers)}"
            + (f"; perhaps {', '.join(close)}?" if close else "")
        )


def _share(prompts_per_step: int, rollouts_per_prompt: int) -> int:
    """The rollouts of a step that one process has."""
    rollouts, number = prompts_per_step * rollouts_per_prompt, processes.count()
    if rollouts % number:
        raise ValueError(
            f"the {rollouts} rollouts of a step ({prompts_per_step} prompts x {rollouts_per_prompt}) cannot be shared evenly by "
            f"{number} processes: change prompts_per_step or rollouts_per_prompt, or start another number of processes"
        )
    return rollouts // number


def lora_config(rank: int) -> LoraConfig:
    """PEFT's configuration for low-rank adapters of that rank on all linear layers, scaled by two."""
    if type(rank) is not int or rank < 1:
        raise ValueError(f"lora_rank should be an integer >= 1, got {rank!r}")
    need("peft")
    from peft import LoraConfig

    return LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear", task_type="CAUSAL_LM")
