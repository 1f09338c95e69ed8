"""Delete entries so that the longest non-decreasing subsequence becomes shorter."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs

FAR = 10**9  # more than all deletions cost


class MinCostShortenLongestNondecreasingSubsequence(OptimizationEnvironment):
    """The cheapest entries, of N, whose deletion shortens the longest non-decreasing subsequence; two more with each level.

    Five entries at first. From level 2 on there are longest subsequences without a common entry, and from level 3 on it is
    not the cheapest way to delete all entries that can be the k-th of one. Reward: (least cost / cost)^5.
    """

    numbers: Sequence[int]
    costs: Sequence[int]

    paper_name = "MinCostReducingLNDS"
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 7, 9, 12), level, plus=2)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 9:
            return cls(numbers=[rng.randint(1, n) for _ in range(n)], costs=[rng.randint(1, 9) for _ in range(n)])
        length = rng.randint(2, 3)
        # the blocks, which go up from the last to the first, by their numbers of entries that can be the k-th
        blocks = [[1] * length for _ in range(max(2, n // (2 * length)))]
        for _ in range(n - length * len(blocks)):
            rng.choice(blocks)[rng.randrange(length)] += 1
        entries: list[tuple[int, int]] = []
        low = 1
        for sizes in blocks:
            block: list[tuple[int, int]] = []
            before = 0
            for size in sizes:
                start = len(block)
                block += [(low + size - 1 - i, rng.randint(*((1, 9) if size > 1 else (6, 12)))) for i in range(size)]
                if before > 1 and size > 1 and rng.random() < 0.7:
                    block[start - 1], block[start] = block[start], block[start - 1]  # one cannot follow the other any more
                before, low = size, low + size - rng.randint(0, 1)
            entries = block + entries
            low = max(block)[0] + 1
        return cls(numbers=[number for number, _ in entries], costs=[cost for _, cost in entries])

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"These are the costs of deleting them, in the same order:\n{' '.join(map(str, self.costs))}\n"
            "A subsequence is what remains when any entries are struck out, or none. Delete one or more entries so that the "
            "longest non-decreasing subsequence of the rest has fewer entries than that of the whole array, for the least sum of "
            "costs. Give the positions of the deleted entries."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.numbers)
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """A cheapest cut through all longest subsequences: where the largest flow along them cannot grow."""
        source, sink = 2 * len(self.numbers), 2 * len(self.numbers) + 1
        room: list[dict[int, int]] = [{} for _ in range(sink + 1)]  # entry i has the vertices 2i and 2i + 1

        def arc(tail: int, head: int, capacity: int = FAR) -> None:
            room[tail][head], room[head][tail] = capacity, 0

        layers = self._layers()
        for layer, following in pairwise([*layers, []]):
            for i in layer:
                arc(2 * i, 2 * i + 1, self.costs[i])
                for j in following:
                    if i < j and self.numbers[i] <= self.numbers[j]:
                        arc(2 * i + 1, 2 * j)
        for i in layers[0]:
            arc(source, 2 * i)
        for i in layers[-1]:
            arc(2 * i + 1, sink)
        reached = _flood(room, source, sink)
        return [i for layer in layers for i in layer if 2 * i in reached and 2 * i + 1 not in reached]

    def _layers(self) -> list[list[int]]:
        """The positions that a longest non-decreasing subsequence may have first, second and so on."""
        ends: list[int] = []  # the least last entry of a non-decreasing subsequence, by its length
        places = []
        for number in self.numbers:
            places.append(bisect(ends, number))
            ends[places[-1] : places[-1] + 1] = [number]
        layers: list[list[int]] = [[] for _ in ends]
        largest = [0] * len(ends) + [max(self.numbers)]  # of each layer, as far as it has been filled from the right
        for i in range(len(places))[::-1]:
            place, number = places[i], self.numbers[i]
            if number <= largest[place + 1]:
                layers[place].append(i)
                largest[place] = max(largest[place], number)
        return layers

    def objective(self, answer: Sequence[int], /) -> int:
        rest = [number for i, number in enumerate(self.numbers) if i not in answer]
        if _longest(rest) == _longest(self.numbers):
            return FAR
        return sum([self.costs[i] for i in answer])

    def acceptable(self) -> bool:
        if len(self.numbers) < 12:
            return len(self._layers()) > 1  # else all are to be deleted
        return self._cost(self._cheapest_layer()) > self.optimum

    def _cost(self, chosen: Sequence[int]) -> int:
        return sum([self.costs[i] for i in chosen])

    def _cheapest_layer(self) -> list[int]:
        return min(self._layers(), key=self._cost)

    def rules(self) -> Mapping[str, Sequence[int]]:
        by_cost = sorted(range(len(self.numbers)), key=self.costs.__getitem__)
        enough = next(k for k in range(1, len(by_cost) + 1) if self.objective(by_cost[:k]) < FAR)
        chosen = by_cost[:enough]
        for i in chosen[::-1]:
            fewer = [j for j in chosen if j != i]
            if self.objective(fewer) < FAR:
                chosen = fewer
        return {"all that can be the k-th": self._cheapest_layer(), "the cheapest, less those not needed": chosen}


def _longest(numbers: Sequence[int]) -> int:
    """The length of the longest non-decreasing subsequence."""
    ends: list[int] = []
    for number in numbers:
        place = bisect(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)


def _flood(room: Sequence[dict[int, int]], source: int, sink: int) -> dict[int, int]:
    """Send as much as there is room for; then what can be reached from the source, each with the vertex before it."""
    while True:
        came, stack = {source: source}, [source]
        while stack and sink not in came:
            vertex = stack.pop()
            for other, left in room[vertex].items():
                if left and other not in came:
                    came[other] = vertex
                    stack.append(other)
        if sink not in came:
            return came
        path = [sink]
        while path[-1] != source:
            path.append(came[path[-1]])
        flow = min([room[tail][head] for head, tail in pairwise(path)])
        for head, tail in pairwise(path):
            room[tail][head] -= flow
            room[head][tail] += flow
