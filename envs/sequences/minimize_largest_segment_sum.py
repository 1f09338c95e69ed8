"""Cut an array into segments so that the largest sum of a segment is least."""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow


class MinimizeLargestSegmentSum(OptimizationEnvironment):
    """Where to cut N positive integers into M segments; a tenth more integers, and one, with each level from five on.

    M is a third to a half of N, at least 3. Reward: (least largest sum / largest sum)^10.
    """

    numbers: Sequence[int]
    segments: int

    paper_name = "Minimum_MaxSlicer"
    max_level = 30
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(
            numbers=[rng.randint(1, 9 if n < 8 else 2 * n) for _ in range(n)],
            segments=rng.randint(max(3, n // 3), max(3, n // 2)),
        )

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"Cut it into exactly {self.segments} segments, each of one or more neighbouring entries, so that the largest of the "
            "sums of the segments is as small as possible. Give the position of the last entry of each segment but the last one."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.segments - 1, low=0, high=len(self.numbers) - 2)

    def solve(self) -> list[int]:
        """Halve the range of the bound; segments that are filled up to it one after the other are the fewest."""
        sums = list(accumulate(self.numbers))
        low, high = max(max(self.numbers), -(-sums[-1] // self.segments)), sums[-1]
        while low < high:
            middle = (low + high) // 2
            if len(self._filled(sums, middle)) < self.segments:
                high = middle
            else:
                low = middle + 1
        cuts = self._filled(sums, high)
        spare = [i for i in range(len(sums) - 1) if i not in cuts]
        return cuts + spare[: self.segments - 1 - len(cuts)]

    def _filled(self, sums: Sequence[int], bound: int) -> list[int]:
        """The cuts, at most as many as there are to be, when each segment in turn takes all that the bound lets it."""
        cuts: list[int] = []
        place = bisect(sums, bound)
        while place < len(sums) and len(cuts) < self.segments:
            cuts.append(place - 1)
            place = bisect(sums, sums[place - 1] + bound, lo=place)
        return cuts

    def objective(self, answer: Sequence[int], /) -> int:
        sums = list(accumulate(self.numbers, initial=0))
        ends = [0, *[i + 1 for i in answer], len(self.numbers)]
        return max([sums[end] - sums[start] for start, end in pairwise(ends)])

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, m = len(self.numbers), self.segments
        sums = list(accumulate(self.numbers))
        aims = [k * sums[-1] / m for k in range(1, m)]
        halves = []
        while len(halves)<m-1:
            halves.append(min([i for i in range(n-1) if i not in halves], key=lambda i: (self.objective(sorted([*halves,i])), self._sq([*halves,i]))))
        best=[]
        while len(best)<m-1:
            best.append(min([i for i in range(n-1) if i not in best], key=lambda i: (self._sq([*best,i]))))
        return {
            "equal lengths": [k * n // m - 1 for k in range(1, m)],
            "nearest to equal sums": [min(range(n), key=lambda i: abs(sums[i] - aim)) for aim in aims],
            "below equal sums": [max(0,bisect(sums, aim)-1) for aim in aims],
            "below equal sums+": [max(0,bisect(sums, aim)) for aim in aims],
            "fill av": self.fix(self._filled(sums, max(max(self.numbers),-(-sums[-1] // m)))),
            "fill over": self.over(sums[-1]/m),
            "fill near": self.near(sums[-1]/m),
            "halve": halves, "squares":best,
            "local": self.local([k * n // m - 1 for k in range(1, m)]),
            "local2": self.local(halves),
        }
    def local(self, cuts):
        cuts=sorted(cuts)
        cur=self.objective(cuts)
        while True:
            opts=[]
            for k in range(len(cuts)):
                for d in (-1,1):
                    c=cuts[:k]+[cuts[k]+d]+cuts[k+1:]
                    if c==sorted(set(c)) and c[0]>=0 and c[-1]<len(self.numbers)-1: opts.append((self.objective(c),c))
            if not opts: return cuts
            b=min(opts)
            if b[0]>=cur: return cuts
            cur,cuts=b
    def _sq(self,cuts):
        sums = list(accumulate(self.numbers, initial=0))
        ends = [0, *[i + 1 for i in sorted(cuts)], len(self.numbers)]
        return sum([(sums[end] - sums[start])**2 for start, end in pairwise(ends)])
    def fix(self,cuts):
        cuts=cuts[:self.segments-1]
        sp=[i for i in range(len(self.numbers)-1) if i not in cuts]
        return cuts+sp[:self.segments-1-len(cuts)]
    def over(self,av):
        s=0;c=[]
        for i,x in enumerate(self.numbers[:-1]):
            s+=x
            if s>=av: c.append(i);s=0
        return self.fix(c)
    def near(self,av):
        s=0;c=[]
        for i,x in enumerate(self.numbers[:-1]):
            s+=x
            if s+self.numbers[i+1]/2>av: c.append(i);s=0
        return self.fix(c)
