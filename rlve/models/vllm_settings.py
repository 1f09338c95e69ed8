"""What vLLM needs to know to sample for a training or an evaluation, and what does not go with it."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rlve.errors import RequestError
from rlve.extras import install_line, need
from rlve.runs import processes

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedModel, PreTrainedTokenizerBase
    from vllm import LLM

LONGEST_PROMPT = 8192
"""Tokens that a prompt may have where nothing else is said; the environments' prompts end near 6,000 characters."""

_UNCHANGED = {"top_p": (1.0,), "top_k": (0, -1, None), "min_p": (0.0, None), "repetition_penalty": (1.0,)}


def need_vllm() -> None:
    """ModuleNotFoundError where vLLM is missing, ValueError where TRL does not support its version."""
    need("vllm", extra="vllm")
    from trl.import_utils import is_vllm_available

    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        is_vllm_available()
    if remarks:  # TRL goes on with a warning, and fails later in words that help nobody
        raise RequestError(f"{remarks[0].message} Or: {install_line('vllm')}")


def context_length(config: PretrainedConfig) -> int | None:
    """The most tokens, prompt and completion together, that a model was made for; None where its configuration is silent."""
    return getattr(config.get_text_config(), "max_position_embeddings", None)


def model_length(config: PretrainedConfig, max_completion_length: int, asked: int | None = None) -> int:
    """vLLM's max_model_length: prompt and completion together, in tokens.

    asked: wins where given; else room for LONGEST_PROMPT, as far as the model goes. ValueError where it is more than the
    model was made for, or leaves no room for a prompt.
    """
    most = context_length(config)
    length = asked or min(LONGEST_PROMPT + max_completion_length, most or LONGEST_PROMPT + max_completion_length)
    if most is not None and length > most:
        raise RequestError(f"vllm_max_model_length={length} is more than the {most} tokens that the model was made for")
    if length <= max_completion_length:
        raise RequestError(
            f"a length of {length} tokens for prompt and completion together leaves no room for a prompt beside "
            f"max_completion_length={max_completion_length}: lower that, or raise vllm_max_model_length"
            + (f", up to the {most} of the model" if most else "")
        )
    return length


def training_length(model: PreTrainedModel, max_completion_length: int, asked: int | None) -> int:
    """vLLM's max_model_length in a training; ValueError for one that does not fit, and for a model that has no folder or id."""
    if not model.name_or_path:
        raise RequestError("vLLM loads the model by itself: save it to a folder, and train that (model.save_pretrained)")
    return model_length(model.config, max_completion_length, asked)


def check_sampling(options: Mapping[str, Any]) -> None:
    """ValueError for ways of sampling under which vLLM's probabilities are not the model's: the correction would be biased."""
    for name, plain in _UNCHANGED.items():
        for given in (options, options.get("generation_kwargs") or {}):
            if given.get(name, plain[0]) not in plain:
                raise RequestError(
                    f"{name}={given[name]!r} does not go with vLLM in training: it samples from another distribution than the "
                    f"model's, and the importance ratio would be biased; leave it at {plain[0]!r}"
                )


def fitting(tokenizer: PreTrainedTokenizerBase, tokens: int, template: Mapping[str, Any] | None = None) -> Callable[[Any], bool]:
    """Whether a prompt, text or messages, has at most so many tokens; template: more arguments of the chat template."""
    return lambda prompt: len(prompt_ids(tokenizer, prompt, template)) <= tokens


def prompt_ids(tokenizer: PreTrainedTokenizerBase, prompt: Any, template: Mapping[str, Any] | None = None) -> list[int]:
    """The tokens of a prompt, text or messages, as TRL's trainer makes them."""
    if isinstance(prompt, str):
        return tokenizer(prompt)["input_ids"]
    options = {"add_generation_prompt": True, "tokenize": True, "return_dict": True, **(template or {})}
    return tokenizer.apply_chat_template(prompt, **options)["input_ids"]


@contextmanager
def engines_shut_down() -> Iterator[list[Any]]:
    """Clean up behind the trainers that are put into the list, also where a training fails.

    The variables that TRL sets for vLLM are given back: a later training would take itself for one of several processes. The
    engine is shut down, and its memory is free: otherwise that happens some time later, and ends the next engine with it.
    """
    names = ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")
    before = {name: os.environ.get(name) for name in names}
    trainers: list[Any] = []
    try:
        yield trainers
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        for trainer in trainers:
            engine = getattr(getattr(trainer, "vllm_generation", None), "llm", None)
            if engine is not None and processes.count() == 1:  # several still need the group that goes with the engine
                shut_down(engine)


def shut_down(engine: LLM) -> None:
    """End an engine of vLLM, and give its memory back."""
    engine.llm_engine.engine_core.shutdown()
