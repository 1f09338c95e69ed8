"""How much GPU memory a training needs: computed from the model's shape, not measured on a GPU.

What is kept for the backward pass was counted tensor by tensor for Qwen2 models of torch, transformers and PEFT as pinned here
(tests/test_memory.py repeats the count); what CUDA, its libraries and vLLM's engine take beside that is assumed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from transformers import PretrainedConfig

GB = 1e9
BASE = 1.0  # GB that CUDA and its libraries take
ENGINE = 1.5  # GB that vLLM takes beside its weights and its cache
TILE_TOKENS, TILE_ENTRIES = (
    4096,
    32768,
)  # TRL works out log-probabilities in tiles of so many tokens and entries of the vocabulary
FOUR_BITS = 0.52  # bytes a number in NF4, with its twice quantised scales
PROMPT = 1024
"""Tokens of a prompt that are counted on; the environments' prompts have at most some 2,600 characters up to level 12."""


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

    def adapter(self, rank: int) -> int:
        """Parameters of LoRA adapters on all linear layers."""
        return rank * self.sides


def qwen2(
    hidden: int,
    layers: int,
    intermediate: int,
    heads: int,
    key_value_heads: int,
    *,
    vocabulary: int = 151_936,
    tied: bool = True,
) -> Shape:
    """The shape of a Qwen2 model: biases on queries, keys and values. tied: one embedding serves input and output."""
    width = hidden // heads * key_value_heads
    linear = layers * (2 * hidden * hidden + 2 * hidden * width + 3 * hidden * intermediate)
    biases_and_norms = layers * (hidden + 2 * width + 2 * hidden) + hidden
    return Shape(
        hidden=hidden,
        layers=layers,
        intermediate=intermediate,
        heads=heads,
        queries=hidden,
        key_values=width,
        vocabulary=vocabulary,
        parameters=(1 if tied else 2) * vocabulary * hidden + linear + biases_and_norms,
        linear=linear,
        sides=layers * (4 * hidden + 2 * (hidden + width) + 3 * (hidden + intermediate)),
    )


SIZES = {
    "0.5B": qwen2(896, 24, 4864, 14, 2),
    "1.5B": qwen2(1536, 28, 8960, 12, 2),
    "3B": qwen2(2048, 36, 11008, 16, 2),
    "7B": qwen2(3584, 28, 18944, 28, 4, vocabulary=152_064, tied=False),
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
        hidden, layers, heads = text.hidden_size, text.num_hidden_layers, text.num_attention_heads
        vocabulary = text.vocab_size
        with torch.device("meta"):
            model = AutoModelForCausalLM.from_config(config)
    except (AttributeError, ValueError) as error:
        raise ValueError(f"no decoder of a known kind: {str(error).splitlines()[0]}") from error
    layers_of = [
        m for m in model.modules() if type(m).__name__ in ("Linear", "Conv1D") and m is not model.get_output_embeddings()
    ]
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
        linear=sum(layer.weight.numel() for layer in layers_of),
        sides=sum(sum(layer.weight.shape) for layer in layers_of),
    )


def memory_need(
    shape: Shape,
    *,
    rollouts: int,
    at_once: int,
    completion_length: int,
    prompt_length: int = PROMPT,
    lora_rank: int | None = 16,
    dtype: str = "bf16",
    gradient_checkpointing: bool = False,
    load_in_4bit: bool = False,
    vllm: float | None = None,
    sleep: bool = False,
) -> dict[str, float]:
    """Gigabytes by what takes them, and their peak.

    rollouts: completions of a step, written together. at_once: in one forward and backward pass. Lengths in tokens, prompts
    taken as all of prompt_length. lora_rank: None for all weights, which are then kept in float32. vllm: the gigabytes that
    are vLLM's; None where transformers writes. sleep: vLLM gives them back while the model learns.

    weights: the model's. trained: what is trained, its gradients and Adam's two moments, without weights counted above.
    writing: the cache of keys and values and the pass over the prompts, or vLLM's share. learning: what the backward pass
    needs. Writing and learning take turns; only a vLLM that does not sleep keeps its share all the time.
    """
    parts = {
        "weights": weights(shape, lora_rank, dtype, load_in_4bit),
        "trained": _trained(shape, lora_rank),
        "writing": _writing(shape, rollouts, prompt_length, completion_length, lora_rank, dtype) / GB if vllm is None else vllm,
        "learning": _learning(shape, at_once, prompt_length, completion_length, lora_rank, dtype, gradient_checkpointing) / GB,
    }
    turns = parts["writing"], parts["learning"]
    together = sum(turns) if vllm is not None and not sleep else max(turns)
    unpacked = 2 * 2 * shape.hidden * shape.intermediate / GB if load_in_4bit else 0.0  # a layer's weights, in half precision
    return {**parts, "peak": BASE + parts["weights"] + parts["trained"] + together + unpacked}


def engine_need(shape: Shape, sequences: int, length: int) -> float:
    """Gigabytes that vLLM needs: a copy of the weights, in half precision, and a cache for so many sequences of that length."""
    return ENGINE + 2 * shape.parameters / GB + sequences * _cache(shape, length, 2) / GB


def weights(shape: Shape, lora_rank: int | None, dtype: str, load_in_4bit: bool) -> float:
    """Gigabytes of the model's weights as they are kept in training."""
    width = 4 if lora_rank is None or dtype == "fp32" else 2
    packed = shape.linear if load_in_4bit else 0
    return (packed * FOUR_BITS + (shape.parameters - packed) * width) / GB


def _trained(shape: Shape, lora_rank: int | None) -> float:
    if lora_rank is None:
        return 12 * shape.parameters / GB
    return 16 * shape.adapter(lora_rank) / GB


def _cache(shape: Shape, length: int, width: int) -> float:
    return length * shape.layers * 2 * shape.key_values * width


def _writing(shape: Shape, rollouts: int, prompt: int, completion: int, lora_rank: int | None, dtype: str) -> float:
    width = 4 if lora_rank is None or dtype == "fp32" else 2
    reading = prompt * (4 * width * shape.intermediate + 12 * shape.hidden) + _cache(shape, prompt, width)
    return rollouts * max(reading, _cache(shape, prompt + completion, width) + 16 * shape.vocabulary)


def _learning(
    shape: Shape, at_once: int, prompt: int, completion: int, lora_rank: int | None, dtype: str, checkpointing: bool
) -> float:
    length = prompt + completion
    small = 4 * shape.heads + 8 + 2 * length  # statistics of softmax and norms; the mask, a row for each token
    if lora_rank is None:
        layer = 26 * shape.hidden + 8 * shape.queries + 8 * shape.intermediate + small
        halves, residual = 2 * shape.linear, 4 * shape.hidden  # weights in half precision, for the pass
    else:
        layer = 18 * shape.hidden + 10 * shape.queries + 8 * shape.intermediate + 14 * lora_rank + small
        halves, residual = 2 * shape.adapter(lora_rank), 2 * shape.hidden
    if checkpointing:  # each layer's input, and one layer worked out again
        saved, halves = shape.layers * residual + 2 * layer, halves / shape.layers
    else:
        saved = (shape.layers + 1) * layer  # the last for what the backward pass adds
    head = 2 * min(at_once * completion, TILE_TOKENS) * TILE_ENTRIES + 8 * at_once * completion * shape.hidden
    if lora_rank is None:
        head += 4 * shape.vocabulary * shape.hidden  # the output layer's gradient
    return (2 if dtype == "fp32" else 1) * (at_once * length * saved + halves + head)


def in_words(parts: dict[str, float]) -> str:
    """The parts of `memory_need` and their sum, in one line."""
    named: dict[str, Any] = {name: f"{size:.1f}" for name, size in parts.items()}
    return (
        f"{named['peak']} GB: weights {named['weights']}, trained {named['trained']}, writing {named['writing']}, "
        f"learning {named['learning']}, CUDA {BASE:.1f}"
    )
