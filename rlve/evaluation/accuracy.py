"""Accuracy by environment and level, with confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rlve.errors import RequestError
from rlve.statistics import paired_difference, wilson


@dataclass(frozen=True)
class Accuracy:
    """Right answers among problems judged, at one level or pooled over several.

    verdicts: the status of each answer, in the order of the problems; a "fault" is not part of `total`.
    cut: whether each completion was cut off at the length limit; empty where that is not known.
    """

    environment: str
    levels: tuple[int, ...]
    verdicts: tuple[str, ...]
    cut: tuple[bool, ...] = ()

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
    def truncation_rate(self) -> float:
        """Share of all completions that were cut off at the length limit; NaN without any, 0 where it is not known."""
        return sum(self.cut) / len(self.verdicts) if self.verdicts else float("nan")

    @property
    def format_rate(self) -> float:
        """Share of the answers that could be read, among those judged that were not cut off; NaN where there are none."""
        cut = self.cut or (False,) * len(self.verdicts)
        ended = [verdict for verdict, short in zip(self.verdicts, cut, strict=True) if not short and verdict != "fault"]
        return 1 - ended.count("unparsable") / len(ended) if ended else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the accuracy."""
        return wilson(self.correct, self.total)

    def __str__(self) -> str:
        if not self.total:
            return "-"
        low, high = self.interval
        return f"{100 * self.share:.0f} % [{100 * low:.0f}-{100 * high:.0f}]"


def pool(results: Iterable[Accuracy], levels: Sequence[int] | None = None) -> Accuracy:
    """Results taken together, those of some levels only if `levels` is given."""
    chosen = [result for result in results if levels is None or set(result.levels) <= set(levels)]
    names = dict.fromkeys(result.environment for result in chosen)
    every = sorted({level for result in chosen for level in result.levels})
    verdicts = tuple(verdict for result in chosen for verdict in result.verdicts)
    cut = tuple(short for result in chosen for short in result.cut)
    return Accuracy(", ".join(names), tuple(every), verdicts, cut if len(cut) == len(verdicts) else ())


def difference(before: Accuracy, after: Accuracy) -> tuple[float, float, float]:
    """Change of the accuracy on the same problems, and its 95 % interval; problems with a fault are left out."""
    if (before.environment, before.levels, len(before.verdicts)) != (after.environment, after.levels, len(after.verdicts)):
        raise RequestError("the two results are not of the same problems")
    pairs = [pair for pair in zip(before.verdicts, after.verdicts, strict=True) if "fault" not in pair]
    return paired_difference([first == "correct" for first, _ in pairs], [last == "correct" for _, last in pairs])


def letters(results: Iterable[Accuracy]) -> dict[str, dict[int, str]]:
    """Environment -> level -> a letter per problem, to be kept: correct, wrong, infeasible, unparsable, fault."""
    found: dict[str, dict[int, str]] = {}
    for result in results:
        for level in result.levels:
            found.setdefault(result.environment, {})[level] = "".join([verdict[0] for verdict in result.verdicts])
    return found


def estimates(results: Iterable[Accuracy]) -> dict[str, dict[int, tuple[float, float, float]]]:
    """Environment -> level -> accuracy and the bounds of its interval, as figures take it."""
    found: dict[str, dict[int, tuple[float, float, float]]] = {}
    for result in results:
        found.setdefault(result.environment, {})[result.levels[0]] = (result.share, *result.interval)
    return found
