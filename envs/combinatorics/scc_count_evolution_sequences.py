"""Count the ways in which the number of strongly connected components can go as given arcs are inserted."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import comb, perm
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.text import rows


class SccCountEvolutionSequences(Environment):
    """How many sequences of numbers of strongly connected components there are when E of some given arcs are inserted.

    Three vertices and four arcs at first, of which three or four are inserted. A vertex is added at the levels 1, 4, 7 and so on,
    an arc at level 1 and at all others. Reward: exact.
    """

    n: int
    arcs: Sequence[tuple[int, int]]
    inserted: int

    paper_name = "SCC_Sequence_Counting"
    max_level = 14  # 14 arcs

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + (level + 2) // 3, "arcs": 4 + level - max(level - 1, 0) // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int) -> Self:
        pairs = rng.sample(list(permutations(range(n), 2)), arcs)
        return cls(n=n, arcs=pairs, inserted=rng.randint(arcs - max(1, arcs // 4), arcs))

    def statement(self) -> str:
        return (
            f"A directed graph has the vertices 0 to {self.n - 1} and no arcs. Here are {len(self.arcs)} arcs, one a line as: "
            f"from to\n{rows(self.arcs)}\n"
            f"Choose {self.inserted} of these arcs and insert them into the graph one after the other, in any order. After each "
            "insertion, write down how many strongly connected components the graph has then; two vertices are in one component "
            f"when each can be reached from the other. How many different sequences of {self.inserted} numbers can arise?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """For each sequence so far, the sets of arcs that may have been inserted, as a mask with one bit for each set."""
        components = self._components()
        of_number = [0] * (self.n + 1)
        for number in set(components):
            of_number[number] = int("".join(["1" if one == number else "0" for one in reversed(components)]), 2)
        every = (1 << len(components)) - 1
        # the sets without an arc: blocks of 2^arc ones, then as many zeros
        without = [every // ((1 << (1 << arc)) + 1) for arc in range(len(self.arcs))]
        possible = {1: 1}
        for _ in range(self.inserted):
            longer: dict[int, int] = {}
            for sets, count in possible.items():
                larger = 0
                for arc, lacking in enumerate(without):
                    larger |= (sets & lacking) << (1 << arc)
                for mask in of_number:
                    if larger & mask:
                        longer[larger & mask] = longer.get(larger & mask, 0) + count
            possible = longer
        return sum(possible.values())

    def _components(self) -> list[int]:
        """For each set of arcs the number of strongly connected components; only an arc that closes a cycle lessens it."""
        reached: list[list[int]] = [[1 << vertex for vertex in range(self.n)]]  # from each vertex, as masks
        components = [self.n]
        for u, v in self.arcs:
            for index in range(len(reached)):
                reach, number = reached[index], components[index]
                if not reach[u] >> v & 1:
                    onward = reach[v]
                    closed = onward >> u & 1
                    reach = [mask | onward if mask >> u & 1 else mask for mask in reach]
                    if closed:
                        number = len(set(reach))
                reached.append(reach)
                components.append(number)
        return components

    def guesses(self) -> Iterable[int]:
        return [1]

    def rules(self) -> Mapping[str, int]:
        lowest = min(self._components())
        changes = self.n - lowest
        return {
            "where each of the arcs may lessen the number": comb(self.inserted, min(changes, self.inserted)),
            "one number after the other": self.inserted * changes,
            "orders of the arcs": perm(len(self.arcs), self.inserted),
        }
