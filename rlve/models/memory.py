"""Settings that fit a model on a GPU: computed from the model's shape, not measured on a GPU. docs/gpus.md shows them as a table.

What is kept for the backward pass was counted tensor by tensor for Qwen2 models of torch, transformers and PEFT as pinned here
(tests/test_memory.py repeats the count); what CUDA, its libraries and vLLM's engine take beside that is assumed. Settings have
the names and values of TRL and PEFT; lora_r is None or 0 where all weights are trained.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rlve.errors import RequestError
from rlve.runs import processes

if TYPE_CHECKING:
    from transformers import PretrainedConfig

GB = 1e9
BASE = 1.0  # GB that CUDA and its libraries take
ENGINE = 1.5  # GB that vLLM takes beside its weights and its cache
TILE_TOKENS, TILE_ENTRIES = 4096, 32768  # tokens, and entries of the vocabulary, of TRL's tiles of log-probabilities
FOUR_BITS = 0.52  # bytes a number in NF4, with its twice quantised scales
PROMPT = 1024
"""Tokens of a prompt that are counted on; the environments' prompts have at most some 2,600 characters up to level 12."""

CLASSES = {16: 15, 24: 22, 40: 39, 80: 79, 140: 139}
"""GPUs by the gigabytes they are sold with, and what can be counted on."""
EXAMPLES = {16: "T4", 24: "L4, RTX 4090", 40: "A100", 80: "A100, H100", 140: "H200"}
LENGTHS = {16: 512, 24: 1024, 40: 2048, 80: 4096, 140: 8192}
"""Tokens of a completion at most, where there is room."""
SLOW_LENGTH = 2048  # the same where transformers writes, one token after the other without an engine's tricks
ROOM = 0.85  # share of the memory that settings may fill; the rest is for fragments, and for what an estimate misses
BATCHES = (16, 8, 4, 2, 1)
SEQUENCES = 16  # of full length, that vLLM's cache should hold at the least
SMALL = 10_000_000  # parameters of a model for which nothing needs to be chosen
DTYPES = ("bfloat16", "float16", "float32")

DEFAULTS: Mapping[str, Any] = {
    "prompts_per_step": 16,
    "num_generations": 8,
    "max_completion_length": 48,
    "per_device_train_batch_size": None,  # all completions of a step
    "lora_r": 0,
    "dtype": None,  # as the weights were saved: two bytes a number
    "gradient_checkpointing": False,
    "load_in_4bit": False,
    "use_vllm": False,
    "vllm_gpu_memory_utilization": 0.3,
    "vllm_max_model_length": None,
    "vllm_enable_sleep_mode": False,
}
"""The settings that matter for the memory, as they are where nobody gives them."""


def _given(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that matter here and are given. None is no value, but of lora_r it is 0, all weights."""
    all_weights = {"lora_r": 0} if "lora_r" in settings else {}
    return all_weights | {name: value for name, value in settings.items() if name in DEFAULTS and value is not None}


class Shape(NamedTuple):
    """A decoder's sizes. linear: numbers in the linear layers that adapters are put on, all but the output layer.

    sides: inputs and outputs of those layers, summed: an adapter of rank 1 has as many parameters. queries, key_values: the
    width of all heads together.
    """

    hidden: int
    layers: int
    intermediate: int
    heads: int
    queries: int
    key_values: int
    vocabulary: int
    parameters: int
    linear: int
    sides: int

    def cache(self, tokens: int, width: int) -> int:
        """Bytes of the keys and values of so many tokens, at `width` bytes a number."""
        return tokens * self.layers * 2 * self.key_values * width


SIZES = {
    "0.5B": Shape(896, 24, 4864, 14, 896, 128, 151_936, 494_032_768, 357_826_560, 549_888),
    "1.5B": Shape(1536, 28, 8960, 12, 1536, 256, 151_936, 1_543_714_304, 1_310_195_712, 1_154_048),
    "3B": Shape(2048, 36, 11008, 16, 2048, 256, 151_936, 3_085_938_688, 2_774_532_096, 1_870_848),
    "7B": Shape(3584, 28, 18944, 28, 3584, 512, 152_064, 7_615_616_512, 6_525_288_448, 2_523_136),
}
"""Qwen2.5 by its names for its sizes; the reasoning models of 1.5B and 7B that were made from it are close."""


def shape_of(config: PretrainedConfig) -> Shape:
    """The shape of any causal language model of transformers, counted on a model without weights.

    Raises ValueError for one whose configuration names no layers, heads or widths.
    """
    import torch
    from transformers import AutoModelForCausalLM

    text = config.get_text_config()
    try:
        hidden, layers, heads, vocabulary = text.hidden_size, text.num_hidden_layers, text.num_attention_heads, text.vocab_size
        with torch.device("meta"):
            model = AutoModelForCausalLM.from_config(config)
    except (AttributeError, ValueError) as error:
        raise RequestError(f"no decoder of a known kind: {str(error).splitlines()[0]}") from error
    output = model.get_output_embeddings()
    weights = [m.weight for m in model.modules() if type(m).__name__ in ("Linear", "Conv1D") and m is not output]
    head = getattr(text, "head_dim", None) or hidden // heads
    return Shape(
        hidden=hidden,
        layers=layers,
        intermediate=getattr(text, "intermediate_size", None) or 4 * hidden,
        heads=heads,
        queries=heads * head,
        key_values=(getattr(text, "num_key_value_heads", None) or heads) * head,
        vocabulary=vocabulary,
        parameters=model.num_parameters(),
        linear=sum(weight.numel() for weight in weights),
        sides=sum(sum(weight.shape) for weight in weights),
    )


def shape_at(source: str) -> tuple[Shape, int | None] | None:
    """The shape of the model that `rlve.models.load` would load, and the tokens it was made for; None where that is not known."""
    from transformers import AutoConfig

    from rlve.models.loading import TINY, of_run

    place = TINY if source == "tiny" else of_run(source)
    adapter = Path(place) / "adapter_config.json"
    if adapter.is_file():
        return shape_at(json.loads(adapter.read_text("utf-8"))["base_model_name_or_path"])
    try:
        config = AutoConfig.from_pretrained(place)
        return shape_of(config), getattr(config.get_text_config(), "max_position_embeddings", None)
    except (OSError, ValueError):
        return None  # where something is missing, `load` will say it


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
    return Gpu(properties.name, properties.total_memory / GB, torch.cuda.is_bf16_supported(including_emulation=False))


def class_of(memory: float) -> int:
    """The largest class of GPUs that is not larger than `memory` gigabytes; the smallest for less."""
    return max((name for name, usable in CLASSES.items() if usable <= memory), default=min(CLASSES))


def memory_need(shape: Shape, settings: Mapping[str, Any], memory: float = 0.0, prompt: int = PROMPT) -> dict[str, float]:
    """Gigabytes by what takes them, and their peak, on a GPU of `memory` gigabytes, for prompts of `prompt` tokens.

    weights: the model's, in float32 where all are trained. trained: what is trained, its gradients and Adam's two moments,
    without weights counted above. writing: the cache of keys and values and the pass over the prompts of a step, which are
    written together, or vLLM's share. learning: what the backward pass needs. Writing and learning take turns; only a vLLM that
    does not sleep keeps its share all the time.
    """
    s = {**DEFAULTS, **_given(settings)}
    rollouts, length = s["prompts_per_step"] * s["num_generations"], prompt + s["max_completion_length"]
    width = 2 if s["lora_r"] and s["dtype"] != "float32" else 4
    packed = shape.linear if s["load_in_4bit"] else 0
    written = rollouts * _writing(shape, prompt, s["max_completion_length"], width)
    parts = {
        "weights": (packed * FOUR_BITS + (shape.parameters - packed) * width) / GB,
        "trained": (16 * s["lora_r"] * shape.sides if s["lora_r"] else 12 * shape.parameters) / GB,
        "writing": s["vllm_gpu_memory_utilization"] * memory if s["use_vllm"] else written / GB,
        "learning": _learning(shape, s, min(s["per_device_train_batch_size"] or rollouts, rollouts), length) / GB,
    }
    turns = parts["writing"], parts["learning"]
    together = sum(turns) if s["use_vllm"] and not s["vllm_enable_sleep_mode"] else max(turns)
    unpacked = 4 * shape.hidden * shape.intermediate / GB if packed else 0.0  # a layer's weights, in half precision
    return {**parts, "peak": BASE + parts["weights"] + parts["trained"] + together + unpacked}


def _writing(shape: Shape, prompt: int, completion: int, width: int) -> int:
    """Bytes for one completion: the pass over its prompt, or the cache when it is written out, whichever is more."""
    reading = prompt * (4 * width * shape.intermediate + 12 * shape.hidden) + shape.cache(prompt, width)
    return max(reading, shape.cache(prompt + completion, width) + 16 * shape.vocabulary)


def answers_at_once(model: str, max_completion_length: int) -> int | None:
    """How many completions of that length transformers can write at once on the GPU at hand, in half precision; None on a CPU
    and for a model whose shape is not known. ValueError where not even one fits.
    """
    device = gpu()
    if device is None or (known := shape_at(model)) is None:
        return None
    shape = known[0]
    weights, each = 2 * shape.parameters / GB, _writing(shape, PROMPT, max_completion_length, 2) / GB
    number = floor((ROOM * device.memory - BASE - weights) / each)
    if number < 1:
        raise RequestError(
            f"this model does not fit: its weights need {weights:.1f} GB, one completion {each:.1f} and CUDA {BASE:.1f} "
            f"(computed), and {device.name} has {device.memory:.1f} GB: take a smaller model, or fewer max_completion_length"
        )
    return number


def _learning(shape: Shape, s: Mapping[str, Any], batch: int, length: int) -> float:
    small = 4 * shape.heads + 8 + 2 * length  # statistics of softmax and norms; the mask, a row for each token
    if rank := s["lora_r"]:
        layer = 18 * shape.hidden + 10 * shape.queries + 8 * shape.intermediate + 14 * rank + small
        halves, residual = 2 * rank * shape.sides, 2 * shape.hidden
    else:
        layer = 26 * shape.hidden + 8 * shape.queries + 8 * shape.intermediate + small
        halves, residual = 2 * shape.linear, 4 * shape.hidden  # weights in half precision, for the pass
    if s["gradient_checkpointing"]:  # each layer's input, and one layer worked out again
        saved, halves = shape.layers * residual + 2 * layer, halves / shape.layers
    else:
        saved = (shape.layers + 1) * layer  # the last for what the backward pass adds
    answers = batch * s["max_completion_length"]
    head = 2 * min(answers, TILE_TOKENS) * TILE_ENTRIES + 8 * answers * shape.hidden
    if not rank:
        head += 4 * shape.vocabulary * shape.hidden  # the output layer's gradient
    return (2 if s["dtype"] == "float32" else 1) * (batch * length * saved + halves + head)


def engine_need(shape: Shape, sequences: int, length: int) -> float:
    """Gigabytes that vLLM needs: a copy of the weights, in half precision, and a cache for so many sequences of that length."""
    return ENGINE + (2 * shape.parameters + shape.cache(sequences * length, 2)) / GB


def row(
    shape: Shape, memory: float, *, bf16: bool, use_vllm: bool, context: int | None = None, given: Mapping[str, Any] | None = None
) -> dict[str, Any] | None:
    """The settings for a model on a GPU, or None where nothing was found that fits.

    given: settings that are fixed; the others are chosen around them. context: the tokens the model was made for. Given up in
    this order until it fits: a vLLM that need not sleep, many completions in a batch, no checkpointing (a batch of two at the
    least), the longer completions, 16 prompts a step, weights of 16 bits.
    """
    given = {**_given(given or {}), "use_vllm": use_vllm}
    kind = class_of(memory)
    usable = min(memory, CLASSES[kind])
    most = LENGTHS[kind] if use_vllm else min(LENGTHS[kind], SLOW_LENGTH)
    if context is not None:
        most = min(most, max(context // 2, context - PROMPT))
    first = {**DEFAULTS, "lora_r": 16, "dtype": "bfloat16" if bf16 else "float16"}
    choices = product(
        (False,) if use_vllm or not given.get("lora_r", 16) else (False, True),
        (16, 8, 4, 2),
        (most, -(-most // 2)),
        [(batch, False) for batch in BATCHES if batch > 1] + [(batch, True) for batch in BATCHES],
        (False, True) if use_vllm else (False,),
    )
    for packed, prompts, length, (batch, checkpointing), sleeps in choices:
        found = first | {"load_in_4bit": packed, "prompts_per_step": prompts, "max_completion_length": length}
        found |= {"per_device_train_batch_size": batch, "gradient_checkpointing": checkpointing}
        found |= {"vllm_enable_sleep_mode": sleeps, **given}
        if found["prompts_per_step"] * found["num_generations"] % found["per_device_train_batch_size"]:
            continue
        if use_vllm:
            tokens = PROMPT + found["max_completion_length"]
            share = _vllm_share(shape, found, usable, tokens)
            found |= {"vllm_gpu_memory_utilization": share, "vllm_max_model_length": min(tokens, context or tokens), **given}
        if found["vllm_gpu_memory_utilization"] and memory_need(shape, found, usable)["peak"] <= ROOM * usable:
            return found if use_vllm else {name: value for name, value in found.items() if not name.startswith("vllm_")}
    return None


def _vllm_share(shape: Shape, found: Mapping[str, Any], usable: float, length: int) -> float:
    """vLLM's share: what all completions of a step need, or less where there is less; 0 where it is not enough for some."""
    parts = memory_need(shape, {**found, "vllm_gpu_memory_utilization": 0.0}, usable)
    free = ROOM * usable - parts["peak"] + (parts["learning"] if found["vllm_enable_sleep_mode"] else 0.0)
    rollouts = found["prompts_per_step"] * found["num_generations"]
    least, best = (engine_need(shape, count, length) for count in (min(SEQUENCES, rollouts), rollouts))
    share = min(floor(20 * free / usable), ceil(20 * best / usable)) / 20
    return share if share * usable >= least else 0.0


def words(settings: Mapping[str, Any]) -> str:
    """Settings as options of the command line."""
    chosen = {name: value for name, value in settings.items() if value is not None and value is not False}
    return " ".join("--" + name.replace("_", "-") + ("" if value is True else f" {value}") for name, value in chosen.items())


def choose(model: str, given: Mapping[str, Any], use_vllm: bool) -> tuple[dict[str, Any], str | None]:
    """Settings for the GPU at hand, and words on how they came about; ({}, None) on a CPU and for a small model.

    given: settings that somebody asked for; they stay, and the others are chosen around them. Where nothing fits nothing is
    chosen, and the words say so; `check_fits` then says what is needed.
    """
    device = gpu()
    known = None if device is None else shape_at(model)
    if device is None or known is None or known[0].parameters < SMALL:
        return {}, None
    shape, context = known
    found = row(shape, device.memory, bf16=device.bf16, use_vllm=use_vllm, context=context, given=given)
    kind = f"{shape.parameters / 1e9:.2g} billion parameters on {device.name} ({device.memory:.1f} GB)"
    if found is None:
        return {}, f"{kind}: no settings were found that fit beside those you gave"
    sold = class_of(device.memory)
    need = memory_need(shape, found, min(device.memory, CLASSES[sold]))["peak"]
    said = (
        f"settings for {kind}, by the row for GPUs of {sold} GB in docs/gpus.md (computed, not measured):\n"
        f"  {words(found)}\n  needs about {need:.1f} GB"
    )
    kept = ", ".join(f"{name}={given[name]}" for name in found if name in given)
    return found, f"{said}\n  yours, kept: {kept}" if kept else said


def check_fits(model: Any, settings: Mapping[str, Any]) -> None:
    """ValueError, with what to change, for a training that cannot fit on the GPU at hand. Nothing is checked on a CPU, for a
    model that is in memory already, and for one whose shape is not known.
    """
    device = gpu()
    if device is None or not isinstance(model, str) or (known := shape_at(model)) is None:
        return
    plan = {**DEFAULTS, **_given(settings)}

    def need(change: Mapping[str, Any]) -> dict[str, float]:
        changed = {**plan, **change}
        own = max(1, changed["prompts_per_step"] // processes.count())
        return memory_need(known[0], {**changed, "prompts_per_step": own}, device.memory)

    parts = need({})
    if (peak := parts.pop("peak")) <= device.memory:
        return
    changes: list[dict[str, Any]] = [{"lora_r": 16}, {"per_device_train_batch_size": 1}, {"gradient_checkpointing": True}]
    changes += [{name: max(1, plan[name] // 2)} for name in ("max_completion_length", "prompts_per_step")]
    changes += [{"vllm_enable_sleep_mode": True}] if plan["use_vllm"] else [{"load_in_4bit": True}] if plan["lora_r"] else []
    peaks = sorted((need(change)["peak"], words(change)) for change in changes)
    helps = [f"{change} {smaller:.1f} GB" for smaller, change in peaks if smaller < peak]
    fits = row(known[0], device.memory, bf16=device.bf16, use_vllm=plan["use_vllm"])
    raise RequestError(
        f"this training does not fit: it needs about {peak:.1f} GB: "
        f"{', '.join(f'{part} {size:.1f}' for part, size in parts.items())}, CUDA {BASE:.1f} (computed), and {device.name} has "
        f"{device.memory:.1f} GB. One change alone would make it: {'; '.join(helps) or 'none of them less'}. "
        + ("No settings were found that fit; take a smaller model. " if fits is None else f"What fits: {words(fits)}. ")
        + "--no-memory-check (memory_check=False) tries it all the same"
    )


def mixed_precision(dtype: str | None) -> dict[str, bool]:
    """TRL's options bf16 and fp16 as `dtype` says, none for None; ValueError for what the device cannot do."""
    if dtype is None:
        return {}
    if dtype not in DTYPES:
        raise RequestError(f"dtype should be one of {', '.join(DTYPES)}, got {dtype!r}")
    device = gpu()
    if dtype == "float16" and device is None:
        raise RequestError("float16 needs a GPU: take bfloat16 or float32 on a CPU")
    if dtype == "bfloat16" and device is not None and not device.bf16:
        raise RequestError(f"{device.name} does not compute in bfloat16: take float16")
    return {"bf16": dtype == "bfloat16", "fp16": dtype == "float16"}


def check_4bit(lora_r: int | None, use_vllm: bool) -> None:
    """ValueError where 4-bit weights do not go with the other settings, ModuleNotFoundError where bitsandbytes is missing."""
    from rlve.extras import need

    if not lora_r:
        raise RequestError("4-bit weights cannot be trained: train adapters beside them (--lora-r 16)")
    if use_vllm:
        raise RequestError(
            "4-bit weights do not go with vLLM here: for each step the adapters would be merged into them, rounded, and "
            "taken out again; leave out one of the two"
        )
    need("bitsandbytes", extra="quantized")


def full_adapters(model: Any) -> None:
    """Give the adapters of a 4-bit model, which TRL has made bfloat16, their float32 back: small steps would be lost to rounding,
    and fp16 could not scale their gradients.
    """
    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.data = parameter.data.float()
