"""Whether a training fits the GPU at hand, said before the weights are loaded, and settings that do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rlve.models import hardware
from rlve.models.hardware import DTYPES, Row, row, words_of
from rlve.models.memory import Shape, in_words, shape_of
from rlve.runs import processes

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedModel

SMALL = 10_000_000  # parameters of a model for which nothing needs to be chosen
NAMES = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}  # as torch calls them


def config_of(source: str) -> PretrainedConfig | None:
    """The configuration of the model that `rlve.models.load` would load, without its weights; None where there is none."""
    from transformers import AutoConfig

    from rlve.models.loading import TINY, of_run

    place = TINY if source == "tiny" else of_run(source)
    adapter = Path(place) / "adapter_config.json"
    if adapter.is_file():
        return config_of(json.loads(adapter.read_text("utf-8"))["base_model_name_or_path"])
    try:
        return AutoConfig.from_pretrained(place)
    except (OSError, ValueError):
        return None  # `load` will say what is missing


def shape_at(source: str) -> tuple[Shape, int | None] | None:
    """A model's shape and the tokens it was made for; None where its configuration tells no shape."""
    if (config := config_of(source)) is None:
        return None
    try:
        return shape_of(config), getattr(config.get_text_config(), "max_position_embeddings", None)
    except ValueError:
        return None


def choose(model: str, settings: Mapping[str, Any], given: Mapping[str, Any], *, vllm: bool) -> tuple[dict[str, Any], str | None]:
    """The settings for the GPU at hand, and words on how they came about; unchanged on a CPU and for a small model.

    settings: keyword arguments of `train`. given: those of them that somebody asked for; they stay, and the others are chosen
    around them. Nothing is chosen either where nothing would fit: `check` then says what is needed.
    """
    device = hardware.gpu()
    known = shape_at(model) if device is not None else None
    if device is None or known is None or known[0].parameters < SMALL:
        return dict(settings), None
    shape, context = known
    found = row(shape, device.memory, bf16=device.bf16, vllm=vllm, context=context, given=given)
    kind = f"{shape.parameters / 1e9:.2g} billion parameters on {device.name} ({device.memory:.1f} GB)"
    if found is None:
        return dict(settings), f"{kind}: no settings were found that fit beside those you gave"
    need = found.need(shape, min(device.memory, hardware.CLASSES[hardware.class_of(device.memory)]))["peak"]
    words = (
        f"settings for {kind}, by the row for GPUs of {hardware.class_of(device.memory)} GB in docs/gpus.md (computed, not "
        f"measured):\n  {words_of(found)}; needs about {need:.1f} GB"
    )
    if kept := [f"{name}={given[name]}" for name in found.settings() if name in given]:
        words += f"\n  yours, kept: {', '.join(kept)}"
    return {**settings, **found.settings()}, words


def check(
    model: str | PreTrainedModel,
    *,
    prompts_per_step: int,
    rollouts_per_prompt: int,
    completion_length: int,
    rollouts_at_once: int | None,
    lora_rank: int | None,
    dtype: str | None,
    load_in_4bit: bool,
    vllm: bool,
    options: Mapping[str, Any],
) -> None:
    """ValueError, with what to change, for a training that cannot fit on the GPU at hand. Nothing is checked on a CPU, for a
    model that is in memory already, and for one whose shape is not known.
    """
    device = hardware.gpu()
    if device is None or not isinstance(model, str) or (known := shape_at(model)) is None:
        return
    rollouts = max(1, prompts_per_step // processes.count()) * rollouts_per_prompt
    plan = Row(
        prompts_per_step=max(1, prompts_per_step // processes.count()),
        rollouts_per_prompt=rollouts_per_prompt,
        completion_length=completion_length,
        rollouts_at_once=min(rollouts_at_once or rollouts, rollouts),
        lora_rank=lora_rank,
        dtype=dtype or ("bf16" if device.bf16 else "fp16"),
        gradient_checkpointing=bool(options.get("gradient_checkpointing")),
        load_in_4bit=load_in_4bit,
        vllm_gpu_memory_utilization=options.get("vllm_gpu_memory_utilization", 0.3) if vllm else None,  # 0.3 is TRL's default
        vllm_enable_sleep_mode=bool(options.get("vllm_enable_sleep_mode")),
    )
    if words := refusal(known[0], plan, device):
        raise ValueError(words)


def refusal(shape: Shape, plan: Row, device: hardware.Gpu) -> str | None:
    """Why a training cannot fit on a GPU, and what would make it smaller; None where it can."""
    parts = plan.need(shape, device.memory)
    if parts["peak"] <= device.memory:
        return None
    vllm = plan.vllm_gpu_memory_utilization is not None
    changes: dict[str, Row] = {}
    if plan.lora_rank is None:
        changes["--lora-rank 16"] = replace(plan, lora_rank=16)
    elif not plan.load_in_4bit and not vllm:
        changes["--4bit"] = replace(plan, load_in_4bit=True)
    if plan.rollouts_at_once > 1:
        changes["--rollouts-at-once 1"] = replace(plan, rollouts_at_once=1)
    if not plan.gradient_checkpointing:
        changes["--checkpointing"] = replace(plan, gradient_checkpointing=True)
    if vllm and not plan.vllm_enable_sleep_mode:
        changes["vllm_enable_sleep_mode=True"] = replace(plan, vllm_enable_sleep_mode=True)
    if plan.completion_length > 1:
        changes[f"--completion-length {plan.completion_length // 2}"] = replace(
            plan, completion_length=plan.completion_length // 2
        )
    if plan.prompts_per_step > 1 and not vllm:
        changes[f"--prompts {plan.prompts_per_step // 2}"] = replace(plan, prompts_per_step=plan.prompts_per_step // 2)
    peaks = {words: changed.need(shape, device.memory)["peak"] for words, changed in changes.items()}
    helps = [f"{words} {peak:.1f} GB" for words, peak in sorted(peaks.items(), key=lambda item: item[1]) if peak < parts["peak"]]
    fits = row(shape, device.memory, bf16=device.bf16, vllm=vllm)
    return (
        f"this training does not fit: it needs about {in_words(parts)} (computed), and {device.name} has {device.memory:.1f} GB. "
        f"One change alone would make it: {'; '.join(helps) or 'none of them less'}. "
        + ("No settings were found that fit; take a smaller model. " if fits is None else f"What fits: {words_of(fits)}. ")
        + "--no-memory-check (memory_check=False) tries it all the same"
    )


def precision(
    dtype: str | None, load_in_4bit: bool, lora_rank: int | None, vllm: bool, options: Mapping[str, Any]
) -> dict[str, Any]:
    """TRL's options with bf16 and fp16 as `dtype` says, unchanged for None.

    Raises ValueError for what does not go together, ModuleNotFoundError where 4-bit weights need bitsandbytes.
    """
    if dtype is not None and dtype not in DTYPES:
        raise ValueError(f"dtype should be one of {', '.join(DTYPES)}, got {dtype!r}")
    if dtype is not None and {"bf16", "fp16"} & set(options):
        raise ValueError("dtype sets bf16 and fp16: give one or the other")
    device = hardware.gpu()
    if dtype == "fp16" and device is None:
        raise ValueError("fp16 needs a GPU: take bf16 or fp32 on a CPU")
    if dtype == "bf16" and device is not None and not device.bf16:
        raise ValueError(f"{device.name} does not compute in bf16: take fp16")
    if load_in_4bit:
        from rlve.extras import need

        if lora_rank is None:
            raise ValueError("4-bit weights cannot be trained: train adapters beside them (lora_rank)")
        if vllm:
            raise ValueError(
                "4-bit weights do not go with vLLM here: for each step the adapters would be merged into them, rounded, and "
                "taken out again; leave out one of the two"
            )
        need("bitsandbytes", extra="quantized")
    return {**options, **({} if dtype is None else {"bf16": dtype == "bf16", "fp16": dtype == "fp16"})}


def full_adapters(model: Any) -> None:
    """Give the adapters of a 4-bit model, which TRL has made bfloat16, their float32 back: small steps would be lost to rounding,
    and fp16 could not scale their gradients.
    """
    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.data = parameter.data.float()
