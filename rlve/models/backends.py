"""What writes the completions of an evaluation: a model in this process, or a server that speaks OpenAI's protocol."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rlve.extras import need
from rlve.models.chat import AS_MADE, Prompting

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


class Completion(NamedTuple):
    """What a model wrote: its text, its number of tokens (None where a server does not say), whether it was cut off."""

    text: str
    tokens: int | None
    truncated: bool


@dataclass(frozen=True)
class Sampling:
    """How completions are drawn: temperature 0 is greedy; completion_length in tokens; seed for temperatures above 0."""

    temperature: float = 0.0
    top_p: float = 1.0
    completion_length: int = 512
    seed: int = 0


class Backend(Protocol):
    """Writes one completion a prompt. `first` is the place of the first prompt in the whole set.

    The same prompts at the same place get the same completions from one machine, so an interrupted evaluation can go on.
    """

    def complete(self, prompts: Sequence[str], first: int) -> list[Completion]:
        """One completion for each prompt, in order."""
        ...

    def describe(self) -> dict[str, Any]:
        """The settings that completions depend on, JSON-ready."""
        ...


@dataclass
class TransformersBackend:
    """A model and its tokenizer in this process, on the CPU or a GPU, a batch at a time."""

    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    sampling: Sampling = Sampling()
    prompting: Prompting = AS_MADE

    def complete(self, prompts: Sequence[str], first: int) -> list[Completion]:
        """One completion for each prompt; the prompts are one batch."""
        how = self.sampling
        written = generate(
            self.model,
            self.tokenizer,
            [self.prompting.text(self.tokenizer, prompt) for prompt in prompts],
            how.completion_length,
            temperature=how.temperature,
            top_p=how.top_p,
            batch_size=len(prompts),
            seed=how.seed + first,
            special_tokens=not self.prompting.is_chat(self.tokenizer),
        )
        opening = self.prompting.opening(self.tokenizer)
        return [one._replace(text=opening + one.text) for one in written]

    def describe(self) -> dict[str, Any]:
        """Backend, sampling, the number format of the weights, and how the prompts are put where that was said."""
        dtype = str(self.model.dtype).removeprefix("torch.")
        return {"backend": "transformers", "dtype": dtype, **asdict(self.sampling), **self.prompting.describe()}


class ServerBackend:
    """A model behind an OpenAI-compatible server (vLLM, llama.cpp, Ollama, SGLang, OpenAI ...), asked in parallel.

    url: where its API begins, such as http://localhost:8000/v1. model: its name there. prompting: chat messages unless it says
    plain text, which goes to /completions; chat_template_kwargs are passed on to servers that know them (vLLM, SGLang).
    at_once: requests in flight. The key is taken from OPENAI_API_KEY. Where the server's template has opened the thinking
    itself, only the server knows: let it part thoughts from answers, or completions cut off in their thoughts count as read.
    A request that fails is tried again, `retries` times with growing pauses, and then raises ConnectionError.
    """

    def __init__(
        self,
        url: str,
        model: str,
        sampling: Sampling = Sampling(),
        *,
        prompting: Prompting = AS_MADE,
        at_once: int = 16,
        retries: int = 5,
        timeout: float = 600.0,
    ) -> None:
        need("openai", extra="server")
        from openai import OpenAI

        self.url, self.model, self.sampling, self.prompting, self.at_once = url, model, sampling, prompting, at_once
        self.chat = prompting.chat is not False
        if prompting.chat_template_kwargs and not self.chat:
            raise ValueError("chat_template_kwargs go to a chat template, and the prompts are plain text: leave them out")
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"the server's address should begin with http:// or https://, got {url!r}")
        key = os.environ.get("OPENAI_API_KEY") or "none"
        self.client = OpenAI(base_url=url, api_key=key, max_retries=retries, timeout=timeout)

    def complete(self, prompts: Sequence[str], first: int) -> list[Completion]:
        """One completion for each prompt, in order."""
        from openai import OpenAIError

        try:
            with ThreadPoolExecutor(self.at_once) as pool:
                return list(pool.map(self._one, prompts, range(first, first + len(prompts))))
        except (OpenAIError, ValueError) as error:  # the latter: an answer that is no JSON
            raise ConnectionError(f"no completion from {self.model} at {self.url}: {error}") from error

    def _one(self, prompt: str, place: int) -> Completion:
        how = self.sampling
        settings: dict[str, Any] = {
            "model": self.model,
            "max_tokens": how.completion_length,
            "temperature": how.temperature,
            "top_p": how.top_p,
            "seed": how.seed + place,
        }
        if self.chat:
            if self.prompting.chat_template_kwargs:
                settings["extra_body"] = {"chat_template_kwargs": dict(self.prompting.chat_template_kwargs)}
            answer: Any = self.client.chat.completions.create(messages=self.prompting.messages(prompt), **settings)
        else:
            answer = self.client.completions.create(prompt=self.prompting.plain(prompt), **settings)
        try:
            choice, usage = answer.choices[0], answer.usage
            text = choice.message.content if self.chat else choice.text
        except (AttributeError, IndexError, TypeError):
            raise ConnectionError(f"{self.url} answered with something that is no completion: {str(answer)[:200]}") from None
        return Completion(text or "", usage and usage.completion_tokens, choice.finish_reason == "length")

    def describe(self) -> dict[str, Any]:
        """Backend, protocol, sampling and system prompt; not the address, for the same model may move."""
        return {"backend": "server", **asdict(self.sampling), **self.prompting.describe(), "chat": self.chat}


def as_asked(tokenizer: PreTrainedTokenizerBase, prompt: str) -> str:
    """The prompt as training puts it by default: one user message where the model has a chat template."""
    return AS_MADE.text(tokenizer, prompt)


def generate(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    prompts: Sequence[str],
    completion_length: int,
    *,
    temperature: float = 0.0,
    top_p: float = 1.0,
    batch_size: int = 100,
    seed: int = 0,
    special_tokens: bool | None = None,
) -> list[Completion]:
    """One completion per prompt, at most `completion_length` tokens each; the global random state is left as it was.

    Sampling is from the model's own distribution: a top_p or a penalty in its generation configuration is left out, as
    in training. special_tokens: whether the tokenizer adds its own (a first token); by default where it has no chat template.
    """
    import torch
    from transformers import GenerationConfig

    own = model.generation_config
    ends = own.eos_token_id if own.eos_token_id is not None else tokenizer.eos_token_id
    sampling = (
        {"do_sample": True, "temperature": temperature, "top_k": 0, "top_p": top_p} if temperature else {"do_sample": False}
    )
    how = GenerationConfig(
        max_new_tokens=completion_length,
        repetition_penalty=1.0,
        **sampling,
        eos_token_id=ends,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=own.bos_token_id,
    )
    ends = set(ends if isinstance(ends, list) else [ends])
    if special_tokens is None:
        special_tokens = not tokenizer.chat_template  # a template writes them itself
    training, completions = model.training, []
    model.eval()
    with torch.random.fork_rng(), torch.inference_mode():
        torch.manual_seed(seed)
        for start in range(0, len(prompts), batch_size):
            batch = tokenizer(
                list(prompts[start : start + batch_size]),
                padding=True,
                padding_side="left",
                add_special_tokens=special_tokens,
                return_tensors="pt",
            )
            batch = batch.to(model.device)
            tokens = model.generate(
                input_ids=batch["input_ids"],
                attention_mask=batch["attention_mask"],
                generation_config=how,
            )
            written = tokens[:, batch["input_ids"].shape[1] :]
            texts = tokenizer.batch_decode(written, skip_special_tokens=True)
            for text, row in zip(texts, written.tolist(), strict=True):
                end = next((place for place, token in enumerate(row) if token in ends), None)
                completions.append(Completion(text, len(row) if end is None else end + 1, end is None))
    model.train(training)
    return completions
