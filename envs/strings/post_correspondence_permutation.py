"""Order pairs of strings so that both rows spell the same text."""

import itertools
from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Permutation, hidden
from rlve.envs.toolkit.text import numbered_rows


class PostCorrespondencePermutation(ConstraintEnvironment):
    """Order N pairs so that the left and the right strings, concatenated, agree; one more pair with each level.

    A text of two to four letters a pair is cut into N pieces twice, and the pairs of pieces are shuffled.
    Reward: (share of positions at which the two texts agree)^10.
    """

    left: Sequence[str]
    right: Sequence[str]
    solution: Sequence[int] = hidden()

    paper_name = "PCPPermutation"
    max_level = 60
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        length = rng.randint(2 * n, 4 * n)
        share = rng.uniform(0.3, 0.7)
        text = "".join(["a" if rng.random() < share else "b" for _ in range(length)])
        rows = []
        for _ in range(2):
            cuts = [0, *sorted(rng.sample(range(1, length), n - 1)), length]
            rows.append([text[i:j] for i, j in itertools.pairwise(cuts)])
        order = rng.sample(range(n), n)  # pair k of the statement is piece order[k] of the text
        solution = sorted(range(n), key=order.__getitem__)
        return cls(left=[rows[0][i] for i in order], right=[rows[1][i] for i in order], solution=solution)

    def statement(self) -> str:
        pairs = numbered_rows(zip(self.left, self.right, strict=True))
        return (
            f"Here are {len(self.left)} pairs of strings, one a line as: number: left right\n{pairs}\n"
            "Put all the pairs in an order, each used once, such that the left strings joined in that order "
            "and the right strings joined in that order are the same text. Give the numbers of the pairs in that order."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.left))

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        left = "".join([self.left[i] for i in answer])
        right = "".join([self.right[i] for i in answer])
        return sum(map(str.__eq__, left, right)), len(left)

    def guesses(self) -> Iterable[Sequence[int]]:
        up = list(range(len(self.left)))
        return [up, up[::-1]]
