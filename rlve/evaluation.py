"""Held-out accuracy of a model, by environment and level, with confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rlve.environment import EVALUATION_SEED, Environment
from rlve.registry import problem, resolve
from rlve.statistics import wilson

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


@dataclass(frozen=True)
class Accuracy:
    """Right answers among problems judged, at one level or pooled over several.

    statuses: how many answers got which verdict; a "fault" is not part of `total`.
    """

    environment: str
    levels: tuple[int, ...]
    statuses: Counter[str]

    @property
    def correct(self) -> int:
        """Number of right answers."""
        return self.statuses["correct"]

    @property
    def total(self) -> int:
        """Number of answers judged, faults left out."""
        return self.statuses.total() - self.statuses["fault"]

    @property
    def share(self) -> float:
        """Accuracy in [0, 1]; NaN when nothing was judged."""
        return self.correct / self.total if self.total else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the accuracy."""
        return wilson(self.correct, self.total)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.0f} % [{100 * low:.0f}-{100 * high:.0f}]"


def pool(results: Iterable[Accuracy], levels: Sequence[int] | None = None) -> Accuracy:
    """Results taken together, those of some levels only if `levels` is given."""
    chosen = [result for result in results if levels is None or set(result.levels) <= set(levels)]
    names = dict.fromkeys(result.environment for result in chosen)
    every = sorted({level for result in chosen for level in result.levels})
    return Accuracy(", ".join(names), tuple(every), sum((result.statuses for result in chosen), Counter()))


def evaluate(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    environments: str | Sequence[str | type[Environment]],
    levels: Iterable[int],
    *,
    problems: int = 100,
    temperature: float = 0.0,
    completion_length: int = 64,
    style: str = "answer",
    batch_size: int = 100,
    seed: int = 0,
) -> list[Accuracy]:
    """Judge one completion of each held-out problem; one Accuracy per environment and level.

    problems: how many per environment and level, with seeds from EVALUATION_SEED up, so the same in every call.
    temperature: 0 is greedy; otherwise `seed` fixes the sampling. completion_length: in tokens.
    """
    results = []
    for cls in resolve(environments):
        for level in levels:
            drawn = [problem(cls, level, EVALUATION_SEED + index) for index in range(problems)]
            prompts = [item.prompt(style) for item in drawn]
            texts = generate(
                model, tokenizer, prompts, completion_length, temperature=temperature, batch_size=batch_size, seed=seed
            )
            statuses = Counter(item.verify(text).status for item, text in zip(drawn, texts, strict=True))
            results.append(Accuracy(cls.name, (level,), statuses))
    return results


def generate(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    prompts: Sequence[str],
    completion_length: int,
    *,
    temperature: float = 0.0,
    batch_size: int = 100,
    seed: int = 0,
) -> list[str]:
    """One completion per prompt, at most `completion_length` tokens each; the global random state is left as it was."""
    import torch

    how: dict[str, Any] = {"do_sample": True, "temperature": temperature, "top_k": 0} if temperature else {"do_sample": False}
    training, texts = model.training, []
    model.eval()
    with torch.random.fork_rng(), torch.inference_mode():
        torch.manual_seed(seed)
        for start in range(0, len(prompts), batch_size):
            batch = tokenizer(list(prompts[start : start + batch_size]), padding=True, padding_side="left", return_tensors="pt")
            batch = batch.to(model.device)
            tokens = model.generate(
                input_ids=batch["input_ids"],
                attention_mask=batch["attention_mask"],
                max_new_tokens=completion_length,
                pad_token_id=tokenizer.pad_token_id,
                **how,
            )
            texts += tokenizer.batch_decode(tokens[:, batch["input_ids"].shape[1] :], skip_special_tokens=True)
    model.train(training)
    return texts
