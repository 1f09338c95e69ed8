"""Settings that fit a model on a GPU, from the memory that `rlve.models.memory` computes; docs/gpus.md shows them as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import ceil, floor
from typing import Any, NamedTuple

from rlve.models.memory import PROMPT, SIZES, Shape, engine_need, memory_need

DTYPES = ("bf16", "fp16", "fp32")
CLASSES = {16: 15, 24: 22, 40: 39, 80: 79, 140: 139}
"""GPUs by the gigabytes they are sold with, and what can be counted on."""
EXAMPLES = {16: "T4", 24: "L4, RTX 4090", 40: "A100", 80: "A100, H100", 140: "H200"}
LENGTHS = {16: 512, 24: 1024, 40: 2048, 80: 4096, 140: 8192}
"""Tokens of a completion at most, where there is room."""
PATIENCE = 2048  # the same where transformers writes, one token after the other without an engine's tricks
ROOM = 0.85  # share of the memory that settings may fill; the rest is for fragments, and for what an estimate misses
AT_ONCE = (16, 8, 4, 2, 1)
SEQUENCES = 16  # of full length, that vLLM's cache should hold at the least


class Gpu(NamedTuple):
    """memory: in gigabytes of 1e9 bytes. bf16: whether it computes in bfloat16."""

    name: str
    memory: float
    bf16: bool


def gpu() -> Gpu | None:
    """The GPU that this process computes on; None on a CPU."""
    import torch

    if not torch.cuda.is_available():
        return None
    properties = torch.cuda.get_device_properties(torch.cuda.current_device())
    return Gpu(properties.name, properties.total_memory / 1e9, torch.cuda.is_bf16_supported(including_emulation=False))


@dataclass(frozen=True)
class Row:
    """Settings of a training, by the names that `rlve.training.train` and TRL give them, for a class of GPUs.

    vllm_gpu_memory_utilization: vLLM's share of the memory; None where transformers writes. vllm_max_model_length: tokens of
    prompt and completion together; longer prompts are skipped.
    """

    prompts_per_step: int
    rollouts_per_prompt: int
    completion_length: int
    rollouts_at_once: int
    lora_rank: int | None
    dtype: str
    gradient_checkpointing: bool = False
    load_in_4bit: bool = False
    vllm_gpu_memory_utilization: float | None = None
    vllm_max_model_length: int | None = None
    vllm_enable_sleep_mode: bool = False

    def settings(self) -> dict[str, Any]:
        """As keyword arguments of `train`; those of vLLM only where it writes."""
        return {
            name: value
            for name, value in asdict(self).items()
            if self.vllm_gpu_memory_utilization is not None or not name.startswith("vllm_")
        }

    def need(self, shape: Shape, memory: float) -> dict[str, float]:
        """What it takes on a GPU of so many gigabytes (`rlve.models.memory.memory_need`)."""
        share = self.vllm_gpu_memory_utilization
        return memory_need(
            shape,
            rollouts=self.prompts_per_step * self.rollouts_per_prompt,
            at_once=self.rollouts_at_once,
            completion_length=self.completion_length,
            lora_rank=self.lora_rank,
            dtype=self.dtype,
            gradient_checkpointing=self.gradient_checkpointing,
            load_in_4bit=self.load_in_4bit,
            vllm=None if share is None else share * memory,
            sleep=self.vllm_enable_sleep_mode,
        )


def class_of(memory: float) -> int:
    """The largest class of GPUs that is not larger than `memory` gigabytes; the smallest for less."""
    return max((name for name, usable in CLASSES.items() if usable <= memory), default=min(CLASSES))


def row(
    shape: Shape,
    memory: float,
    *,
    bf16: bool = True,
    vllm: bool = False,
    context: int | None = None,
    given: Mapping[str, Any] | None = None,
) -> Row | None:
    """The settings for a model on a GPU, or None where nothing was found that fits.

    given: settings that are fixed, by the names of `Row`; the others are chosen around them. context: the tokens the model was
    made for. Given up in this order until it fits: a vLLM that need not sleep, many completions at once, no checkpointing
    (two at once at the least), the longer completions, 16 prompts a step, weights of 16 bits.
    """
    given = {name: value for name, value in (given or {}).items() if name in Row.__dataclass_fields__}
    kind = class_of(memory)
    usable = min(memory, CLASSES[kind])
    most = LENGTHS[kind] if vllm else min(LENGTHS[kind], PATIENCE)
    if context is not None:
        most = min(most, max(context // 2, context - PROMPT))
    first = Row(
        prompts_per_step=16,
        rollouts_per_prompt=8,
        completion_length=most,
        rollouts_at_once=1,
        lora_rank=16,
        dtype="bf16" if bf16 else "fp16",
    )
    first = replace(first, **given)
    for packed in _choices(given, "load_in_4bit", (False,) if vllm or first.lora_rank is None else (False, True)):
        for prompts in _choices(given, "prompts_per_step", (16, 8, 4, 2)):
            for length in _choices(given, "completion_length", (most, -(-most // 2))):
                basis = replace(first, prompts_per_step=prompts, completion_length=length, load_in_4bit=packed)
                if found := _fitted(basis, shape, usable, given, vllm):
                    length = found.vllm_max_model_length
                    return found if None in (context, length) else replace(found, vllm_max_model_length=min(context, length))
    return None


def _choices(given: Mapping[str, Any], name: str, others: Any) -> Any:
    return (given[name],) if name in given else others


def _fitted(basis: Row, shape: Shape, usable: float, given: Mapping[str, Any], vllm: bool) -> Row | None:
    """`basis` with the micro-batch, checkpointing and vLLM's share with which it fits, or None."""
    rollouts = basis.prompts_per_step * basis.rollouts_per_prompt
    sizes = [size for size in AT_ONCE if rollouts % size == 0]
    ways = [(size, False) for size in sizes if size > 1] + [(size, True) for size in sizes] + [(1, False)]
    for at_once, checkpointing in ways:
        if "gradient_checkpointing" in given and checkpointing != given["gradient_checkpointing"]:
            continue
        if "rollouts_at_once" in given:
            at_once = given["rollouts_at_once"]
        found = replace(basis, rollouts_at_once=at_once, gradient_checkpointing=checkpointing)
        for sleep in _choices(given, "vllm_enable_sleep_mode", (False, True)) if vllm else (False,):
            shared = _share(replace(found, vllm_enable_sleep_mode=sleep), shape, usable, given) if vllm else found
            if shared is not None and shared.need(shape, usable)["peak"] <= ROOM * usable:
                return shared
    return None


def _share(found: Row, shape: Shape, usable: float, given: Mapping[str, Any]) -> Row | None:
    """`found` with vLLM's share: what all completions of a step need, or less where there is less, but enough for some."""
    length = PROMPT + found.completion_length
    found = replace(found, vllm_max_model_length=given.get("vllm_max_model_length", length))
    if (fixed := given.get("vllm_gpu_memory_utilization")) is not None:
        return replace(found, vllm_gpu_memory_utilization=fixed)
    alone = replace(found, vllm_gpu_memory_utilization=0.0)
    parts = alone.need(shape, usable)
    free = ROOM * usable - (parts["peak"] if not found.vllm_enable_sleep_mode else parts["peak"] - parts["learning"])
    rollouts = found.prompts_per_step * found.rollouts_per_prompt
    least, best = (engine_need(shape, count, length) for count in (min(SEQUENCES, rollouts), rollouts))
    twentieths = min(floor(20 * free / usable), ceil(20 * best / usable))
    if twentieths * usable / 20 < least:
        return None
    return replace(found, vllm_gpu_memory_utilization=twentieths / 20)


def table(*, vllm: bool) -> list[dict[str, Any]]:
    """The rows of docs/gpus.md: each size of `rlve.models.memory.SIZES` on each class of GPUs; `row` is None where none fits."""
    return [
        {"size": size, "gpu": kind, "row": found, "need": None if found is None else found.need(shape, usable)["peak"]}
        for size, shape in SIZES.items()
        for kind, usable in CLASSES.items()
        for found in [row(shape, usable, bf16=kind > 16, vllm=vllm)]
    ]


def table_lines(*, vllm: bool) -> list[str]:
    """`table` in Markdown."""
    heads = ["model", "GPU, GB", "LoRA rank", "dtype", "weights", "prompts", "tokens of an answer", "max length", "at once"]
    heads += ["checkpointing", *(["vLLM's share", "sleeps"] if vllm else []), "GB computed"]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for entry in table(vllm=vllm):
        place = f"{entry['gpu']} ({EXAMPLES[entry['gpu']]})"
        if (found := entry["row"]) is None:
            lines.append(f"| {entry['size']} | {place} | does not fit {'| ' * (len(heads) - 2)}".rstrip() + "")
            continue
        cells = [found.lora_rank, found.dtype, "4-bit" if found.load_in_4bit else "16-bit", found.prompts_per_step]
        cells += [found.completion_length, PROMPT + found.completion_length, found.rollouts_at_once]
        cells += ["yes" if found.gradient_checkpointing else "no"]
        if vllm:
            cells += [f"{found.vllm_gpu_memory_utilization:.2f}", "yes" if found.vllm_enable_sleep_mode else "no"]
        lines.append(f"| {entry['size']} | {place} | {' | '.join(map(str, cells))} | {entry['need']:.1f} |")
    return lines


def words_of(found: Row) -> str:
    """A row in one line."""
    words = [
        "all weights" if found.lora_rank is None else f"LoRA of rank {found.lora_rank}",
        found.dtype + (" with 4-bit weights" if found.load_in_4bit else ""),
        f"{found.prompts_per_step} prompts x {found.rollouts_per_prompt} rollouts",
        f"completions of {found.completion_length} tokens",
        f"{found.rollouts_at_once} at once",
        "checkpointing" if found.gradient_checkpointing else "no checkpointing",
    ]
    if (share := found.vllm_gpu_memory_utilization) is not None:
        words.append(
            f"vLLM with {share:.0%} of the memory{', asleep while the model learns' if found.vllm_enable_sleep_mode else ''}"
        )
    return ", ".join(words)
