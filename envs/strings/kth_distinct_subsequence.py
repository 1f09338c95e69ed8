"""Find the K-th of the subsequences of a string in dictionary order."""

from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text, grow


class KthDistinctSubsequence(Environment):
    """Number K of the different subsequences of N letters a and b in dictionary order; a tenth more letters, and one, a level.

    N is 4 at first. K is any number of the list; from level 3 on none of its first quarter.
    Reward: 1 for that subsequence, else 0.
    """

    text: str
    number: int

    paper_name = "KthSubsequence"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        share = rng.uniform(0.35, 0.65)
        letters = ["a", "b"] + ["a" if rng.random() < share else "b" for _ in range(n - 2)]
        rng.shuffle(letters)
        text = "".join(letters)
        number = _subsequences(text)[0] - 1
        return cls(text=text, number=rng.randint(1 if n < 7 else number // 4, number))

    def statement(self) -> str:
        return (
            "A subsequence of a string comes from deleting some of its characters, perhaps none, and keeping the order of the "
            f"others.\nHere is a string of {len(self.text)} characters:\n{self.text}\n"
            "List its different non-empty subsequences in dictionary order: a before b, and a string before all longer ones that "
            f"begin with it. Which one is number {self.number} of the list, the first being number 1?"
        )

    def answer_format(self) -> AnswerFormat:
        return Text("ab", max_length=len(self.text))

    def solve(self) -> str:
        """One letter after the other, each taken where it comes first; all that begin with an earlier letter are passed."""
        ahead, answer, place, left = _subsequences(self.text), "", 0, self.number
        while left:
            for letter in "ab":
                end = self.text.find(letter, place) + 1
                if end and left <= ahead[end]:
                    answer, place, left = answer + letter, end, left - 1
                    break
                left -= ahead[end] if end else 0
            else:
                raise ValueError(f"there is no subsequence number {self.number}")
        return answer

    def acceptable(self) -> bool:
        return len(self.reference) > 1

    def rules(self) -> dict[str, str]:
        if len(self.text) > 10:
            return {}
        found = ["".join(kept) for size in range(1, len(self.text) + 1) for kept in combinations(self.text, size)]
        different = sorted({*found})
        return {
            "with repeats": sorted(found)[self.number - 1],
            "shorter ones first": sorted(different, key=len)[self.number - 1],
            "counted from the end": different[-self.number],
            "the next one": different[self.number % len(different)],
        }


def _subsequences(text: str) -> list[int]:
    """For each place, how many different subsequences what begins there has, with the empty one."""
    counts = [1] * (len(text) + 1)
    following = {}
    for place in range(len(text))[::-1]:
        following[text[place]] = place + 1
        counts[place] += sum([counts[end] for end in following.values()])
    return counts
