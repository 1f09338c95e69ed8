"""Merge a trained adapter into its base, and check that the model written says what the two said together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rlve.environment import EVALUATION_SEED
from rlve.errors import RequestError
from rlve.evaluation.command import trained_environments
from rlve.extras import need
from rlve.models.backends import generate
from rlve.models.chat import Prompting, trained_prompting
from rlve.models.loading import base_of, load, of_run
from rlve.registry import resolve
from rlve.runs.folder import check_empty, run_of

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

CHECKED = 8  # prompts
LENGTH = 32  # tokens written to each


@dataclass(frozen=True)
class Merged:
    """What was merged, and how far the model written is from base and adapter.

    prompts: how many were asked. same: to how many the greedy answers are the same, token for token. gap: largest difference
    of a token's log-probability over the prompts, in nats. dtype: of the weights written.
    """

    folder: Path
    prompts: int
    same: int
    gap: float
    dtype: str

    @property
    def exact(self) -> bool:
        """Whether all greedy answers are the same."""
        return self.same == self.prompts

    def __str__(self) -> str:
        return (
            f"greedy answers equal on {self.same} of {self.prompts} prompts, log-probabilities within {self.gap:.1g} nats "
            f"({self.dtype})"
        )


def merge(source: str | Path, folder: str | Path, *, base: str | Path | None = None, dtype: str = "auto") -> Merged:
    """Write base and adapter as one model that needs neither peft nor rlve, load it again, and compare.

    source: a run, a folder with an adapter, or an adapter's id on the Hugging Face hub. folder: where the model goes; it has
    to be new or empty. base: where the adapter's base is, by default where the adapter says. dtype: of the weights,
    "auto" as the base was saved; in half precision the merge is rounded, and close decisions may turn.

    Raises ValueError where there is no adapter, FileExistsError where the folder holds something.
    """
    need("torch", "transformers", "peft")
    from peft import PeftModel

    place = of_run(source)
    if Path(place).is_dir() and not (Path(place) / "adapter_config.json").is_file():
        whole = (Path(place) / "config.json").is_file()
        raise RequestError(
            f"{place} holds no adapter"
            + (": a model trained with all its weights is whole already" if whole else ", and no model: expected a run with LoRA")
        )
    folder = Path(folder)
    check_empty(folder)
    model, tokenizer = load(base_of(place) if base is None else base, dtype=dtype)
    beside = PeftModel.from_pretrained(model, str(place)).eval()
    prompting = trained_prompting(source)
    prompts = _prompts(source, prompting, tokenizer)
    special = prompting.special_tokens(tokenizer)
    wanted = generate(beside, tokenizer, prompts, LENGTH, special_tokens=special)
    likely = _likelihoods(beside, tokenizer, prompts, special)
    whole = beside.merge_and_unload()
    whole.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    again, tokenizer = load(folder)
    written = generate(again, tokenizer, prompts, LENGTH, special_tokens=special)
    gaps = [float((a - b).abs().max()) for a, b in zip(likely, _likelihoods(again, tokenizer, prompts, special), strict=True)]
    same = sum(a == b for a, b in zip(wanted, written, strict=True))
    return Merged(folder, len(prompts), same, max(gaps), str(again.dtype).removeprefix("torch."))


def _prompts(source: str | Path, prompting: Prompting, tokenizer: PreTrainedTokenizerBase) -> list[str]:
    """Problems of the environments trained on, put as they were in training; of STARTER where these are not known."""
    classes = resolve("STARTER" if run_of(source) is None else trained_environments(source))
    drawn = [classes[index % len(classes)].sample(0, EVALUATION_SEED + index) for index in range(CHECKED)]
    return [prompting.text(tokenizer, problem) for problem in drawn]


def _likelihoods(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, prompts: Sequence[str], special_tokens: bool
) -> list[Any]:
    """Log-probabilities of every token at every place of each prompt."""
    import torch

    found = []
    with torch.inference_mode():
        for prompt in prompts:
            ids = tokenizer(prompt, add_special_tokens=special_tokens, return_tensors="pt")["input_ids"]
            found.append(model.eval()(input_ids=ids.to(model.device)).logits.float().log_softmax(-1).cpu())
    return found
