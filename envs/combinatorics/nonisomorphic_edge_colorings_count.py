"""Count the edge colourings of a complete graph that stay different when alike vertices change places."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from math import comb, factorial, gcd, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS


class NonisomorphicEdgeColoringsCount(Environment):
    """How many colourings of a complete graph's edges, so many of each colour, no exchange of alike vertices makes the same.

    Four vertices of one to three kinds and two colours at first, three colours from level 1 on, a vertex more with every
    other level. Reward: exact.
    """

    kinds: Sequence[int]
    amounts: Sequence[int]

    paper_name = "DistinctEdgeColoredCompleteGraphCounting"
    max_level = 16  # 12 vertices

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"twice": 8 + level, "colours": 2 + min(level, 1)}

    @classmethod
    def draw(cls, rng: Random, twice: int, colours: int) -> Self:
        n = (twice + rng.randint(0, 1)) // 2
        kinds = list(range(rng.choice((1, 2, 2, 3, 3))))
        kinds += rng.choices(kinds, k=n - len(kinds))
        edges = n * (n - 1) // 2
        rare = [rng.randint(1, max(2, edges // 5))] if colours == 3 else []
        half = max(1, (edges - sum(rare)) // 2 - rng.randint(0, n // 2))
        amounts = [*rare, half, edges - sum(rare) - half]
        return cls(kinds=rng.sample(kinds, n), amounts=rng.sample(amounts, colours))

    def statement(self) -> str:
        n = len(self.kinds)
        some = [f"{amount} {name}" for amount, name in zip(self.amounts, ("red", "blue", "green"), strict=False)]
        return (
            f"A graph has the vertices 0 to {n - 1}, and every two of them are joined by an edge. These are the kinds of the "
            f"vertices, in order:\n{' '.join(map(str, self.kinds))}\n"
            f"Colour {', '.join(some[:-1])} and {some[-1]} of the {sum(self.amounts)} edges. Two colourings count as the same "
            "when a permutation of the vertices, each going to one of its own kind, turns one into the other. "
            f"Give the number of different colourings modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        return self._classes(tuple(sorted(Counter(self.kinds).values()))) % MODULUS

    def _classes(self, sizes: tuple[int, ...]) -> int:
        """Burnside's lemma: the mean, over all permutations of alike vertices, of the colourings that stay as they are."""
        kept = sum([times * self._kept(cycles) for cycles, times in _edge_cycles(sizes).items()])
        return kept // prod(map(factorial, sizes))

    def _kept(self, cycles: Iterable[tuple[int, int]]) -> int:
        """Ways to give each cycle of edges one colour, by the edges that two of the colours get; the third gets the others."""
        *rare, few, _ = sorted(self.amounts)
        ways = {(sum(rare), few): 1}
        for length, count in cycles:
            fewer: dict[tuple[int, int], int] = {}
            for (a, b), times in ways.items():
                if length == 1:  # the last cycles: they take all that is left
                    if a + b <= count:
                        fewer[0, 0] = fewer.get((0, 0), 0) + times * comb(count, a) * comb(count - a, b)
                    continue
                for i in range(min(count, a // length) + 1):
                    for j in range(min(count - i, b // length) + 1):
                        left = a - i * length, b - j * length
                        fewer[left] = fewer.get(left, 0) + times * comb(count, i) * comb(count - i, j)
            ways = fewer
        return ways.get((0, 0), 0)

    def _all(self) -> int:
        return factorial(sum(self.amounts)) // prod(map(factorial, self.amounts))

    def guesses(self) -> Iterable[int]:
        return [1, self._all() % MODULUS] if len(self.kinds) > 4 else []

    def rules(self) -> Mapping[str, int]:
        return {
            "all colourings, shared by all permutations": -(-self._all() // prod(map(factorial, Counter(self.kinds).values())))
            % MODULUS,
            "as if all vertices were alike": self._classes((len(self.kinds),)) % MODULUS,
        }


@cache
def _edge_cycles(sizes: tuple[int, ...]) -> Mapping[tuple[tuple[int, int], ...], int]:
    """What permutations of so many vertices of each kind do to the edges: (length, number) of cycles, the longest first.

    With the number of permutations that do so.
    """
    found: Counter[tuple[tuple[int, int], ...]] = Counter()
    for choice in product(*map(_partitions, sizes)):
        parts = [part for partition in choice for part in partition]
        permutations = prod(map(factorial, sizes)) // prod(parts)
        for partition in choice:
            permutations //= prod(map(factorial, Counter(partition).values()))
        cycles: Counter[int] = Counter()
        for part in parts:
            cycles[part] += (part - 1) // 2
            cycles[max(1, part // 2)] += part % 2 == 0
        for one, other in combinations(parts, 2):
            common = gcd(one, other)
            cycles[one * other // common] += common
        found[tuple(sorted((+cycles).items(), reverse=True))] += permutations
    return found


def _partitions(n: int) -> list[tuple[int, ...]]:
    """The ways to write n as a sum of positive integers in ascending order."""
    found: list[list[tuple[int, ...]]] = [[()], *[[] for _ in range(n)]]
    for part in range(1, n + 1):
        for total in range(part, n + 1):
            found[total] += [(*rest, part) for rest in found[total - part]]
    return found[n]
