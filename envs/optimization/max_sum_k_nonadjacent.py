"""Choose entries with a large sum, no two of them side by side."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow


class MaxSumKNonadjacent(OptimizationEnvironment):
    """K of N entries, no two of them neighbours, with the largest sum; a tenth more entries, and one, with each level."""

    numbers: Sequence[int]
    k: int

    paper_name = "Max_NonAdjacent_KElementSum"
    max_level = 20
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1), "largest": min(9 + 3 * level, 40)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(numbers=[rng.randint(1, largest) for _ in range(n)], k=max(2, rng.randint(n // 3, 2 * n // 5)))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"Choose exactly {self.k} positions so that no two of them are neighbours (their difference is never 1) and the sum "
            "of the integers there is as large as possible. Give the positions."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.k, low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        numbers = self.numbers
        n = len(numbers)
        best: list[int] = [0] * (n+1)
        rows = []
        for size in range(1, self.k + 1):
            row = [-1] * (n+1)
            for end in range(2*size-1, n - 2*(self.k-size) + 1):
                row[end] = max(row[end-1], (best[end-2] if end > 1 else 0) + numbers[end-1])
            rows.append(row)
            best = row
        chosen, end = [], n
        for size in range(self.k, 0, -1):
            row = rows[size-1]
            while row[end] == row[end-1]: end -= 1
            chosen.append(end-1)
            end -= 2
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        for position in answer:
            if position + 1 in answer:
                raise Infeasible(f"the positions {position} and {position + 1} are neighbours")
        return sum([self.numbers[position] for position in answer])

    def rules(self):
        n = len(self.numbers)
        order = sorted(range(n), key=lambda i: -self.numbers[i])
        f = {"largest": order}
        f["gain"] = sorted(range(n), key=lambda i: -2*self.numbers[i] + sum(self.numbers[j] for j in (i-1, i+1) if 0<=j<n))
        f["gain1"] = sorted(range(n), key=lambda i: -self.numbers[i] + max(self.numbers[j] for j in (i-1, i+1) if 0<=j<n))
        out = {}
        for name, o in f.items():
            c = []
            for i in o:
                if len(c) < self.k and i-1 not in c and i+1 not in c: c.append(i)
            if len(c)==self.k: out[name]=c
        for par in (0,1):
            o = [i for i in order if i%2==par][:self.k]
            if len(o)==self.k: out[f"par{par}"]=o
        if out: out["best"] = max(out.values(), key=self.objective)
        return out
