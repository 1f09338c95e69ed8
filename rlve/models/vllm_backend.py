"""vLLM as what writes the completions of an evaluation: its engine beside this process, no server to start."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rlve.extras import need
from rlve.models.backends import Completion, Sampling
from rlve.models.chat import AS_MADE, Prompting
from rlve.models.loading import TINY, load, no_model, of_run
from rlve.models.vllm_settings import model_length, shut_down

if TYPE_CHECKING:
    from transformers import PretrainedConfig

log = logging.getLogger(__name__)

GREEDY = Sampling()


class VllmBackend:
    """A model in vLLM's offline engine: the same prompts and the same meaning of `Sampling` as `TransformersBackend`.

    model, adapter: as `rlve.models.load` takes them. An adapter is merged in and the whole model written to a temporary
    folder for vLLM: so every adapter works that `load` can merge, and what is measured are the same weights.
    memory_share: of the GPU's memory, for weights and cache. max_length: prompt and completion together, in tokens; by
    default the completion length and room for long prompts, as far as the model goes. prompting: how prompts are put to the
    model. options: vLLM's own (`vllm.LLM`).

    A prompt that leaves no room for an answer is not asked: an empty completion that counts as cut off, and a warning.
    The prompt at place n of a set is sampled with seed + n, so its completion does not depend on where a batch begins.
    """

    def __init__(
        self,
        model: str | Path,
        sampling: Sampling = GREEDY,
        *,
        adapter: str | Path | None = None,
        prompting: Prompting = AS_MADE,
        memory_share: float = 0.9,
        max_length: int | None = None,
        **options: Any,
    ) -> None:
        need("torch", "transformers")
        need("vllm", extra="vllm")
        from vllm import LLM

        self.sampling, self.prompting = sampling, prompting
        with TemporaryDirectory() as folder:
            place = _whole(model, adapter, folder)
            length = model_length(_config(model, place), sampling.max_completion_length, max_length)
            self.engine = LLM(
                model=str(place), max_model_len=length, gpu_memory_utilization=memory_share, seed=sampling.seed, **options
            )
        self.tokenizer = self.engine.get_tokenizer()
        prompting.check_marks(self.tokenizer)
        self.opening = prompting.opening(self.tokenizer)
        self.max_length = length
        self.left_out = 0

    def complete(self, prompts: Sequence[str], first: int) -> list[Completion]:
        """One completion for each prompt, in order; vLLM decides how many are written at a time."""
        texts = [self.prompting.text(self.tokenizer, prompt) for prompt in prompts]
        special_tokens = self.prompting.special_tokens(self.tokenizer)
        tokens = self.tokenizer(texts, add_special_tokens=special_tokens)["input_ids"]
        asked = [row for row, ids in enumerate(tokens) if len(ids) < self.max_length]
        answers = self.engine.generate(
            [{"prompt_token_ids": tokens[row]} for row in asked], [self._how(first + row) for row in asked], use_tqdm=False
        )
        completions = [Completion("", 0, True)] * len(prompts)
        for row, answer in zip(asked, answers, strict=True):
            one = answer.outputs[0]
            completions[row] = Completion(self.opening + one.text, len(one.token_ids), one.finish_reason == "length")
        self._warn(len(prompts) - len(asked))
        return completions

    def describe(self) -> dict[str, Any]:
        """The backend, the number format of the weights in vLLM, and the length at which it cuts."""
        dtype = str(self.engine.model_config.dtype).removeprefix("torch.")
        return {"backend": "vllm", "dtype": dtype, "max_length": self.max_length}

    def close(self) -> None:
        """End the engine, and give its memory back."""
        shut_down(self.engine)

    def _how(self, place: int) -> Any:
        from vllm import SamplingParams

        how = self.sampling
        seed = how.seed + place if how.temperature else None
        return SamplingParams(
            temperature=how.temperature, top_p=how.top_p, top_k=0, max_tokens=how.max_completion_length, seed=seed
        )

    def _warn(self, left_out: int) -> None:
        self.left_out += left_out
        if left_out:
            log.warning(
                "%d prompts so far have %d tokens or more, all that fits into vLLM, and count as cut off: raise max_length",
                self.left_out,
                self.max_length,
            )


def _whole(model: str | Path, adapter: str | Path | None, folder: str) -> str | Path:
    """Where vLLM finds the model: as it is, or in `folder` with its adapter merged in."""
    place = TINY if model == "tiny" else of_run(model)
    if adapter is None and not (Path(place) / "adapter_config.json").is_file():
        return place
    merged, tokenizer = load(model, adapter)
    merged.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _config(model: str | Path, place: str | Path) -> PretrainedConfig:
    from transformers import AutoConfig

    try:
        return AutoConfig.from_pretrained(place)
    except (OSError, ValueError) as error:
        raise no_model(model, error) from error
