"""Cut a row of signs into blocks whose sums are as small as possible, at the smallest numbers."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.scores import credit_by_share


class BalancedSlicesMinimaxAbsSum(Environment):
    """Cut N signs into M blocks with the least largest sum; of these cuts the lexicographically first by the numbers at them.

    Five signs at first; a tenth more, and one, with each level. M is N/4 to N/2; the least largest sum W is 1 or 2 (0 at times).
    The signs add up to so much less than W M that a block below -W often tempts, and equal signs lie together. From level 3 on it
    does not do to look at one block after the other, and not at the rest.
    Reward: (share of the numbers that are right)^5 where the largest sum is the least, else 0.
    """

    numbers: Sequence[int]
    signs: Sequence[int]
    blocks: int

    paper_name = "Minimum_MaxAbsSlicer"
    max_level = 18

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        weight = rng.choice((1, 1, 2))
        blocks = rng.randint(n // 4 + 1, n // 3 + 1) if weight > 1 else rng.randint(n // 3 + 1, n // 2 + 1)
        total = weight * blocks - min(blocks - 1, 2 * weight + rng.randint(1, 3))
        total -= (total - n) % 2
        signs = rng.sample([1] * ((n + total) // 2) + [-1] * ((n - total) // 2), n)
        cut, side = 2 * n // 3, rng.choice((-1, 1))
        signs = [side * sign for part in (signs[:cut], signs[cut:]) for sign in sorted(part)]
        return cls(numbers=rng.sample(range(1, n + 1), n), signs=signs[:: rng.choice((-1, 1))], blocks=blocks)

    def statement(self) -> str:
        n = len(self.signs)
        return (
            f"Here are two arrays A and B with the positions 0 to {n - 1}:\n"
            f"{' '.join(map(str, self.numbers))}\n{' '.join(map(str, self.signs))}\n"
            f"Cut the positions into {self.blocks} blocks of one or more consecutive positions. The weight of a block is the "
            "absolute value of the sum of B over it. Make the largest weight as small as possible. Of all such cuts choose the "
            "one whose list of the values of A at the last positions of the blocks, first block first, is lexicographically "
            "smallest. Give this list without its last entry, the last block's."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.blocks - 1, low=1, high=len(self.signs))

    def solve(self) -> list[int]:
        return self._cut(self.numbers)

    def _cut(self, order: Sequence[int]) -> list[int]:
        """Each cut at the place first in this order from which the rest can still be cut into blocks of the least weight d.

        For d > 0 any row of k or more signs with a sum of at most k d can be cut into k blocks; for d = 0 cuts stand where the
        rest has the sum 0.
        """
        n, rests = len(self.signs), self._rests()
        zeros = rests[:-1].count(0)
        limit = -(-abs(rests[0]) // self.blocks) if rests[0] else int(zeros < self.blocks)
        start, chosen = 0, []
        for left in range(self.blocks - 1, 0, -1):
            if limit:
                room = range(start + 1, n - left + 1)
                ends = [i for i in room if abs(rests[start] - rests[i]) <= limit and abs(rests[i]) <= limit * left]
            else:
                places = [i for i in range(start + 1, n) if not rests[i]]
                ends = places[: len(places) - left + 1]
            start = min(ends, key=lambda i: order[i - 1])
            chosen.append(self.numbers[start - 1])
        return chosen

    def _rests(self) -> list[int]:
        """The sums of the signs from each position on, 0 after the last."""
        return list(accumulate(self.signs[::-1], initial=0))[::-1]

    def score(self, answer: Sequence[int], /) -> float:
        optimum = self._weight(self.reference)
        return credit_by_share(self.reference, answer, 5) if self._weight(answer) == optimum else 0.0

    def _weight(self, answer: Sequence[int]) -> int:
        """The largest weight of a block; -1 where the numbers do not stand in this order before the last position."""
        ends = [self.numbers.index(value) + 1 for value in answer]
        cuts, rests = [0, *ends, len(self.signs)], self._rests()
        if any(a >= b for a, b in pairwise(cuts)):
            return -1
        return max([abs(rests[a] - rests[b]) for a, b in pairwise(cuts)])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._block_by_block(max(1, self._weight(self.reference)))] if len(self.signs) > 7 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        weights = {"any weight": len(self.signs), "weights up to 1": 1, "weights up to 2": 2}
        lists = {f"the smallest number in reach, {name}": self._block_by_block(most) for name, most in weights.items()}
        places = range(len(self.signs))
        return lists | {"the first of the best cuts": self._cut(places), "the last of them": self._cut(places[::-1])}

    def _block_by_block(self, most: int) -> list[int]:
        """The smallest number that leaves a block of weight `most` or less before it, again and again."""
        start, chosen, rests = 0, [], self._rests()
        for left in range(self.blocks - 1, 0, -1):
            room = range(start + 1, len(self.signs) - left + 1)
            ends = [i for i in room if abs(rests[start] - rests[i]) <= most]
            start = min(ends or room, key=lambda i: self.numbers[i - 1])
            chosen.append(self.numbers[start - 1])
        return chosen
