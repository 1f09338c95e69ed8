"""What writes the completions of an evaluation in this process, and what every such backend has in common."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rlve.errors import RequestError
from rlve.models.chat import AS_MADE, Prompting
from rlve.models.machine import few_threads

if TYPE_CHECKING:
    from transformers import GenerationConfig, PreTrainedModel, PreTrainedTokenizerBase


class Completion(NamedTuple):
    """What a model wrote: its text, its number of tokens (None where a server does not say), whether it was cut off.

    refused: why there is none, where a server wrote none to this prompt. retries: how often a server was asked again.
    """

    text: str
    tokens: int | None
    truncated: bool
    refused: str = ""
    retries: int = 0


@dataclass(frozen=True)
class Sampling:
    """How completions are drawn: temperature 0 is greedy; max_completion_length in tokens; seed for temperatures above 0.

    A temperature of None leaves it, and a top_p of 1, to a server.
    """

    temperature: float | None = 0.0
    top_p: float = 1.0
    max_completion_length: int = 512
    seed: int = 0


class Backend(Protocol):
    """Writes one completion a prompt. `first` is the place of the first prompt in the whole set.

    The same prompts at the same place get the same completions from one machine, so an interrupted evaluation can go on.
    """

    sampling: Sampling
    prompting: Prompting

    def complete(self, prompts: Sequence[str], first: int) -> list[Completion]:
        """One completion for each prompt, in order."""
        ...

    def describe(self) -> dict[str, Any]:
        """What completions depend on beside sampling and prompting, JSON-ready: the kind of backend, the number format."""
        ...


@dataclass
class TransformersBackend:
    """A model and its tokenizer in this process, on the CPU or a GPU.

    batch_size: completions at once at most; by default as many as are asked for. Halved where a GPU's memory is full.
    """

    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    sampling: Sampling = Sampling()
    prompting: Prompting = AS_MADE
    batch_size: int | None = None

    def __post_init__(self) -> None:
        self.prompting.check_marks(self.tokenizer)

    def complete(self, prompts: Sequence[str], first: int) -> list[Completion]:
        """One completion for each prompt; sampling begins anew with each call, from seed and place."""
        texts, options = self._put(prompts, first)
        written = generate(self.model, self.tokenizer, texts, batch_size=self.batch_size or len(prompts), **options)
        return self._opened(written)

    def complete_groups(self, prompts: Sequence[str], number: int, first: int) -> list[list[Completion]]:
        """`number` completions of each prompt, which is read once; sampling begins anew with each call, from seed and place."""
        texts, options = self._put(prompts, first)
        return [self._opened(group) for group in generate_groups(self.model, self.tokenizer, texts, number, **options)]

    def _put(self, prompts: Sequence[str], first: int) -> tuple[list[str], dict[str, Any]]:
        """The prompts as the model reads them, and how it writes."""
        if self.sampling.temperature is None:
            raise RequestError("only a server has a temperature of its own: give one")
        special_tokens = self.prompting.special_tokens(self.tokenizer)
        options = {**vars(self.sampling), "seed": self.sampling.seed + first, "special_tokens": special_tokens}
        return [self.prompting.text(self.tokenizer, prompt) for prompt in prompts], options

    def _opened(self, written: Sequence[Completion]) -> list[Completion]:
        opening = self.prompting.opening(self.tokenizer)
        return [one._replace(text=opening + one.text) for one in written]

    def describe(self) -> dict[str, Any]:
        """The backend, and the number format of the weights."""
        return {"backend": "transformers", "dtype": str(self.model.dtype).removeprefix("torch.")}


def generate(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    prompts: Sequence[str],
    max_completion_length: int,
    *,
    temperature: float = 0.0,
    top_p: float = 1.0,
    batch_size: int = 100,
    seed: int = 0,
    special_tokens: bool | None = None,
) -> list[Completion]:
    """One completion per prompt, at most `max_completion_length` tokens each; the global random state is left as it was.

    Sampling is from the model's own distribution: a top_p or a penalty in its generation configuration is left out, as
    in training. special_tokens: whether the tokenizer adds its own (a first token); by default where it has no chat template.
    """
    import torch

    how = _how(model, tokenizer, max_completion_length, temperature, top_p)
    if special_tokens is None:
        special_tokens = AS_MADE.special_tokens(tokenizer)

    def write(some: Sequence[str], _: int) -> list[Completion]:
        batch = tokenizer(
            list(some), padding=True, padding_side="left", add_special_tokens=special_tokens, return_tensors="pt"
        ).to(model.device)
        tokens = model.generate(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], generation_config=how)
        return _read(model, tokenizer, tokens[:, batch["input_ids"].shape[1] :])

    with _sampling(model, seed), torch.inference_mode():
        return in_batches(write, prompts, batch_size)


def in_batches(write: Callable[[Sequence[str], int], list[Any]], prompts: Sequence[str], batch_size: int) -> list[Any]:
    """What `write` makes of the prompts, called with some of them and the place of the first; where a GPU's memory is full, with
    half as many from there on. The error goes on where it is full with a single prompt.
    """
    import torch

    written: list[Any] = []
    batch_size = min(batch_size, len(prompts))
    while len(written) < len(prompts):
        try:
            written += write(prompts[len(written) : len(written) + batch_size], len(written))
        except torch.OutOfMemoryError:
            if batch_size == 1:
                raise
            batch_size = -(-batch_size // 2)
            torch.cuda.empty_cache()
            warnings.warn(f"the GPU's memory is full: {batch_size} prompts at once from here on", stacklevel=2)
    return written


def generate_groups(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    prompts: Sequence[str],
    number: int,
    max_completion_length: int,
    *,
    temperature: float = 1.0,
    top_p: float = 1.0,
    seed: int = 0,
    special_tokens: bool | None = None,
) -> list[list[Completion]]:
    """`number` completions of each prompt, as `generate` writes them, in less time.

    What all prompts begin with is read once, the rest of each once, and the cache is repeated for its completions.
    """
    import torch
    from transformers import DynamicCache

    if special_tokens is None:
        special_tokens = AS_MADE.special_tokens(tokenizer)
    how = _how(model, tokenizer, max_completion_length, temperature, top_p)
    rows = tokenizer(list(prompts), add_special_tokens=special_tokens)["input_ids"]
    shared = _shared(rows)
    width = max(map(len, rows))
    ids = torch.tensor(
        [[*row[:shared], *[tokenizer.pad_token_id] * (width - len(row)), *row[shared:]] for row in rows], device=model.device
    )
    mask = torch.tensor(
        [[1] * shared + [0] * (width - len(row)) + [1] * (len(row) - shared) for row in rows], device=model.device
    )
    places = (mask.cumsum(1) - 1).clamp(min=0)
    with _sampling(model, seed), torch.inference_mode():
        cache = DynamicCache(config=model.config)
        known = {"past_key_values": cache, "use_cache": True, "logits_to_keep": 1}
        if shared:
            model(input_ids=ids[:1, :shared], position_ids=places[:1, :shared], **known)
            cache.batch_repeat_interleave(len(rows))
        part = slice(shared, width - 1)  # the last token is left to `generate`, which writes the next one after it
        if shared < width - 1:
            model(input_ids=ids[:, part], attention_mask=mask[:, : width - 1], position_ids=places[:, part], **known)
        if width > 1:
            cache.batch_repeat_interleave(number)
        tokens = model.generate(
            input_ids=ids.repeat_interleave(number, 0),
            attention_mask=mask.repeat_interleave(number, 0),
            past_key_values=cache,
            generation_config=how,
        )
        written = _read(model, tokenizer, tokens[:, width:])
    return [written[start : start + number] for start in range(0, len(written), number)]


def _shared(rows: Sequence[Sequence[int]]) -> int:
    """How many tokens all rows begin with; the last token of a row is never one of them."""
    least = min(map(len, rows)) - 1
    return next((place for place in range(least) if len({row[place] for row in rows}) > 1), least)


def complete_groups(backend: Backend, prompts: Sequence[str], number: int, first: int, batch_size: int) -> list[list[Completion]]:
    """`number` completions of each prompt, by the quickest way that the backend has.

    first: the place of the first prompt. batch_size: completions at once.
    """

    def write(some: Sequence[str], start: int) -> list[list[Completion]]:
        place = (first + start) * number
        if isinstance(backend, TransformersBackend):
            return backend.complete_groups(some, number, place)
        written = backend.complete([prompt for prompt in some for _ in range(number)], place)
        return [written[begin : begin + number] for begin in range(0, len(written), number)]

    most = backend.batch_size if isinstance(backend, TransformersBackend) else None
    return in_batches(write, prompts, max(1, min(batch_size, most or batch_size) // number))


def _how(model: Any, tokenizer: Any, length: int, temperature: float, top_p: float) -> GenerationConfig:
    """How completions are drawn, for `generate` of transformers."""
    from transformers import GenerationConfig

    sampling = (
        {"do_sample": True, "temperature": temperature, "top_k": 0, "top_p": top_p} if temperature else {"do_sample": False}
    )
    return GenerationConfig(
        max_new_tokens=length,
        repetition_penalty=1.0,
        **sampling,
        eos_token_id=end_tokens(model, tokenizer) or None,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=model.generation_config.bos_token_id,
    )


@contextmanager
def _sampling(model: PreTrainedModel, seed: int) -> Iterator[None]:
    """The model set to write, from a random state of its own."""
    import torch

    training = model.training
    model.eval()
    with torch.random.fork_rng(), few_threads(model):
        torch.manual_seed(seed)
        yield
    model.train(training)


def _read(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, written: Any) -> list[Completion]:
    """The completions that rows of tokens are."""
    ends = end_tokens(model, tokenizer)
    completions = []
    for text, row in zip(tokenizer.batch_decode(written, skip_special_tokens=True), written.tolist(), strict=True):
        end = next((place for place, token in enumerate(row) if token in ends), None)
        completions.append(Completion(text, len(row) if end is None else end + 1, end is None))
    return completions


def end_tokens(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> list[int]:
    """The tokens that end a completion: the model's own and the tokenizer's, the same that end one in training."""
    own = model.generation_config.eos_token_id
    found = [*(own if isinstance(own, (list, tuple)) else [own]), tokenizer.eos_token_id]
    return sorted({token for token in found if token is not None})
