"""How much GPU memory a LoRA training of a Qwen2.5 model needs: computed from its shape, not measured."""

from __future__ import annotations

from typing import NamedTuple

GB = 1e9
HALF, ADAM = 2, 16  # bytes a number: bfloat16; float32 with its gradient and Adam's two moments
SAVED = 2.4  # bytes kept for the backward pass for each of the 8 hidden + 4 intermediate numbers a token and layer
LOGIT = 10  # bytes for each entry of the logits: bfloat16, a float32 copy, gradients
BASE = 1.0  # GB taken by CUDA and its libraries


class Shape(NamedTuple):
    """A Qwen2.5 model: one embedding for input and output, biases on queries, keys and values."""

    hidden: int
    layers: int
    intermediate: int
    heads: int
    key_value_heads: int
    vocabulary: int = 151_936

    @property
    def key_value(self) -> int:
        """Width of the keys, and of the values."""
        return self.hidden // self.heads * self.key_value_heads

    @property
    def parameters(self) -> int:
        """Their number."""
        h, kv = self.hidden, self.key_value
        layer = 2 * h * h + h + 2 * (h + 1) * kv + 3 * h * self.intermediate + 2 * h
        return self.vocabulary * h + self.layers * layer + h

    def adapter(self, rank: int) -> int:
        """Parameters of LoRA adapters on all linear layers."""
        h, kv = self.hidden, self.key_value
        return self.layers * rank * (4 * h + 2 * (h + kv) + 3 * (h + self.intermediate))


SHAPES = {
    "Qwen/Qwen2.5-0.5B-Instruct": Shape(896, 24, 4864, 14, 2),
    "Qwen/Qwen2.5-1.5B-Instruct": Shape(1536, 28, 8960, 12, 2),
}


def lora_memory(
    shape: Shape, *, rollouts: int, at_once: int, completion_length: int, prompt_length: int = 400, rank: int = 16
) -> dict[str, float]:
    """Gigabytes by what takes them, and their peak.

    rollouts: completions of a step, written together. at_once: in one forward and backward pass. Lengths in tokens.
    Writing and learning take turns, so the peak holds the larger of the two. Without gradient checkpointing and quantisation.
    """
    length = prompt_length + completion_length
    numbers = 8 * shape.hidden + 4 * shape.intermediate
    parts = {
        "weights": HALF * shape.parameters,
        "adapters": ADAM * shape.adapter(rank),
        "writing": rollouts * length * 2 * HALF * shape.layers * shape.key_value,
        "learning": at_once * (length * shape.layers * SAVED * numbers + completion_length * LOGIT * shape.vocabulary),
    }
    found = {name: size / GB for name, size in parts.items()}
    return {**found, "peak": BASE + found["weights"] + found["adapters"] + max(found["writing"], found["learning"])}
