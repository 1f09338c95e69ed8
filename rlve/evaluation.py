"""Held-out accuracy of a model, by environment and level, with confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from rlve.environment import EVALUATION_SEED, Environment
from rlve.registry import problem, resolve
from rlve.statistics import paired_difference, wilson

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


@dataclass(frozen=True)
class Accuracy:
    """Right answers among problems judged, at one level or pooled over several.

    verdicts: the status of each answer, in the order of the problems; a "fault" is not part of `total`.
    """

    environment: str
    levels: tuple[int, ...]
    verdicts: tuple[str, ...]

    @property
    def statuses(self) -> Counter[str]:
        """How many answers got which verdict."""
        return Counter(self.verdicts)

    @property
    def correct(self) -> int:
        """Number of right answers."""
        return self.statuses["correct"]

    @property
    def total(self) -> int:
        """Number of answers judged, faults left out."""
        return len(self.verdicts) - self.statuses["fault"]

    @property
    def share(self) -> float:
        """Accuracy in [0, 1]; NaN when nothing was judged."""
        return self.correct / self.total if self.total else float("nan")

    @property
    def format_rate(self) -> float:
        """Share of the answers judged that could be read; NaN when nothing was judged."""
        return 1 - self.statuses["unparsable"] / self.total if self.total else float("nan")

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
    return Accuracy(", ".join(names), tuple(every), tuple(verdict for result in chosen for verdict in result.verdicts))


def difference(before: Accuracy, after: Accuracy) -> tuple[float, float, float]:
    """Change of the accuracy on the same problems, and its 95 % interval; problems with a fault are left out."""
    if (before.environment, before.levels, len(before.verdicts)) != (after.environment, after.levels, len(after.verdicts)):
        raise ValueError("the two results are not of the same problems")
    pairs = [pair for pair in zip(before.verdicts, after.verdicts, strict=True) if "fault" not in pair]
    return paired_difference([first == "correct" for first, _ in pairs], [last == "correct" for _, last in pairs])


def letters(results: Iterable[Accuracy]) -> dict[str, dict[int, str]]:
    """Environment -> level -> a letter per problem, to be kept: correct, wrong, infeasible, unparsable, fault."""
    found: dict[str, dict[int, str]] = {}
    for result in results:
        for level in result.levels:
            found.setdefault(result.environment, {})[level] = "".join([verdict[0] for verdict in result.verdicts])
    return found


def evaluate(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    environments: str | Sequence[str | type[Environment]],
    levels: Iterable[int] | Mapping[int, int],
    *,
    problems: int = 100,
    temperature: float = 0.0,
    completion_length: int = 64,
    style: str = "answer",
    batch_size: int = 100,
    seed: int = 0,
) -> list[Accuracy]:
    """Judge one completion of each held-out problem; one Accuracy per environment and level.

    levels: the levels, or level -> number of problems. problems: how many per environment and level otherwise. Their
    seeds count from EVALUATION_SEED up, so they are the same in every call. temperature: 0 is greedy; otherwise `seed`
    fixes the sampling. completion_length: in tokens.
    """
    counts = dict(levels) if isinstance(levels, Mapping) else dict.fromkeys(levels, problems)
    results = []
    for cls in resolve(environments):
        drawn = [problem(cls, level, EVALUATION_SEED + index) for level, count in counts.items() for index in range(count)]
        prompts = [_as_asked(tokenizer, item.prompt(style)) for item in drawn]
        texts = generate(model, tokenizer, prompts, completion_length, temperature=temperature, batch_size=batch_size, seed=seed)
        statuses = iter([item.verify(text).status for item, text in zip(drawn, texts, strict=True)])
        results += [Accuracy(cls.name, (level,), tuple(islice(statuses, count))) for level, count in counts.items()]
    return results


def _as_asked(tokenizer: PreTrainedTokenizerBase, prompt: str) -> str:
    """The prompt as training puts it: one user message where the model has a chat template."""
    if not tokenizer.chat_template:
        return prompt
    message = [{"role": "user", "content": prompt}]
    return tokenizer.apply_chat_template(message, tokenize=False, add_generation_prompt=True)


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
    """One completion per prompt, at most `completion_length` tokens each; the global random state is left as it was.

    Sampling is from the model's own distribution: a top_p or a penalty in its generation configuration is left out, as
    in training.
    """
    import torch
    from transformers import GenerationConfig

    own = model.generation_config
    how = GenerationConfig(
        max_new_tokens=completion_length,
        do_sample=temperature > 0,
        temperature=temperature or 1.0,
        top_k=0,
        top_p=1.0,
        repetition_penalty=1.0,
        eos_token_id=own.eos_token_id if own.eos_token_id is not None else tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=own.bos_token_id,
    )
    training, texts = model.training, []
    model.eval()
    with torch.random.fork_rng(), torch.inference_mode():
        torch.manual_seed(seed)
        for start in range(0, len(prompts), batch_size):
            batch = tokenizer(
                list(prompts[start : start + batch_size]),
                padding=True,
                padding_side="left",
                add_special_tokens=not tokenizer.chat_template,  # a template writes them itself
                return_tensors="pt",
            )
            batch = batch.to(model.device)
            tokens = model.generate(
                input_ids=batch["input_ids"],
                attention_mask=batch["attention_mask"],
                generation_config=how,
            )
            texts += tokenizer.batch_decode(tokens[:, batch["input_ids"].shape[1] :], skip_special_tokens=True)
    model.train(training)
    return texts
