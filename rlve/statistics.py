"""Intervals for shares, from the standard library alone."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import comb, sqrt
from random import Random
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Z = 1.96  # of the normal distribution, for 95 %
MANY = 8
"""Environments that figures and tables show one by one; of more they show quantiles, and the extremes by name."""


def wilson(successes: int, total: int) -> tuple[float, float]:
    """Wilson's score interval for a share of `successes` in `total` trials (95 %); (0, 1) without trials."""
    if total == 0:
        return 0.0, 1.0
    share = successes / total
    centre = share + Z * Z / (2 * total)
    spread = Z * sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    scale = 1 + Z * Z / total
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def quantiles(values: Iterable[float], shares: Sequence[float] = (0.1, 0.5, 0.9)) -> list[float]:
    """The values below which these shares of all lie, each one of the values; they must not be empty."""
    ordered = sorted(values)
    return [ordered[round(share * (len(ordered) - 1))] for share in shares]


def running_mean(values: Sequence[float], width: int = 15) -> list[float]:
    """Means over the last `width` values, fewer at the beginning."""
    means, total = [], 0.0
    for place, value in enumerate(values):
        total += value - (values[place - width] if place >= width else 0)
        means.append(total / min(width, place + 1))
    return means


def paired_difference(before: Sequence[float], after: Sequence[float]) -> tuple[float, float, float]:
    """Mean of after - before over pairs, and its interval by the normal approximation (95 %).

    Pairs on the same problems: what makes a problem hard for both cancels. NaN without pairs; with one the interval is
    (-inf, inf).
    """
    changes = [last - first for first, last in zip(before, after, strict=True)]
    n = len(changes)
    if n == 0:
        return float("nan"), float("nan"), float("nan")
    mean = sum(changes) / n
    if n == 1:
        return mean, float("-inf"), float("inf")
    spread = Z * sqrt(sum((change - mean) ** 2 for change in changes) / (n - 1) / n)
    return mean, mean - spread, mean + spread


def paired_bootstrap(
    groups: Sequence[Sequence[float]], *, seed: int = 0, resamples: int = 2000, whole_groups: bool = False
) -> tuple[float, float]:
    """95 % percentile interval of the mean of all differences in `groups`, by resampling them with replacement.

    whole_groups: draw whole groups instead of single differences, for what differs from group to group. Where the
    differences, or the means of the groups, are all the same, resampling cannot tell how sure that is: with n of them
    the interval is then widened on both sides by 3 / n (the rule of three), within -1 and 1.
    """
    random = Random(f"bootstrap {seed}")
    every = [difference for group in groups for difference in group]
    if not every:
        return float("nan"), float("nan")
    drawn = [sum(group) / len(group) for group in groups] if whole_groups else every
    if min(drawn) == max(drawn):
        margin = 3 / len(drawn)
        return max(-1.0, drawn[0] - margin), min(1.0, drawn[0] + margin)
    means = []
    for _ in range(resamples):
        if whole_groups:
            chosen = random.choices(groups, k=len(groups))
            means.append(sum(map(sum, chosen)) / sum(map(len, chosen)))
        else:
            means.append(sum(random.choices(every, k=len(every))) / len(every))
    means.sort()
    return means[round(0.025 * (resamples - 1))], means[round(0.975 * (resamples - 1))]


def sign_test(gained: int, lost: int) -> float:
    """Two-sided exact p-value of `gained` against `lost` under equal chances; 1 where there are none."""
    n, extreme = gained + lost, max(gained, lost)
    ways, tail = comb(n, extreme), 0
    for k in range(extreme, n + 1):
        tail += ways
        ways = ways * (n - k) // (k + 1)
    return min(1.0, 2 * tail / 2**n)


def holm(p_values: Mapping[Key, float], alpha: float) -> list[Key]:
    """The keys whose hypotheses Holm's step-down procedure rejects at family-wise level `alpha`, smallest p first."""
    rejected = []
    ranked = sorted(p_values, key=p_values.__getitem__)
    for rank, key in enumerate(ranked):
        if p_values[key] > alpha / (len(ranked) - rank):
            break
        rejected.append(key)
    return rejected
