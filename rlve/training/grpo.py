"""TRL's configuration from numbers a person understands, and PEFT's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rlve.errors import RequestError
from rlve.extras import need
from rlve.models.vllm_settings import check_sampling
from rlve.runs import processes
from rlve.settings import Whole, check_value

if TYPE_CHECKING:
    from peft import LoraConfig
    from trl import GRPOConfig

FOLLOWS = {
    "gradient_accumulation_steps": "prompts_per_step, num_generations and per_device_train_batch_size",
    "steps_per_generation": "prompts_per_step, num_generations and per_device_train_batch_size",
    "generation_batch_size": "prompts_per_step and num_generations",
}
"""TRL's settings that are worked out from ours, so that one generation makes one policy update."""
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
    num_generations: int,
    max_completion_length: int,
    learning_rate: float,
    max_steps: int,
    per_device_train_batch_size: int | None = None,
    output_dir: str = "runs/rlve",
    **options: Any,
) -> GRPOConfig:
    """TRL's configuration from numbers a person understands; `options` are TRL's own and win.

    prompts_per_step x num_generations completions make one policy update, however many processes share them.
    max_completion_length: in tokens. per_device_train_batch_size: completions in one forward and backward pass of a process,
    to fit the memory; it divides their number, and a process's share of them where that is smaller; default all. Several
    processes are joined here (`rlve.runs.processes`). Raises ValueError for numbers that do not fit together.
    """
    check_options(options)
    for name, value, least in (
        ("prompts_per_step", prompts_per_step, 1),
        ("num_generations", num_generations, 2),
        ("max_completion_length", max_completion_length, 1),
        ("max_steps", max_steps, 1),
    ):
        check_value(name, Whole(least), value)
    if options.get("use_vllm"):
        check_sampling(options)
    need("trl")
    processes.start(**{name: options[name] for name in ("use_cpu", "ddp_timeout") if name in options})
    each, batch = _batches(prompts_per_step, num_generations, per_device_train_batch_size)
    import torch
    from trl import GRPOConfig

    settings: dict[str, Any] = {
        "output_dir": output_dir,
        "max_steps": max_steps,
        "learning_rate": learning_rate,
        "num_generations": num_generations,
        "max_completion_length": max_completion_length,
        "per_device_train_batch_size": batch,
        "gradient_accumulation_steps": each // batch,
        "steps_per_generation": each // batch,
        **{name: value for name, (value, _) in FIXED.items()},
        "use_cpu": not torch.cuda.is_available(),
        "bf16": torch.cuda.is_available() and torch.cuda.is_bf16_supported(including_emulation=False),
        "gradient_checkpointing": False,
        "logging_steps": 1,
        "save_strategy": "no",
        "vllm_importance_sampling_mode": "token_truncate",  # as in the paper; used where vLLM samples
        "adam_beta2": 0.98,
    }
    config = GRPOConfig(**{**settings, **options})
    if config.n_gpu > 1:
        raise RequestError(
            f"one process sees {config.n_gpu} GPUs, and rlve trains with one process a GPU: start torchrun --nproc_per_node "
            f"{config.n_gpu} -m rlve train ..., or choose one GPU with CUDA_VISIBLE_DEVICES=0"
        )
    return config


def _batches(prompts_per_step: int, num_generations: int, per_device_train_batch_size: int | None) -> tuple[int, int]:
    """The rollouts of a step that one process has, and how many of them go through the model at once."""
    rollouts, number = prompts_per_step * num_generations, processes.count()
    if rollouts % number:
        raise RequestError(
            f"the {rollouts} rollouts of a step ({prompts_per_step} prompts x {num_generations}) cannot be shared evenly by "
            f"{number} processes: change prompts_per_step or num_generations, or start another number of processes"
        )
    batch = rollouts if per_device_train_batch_size is None else per_device_train_batch_size
    each = rollouts // number
    whole = type(batch) is int and batch > 0
    if whole and rollouts % batch == 0:
        batch = min(batch, each)
    if not whole or each % batch:
        shared = f"of a step ({prompts_per_step} prompts x {num_generations})"
        shared = shared if number == 1 else f"that each of the {number} processes has {shared}"
        fits = [size for size in range(1, each + 1) if each % size == 0]
        raise RequestError(
            f"per_device_train_batch_size={batch!r} should divide the {each} rollouts {shared}: one of "
            f"{', '.join(map(str, fits))}"
        )
    return each, batch


def check_options(options: Mapping[str, Any]) -> None:
    """Raise ValueError for an option of TRL that follows from our settings, or on whose value rlve relies."""
    for name, numbers in FOLLOWS.items():
        if name in options:
            raise RequestError(f"{name} follows from {numbers}: leave it out")
    for name, (value, reason) in FIXED.items():
        if options.get(name, value) != value:
            raise RequestError(f"{name} should be {value!r}: {reason}")


def lora_config(r: int, lora_alpha: int | None = None) -> LoraConfig:
    """PEFT's configuration for low-rank adapters of rank `r` on all linear layers; lora_alpha: their scale, default 2 r."""
    need("peft")
    from peft import LoraConfig

    return LoraConfig(
        r=check_value("lora_r", Whole(1), r), lora_alpha=lora_alpha or 2 * r, target_modules="all-linear", task_type="CAUSAL_LM"
    )
