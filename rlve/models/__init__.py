"""Models: loaded from wherever they lie, put to a prompt by one of several backends; the tiny one, and what machine this is."""

from rlve.extras import need
from rlve.models.loading import TINY, base_of, load, of_run
from rlve.models.tiny import END, PAD, examples, make_tiny, teach, tiny_llama, train_tokenizer

__all__ = [
    "END",
    "PAD",
    "TINY",
    "base_of",
    "examples",
    "load",
    "make_tiny",
    "need",
    "of_run",
    "teach",
    "tiny_llama",
    "train_tokenizer",
]
