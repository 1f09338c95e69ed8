"""Label the tree of halves of a bit string."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.sizes import near, rungs


class BinaryStringTypeTreePostorder(Environment):
    """Which parts of a string of N bits are all 0, all 1 or mixed, in post-order; one or two more bits, later a seventh more,
    with each level.

    The string is halved again and again, the right half one longer where the length is odd; parts of one bit have no letter.
    Each bit repeats the one before it with probability 0.6, from level 4 on 0.7. From ten bits on
    some part of four or more is not mixed. Reward: (share of letters that are right)^10.
    """

    bits: str

    paper_name = "FBI_BinaryTree"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 7, 8, 10), level, percent=15, plus=2)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        bits = [rng.randrange(2)]
        for _ in range(near(rng, n) - 1):
            bits.append(bits[-1] ^ (rng.random() < (0.3 if n > 12 else 0.4)))
        return cls(bits="".join(map(str, bits)))

    def statement(self) -> str:
        return (
            f"Here is a string of {len(self.bits)} bits:\n{self.bits}\n"
            "It belongs to the root of a binary tree. A vertex with a string of k >= 2 bits has two children: the first k/2 "
            "bits, rounded down, belong to the left child, the other bits to the right child. Such a vertex has a letter: B if "
            "all its bits are 0, I if all are 1, F if both occur. A vertex with a single bit has no children and no letter. Give "
            "the letters in post-order: left subtree, right subtree, vertex."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("BIF", length=len(self.bits) - 1)

    def solve(self) -> str:
        return "".join(["B" if "1" not in part else "I" if "0" not in part else "F" for part in self._parts()])

    def _parts(self) -> list[str]:
        """The strings of two or more bits in post-order."""
        turned, stack = [], [self.bits]
        while stack:
            part = stack.pop()
            if len(part) > 1:
                turned.append(part)
                stack += [part[: len(part) // 2], part[len(part) // 2 :]]
        return turned[::-1]

    def acceptable(self) -> bool:
        return "0" in self.bits and "1" in self.bits

    def guesses(self) -> Iterable[str]:
        mixed = "F" * (len(self.bits) - 1)
        return [mixed] if len(self.bits) < 10 else [mixed, self.rules()["longer parts are mixed"]]

    def rules(self) -> Mapping[str, str]:
        parts = self._parts()
        return {
            "ends of each part": "".join(["F" if part[0] != part[-1] else "BI"[int(part[0])] for part in parts]),
            "longer parts are mixed": "".join(
                [own if len(part) < 4 else "F" for part, own in zip(parts, self.reference, strict=True)]
            ),
        }

    def score(self, answer: str, /) -> float:
        return credit_by_share(self.reference, answer, 10)
