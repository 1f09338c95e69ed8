"""Cut a string into blocks and put them in an order that makes another string."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden


class StringBlockRearrangement(ConstraintEnvironment):
    """Where to cut a string into K blocks, and their order, such that they make another string of the same letters.

    Seven letters a and b, and three blocks, at first; three more letters with each level, one more block with every third. The
    strings differ, and from level 3 on it is not enough to take the longest block that fits each time.
    Reward: (share of blocks that are equal to what stands in their place)^5.
    """

    source: str
    target: str
    blocks: int
    solution: Sequence[int] = hidden()

    paper_name = "StringPartitionShuffle"
    max_level = 40
    exponent = 5

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 7 + 3 * level, "k": 3 + level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, k: int) -> Self:
        source = "".join(rng.choices("ab", k=n))
        starts = [0, *rng.sample(range(1, n), k - 1)]
        rng.shuffle(starts)
        return cls(source=source, target="".join(_cut(source, starts)), blocks=k, solution=starts)

    def statement(self) -> str:
        n = len(self.source)
        return (
            f"Here are two strings of {n} letters, each at the positions 0 to {n - 1}:\n{self.source}\n{self.target}\n"
            f"Cut the first string into {self.blocks} blocks of neighbouring letters that make the second string when they are "
            "joined in another order. No block is empty, and no letter is left out. For each block, give the position of its "
            "first letter in the first string, in the order in which the blocks stand in the second string."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.blocks, low=0, high=len(self.source) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        if 0 not in answer or len(set(answer)) < self.blocks:
            return 0, self.blocks
        place = kept = 0
        for block in _cut(self.source, answer):
            kept += self.target.startswith(block, place)
            place += len(block)
        return kept, self.blocks

    def acceptable(self) -> bool:
        return self.source != self.target

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._longest_first()] if len(self.source) > 15 else []

    def _longest_first(self) -> list[int]:
        """Each time the longest block that fits and is not used, the first of these; long ones are cut until there are enough."""
        left, place = self.source, 0
        pieces: list[tuple[int, int]] = []
        while place < len(self.target):
            length = 1
            while place + length < len(self.target) and self.target[place : place + length + 1] in left:
                length += 1
            start = left.index(self.target[place : place + length])
            left = left[:start] + "." * length + left[start + length :]
            pieces.append((start, length))
            place += length
        for _ in range(self.blocks - len(pieces)):
            i = max(range(len(pieces)), key=lambda i: pieces[i][1])
            start, length = pieces[i]
            pieces[i : i + 1] = [(start, length // 2), (start + length // 2, length - length // 2)]
        return [start for start, _ in pieces][: self.blocks]

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, k = len(self.source), self.blocks
        even = [i * n // k for i in range(k)]
        return {
            "even blocks, last first": even[::-1],
            "even blocks, turned": even[1:] + even[:1],
            "longest first": self._longest_first(),
        }


def _cut(text: str, starts: Sequence[int]) -> list[str]:
    """The blocks that begin at these places, each of which ends where another one begins."""
    ends = dict(zip(sorted(starts), [*sorted(starts)[1:], len(text)], strict=True))
    return [text[start : ends[start]] for start in starts]
