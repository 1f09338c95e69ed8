"""Count the strings of a pattern that are two palindromes, one after the other."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near


class TwoPalindromeConcatenationCount(Environment):
    """How many strings of the first C letters fit a pattern and can be cut into two palindromes.

    The length is 5 and C is 2 at first. The length grows by one with each level, C up to 3 at level 1 and by one more with
    every tenth level. About a third to a half of the letters are given, a quarter to a third from level 3 on. They are those
    of a hidden string of that kind, from level 3 on mostly one that repeats a shorter string, so that some strings can be cut
    at several places. Reward: exact.
    """

    pattern: str
    letters: int

    paper_name = "DoublePalindromicStringCounting"
    max_level = 29  # length 34 and 5 letters: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"length": 5 + level, "letters": 2 + min(level, 1) + level // 10, "repeated": int(level > 2)}

    @classmethod
    def draw(cls, rng: Random, length: int, letters: int, repeated: int) -> Self:
        letters, length, copies = rng.randint(max(2, letters - 1), letters), max(5, near(rng, length)), 1
        if repeated:
            length += length % 2
            copies = rng.choice([k for k in range(1, length // 2) if length % k == 0])
        root = length // copies
        cut, text = rng.randint(1, root - 1), []
        for part in (cut, root - cut):
            half = rng.choices("abcdefgh"[:letters], k=(part + 1) // 2)
            text += half + half[: part // 2][::-1]
        text *= copies
        given = rng.randint(length // 4, (length + 1) // 3) if repeated else rng.randint((length + 1) // 3, (length + 1) // 2)
        for place in rng.sample(range(length), length - given):
            text[place] = "?"
        return cls(pattern="".join(text), letters=letters)

    def statement(self) -> str:
        return (
            f"How many strings of the letters {' '.join('abcdefgh'[: self.letters])} fit the pattern\n{self.pattern}\n"
            "where each ? stands for any one letter, and can be cut into two parts of one or more letters each that are both "
            "palindromes, that is, read the same backwards? A string that can be cut so at several places counts once."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """A string that repeats a shorter one k times, and no other, can be cut at k places, one of them perhaps the start.

        By the length of the shorter one: `once` has the strings that can be cut, at the start too, and repeat nothing of less
        length; `palindromes` those of them that are palindromes, which can be cut at the start alone.
        """
        n = len(self.pattern)
        once: dict[int, int] = {}
        palindromes: dict[int, int] = {}
        for length in [k for k in range(1, n + 1) if n % k == 0]:
            folded = self._folded(length)
            cuts = [self._palindromes(folded[:cut]) * self._palindromes(folded[cut:]) for cut in range(length if folded else 0)]
            shorter = [k for k in once if length % k == 0]
            once[length] = sum(cuts) - sum([length // k * once[k] for k in shorter])
            palindromes[length] = sum(cuts[:1]) - sum([palindromes[k] for k in shorter])
        return sum(once.values()) - palindromes[n]

    def _folded(self, length: int) -> Sequence[str]:
        """What a string must look like to fit the pattern when it is repeated; empty where none does."""
        parts = [set(self.pattern[start::length]) - {"?"} for start in range(length)]
        return "" if max(map(len, parts)) > 1 else "".join([next(iter(part), "?") for part in parts])

    def _palindromes(self, part: Sequence[str]) -> int:
        """How many palindromes fit a part of a pattern."""
        count = 1
        for a, b in zip(part[: (len(part) + 1) // 2], reversed(part), strict=False):
            if a == b == "?":
                count *= self.letters
            elif a != b and a != "?" and b != "?":
                return 0
        return count

    def guesses(self) -> Iterable[int]:
        every = self.letters ** self.pattern.count("?")
        return [0, every]

    def rules(self) -> Mapping[str, int]:
        p, n = self.pattern, len(self.pattern)
        cuts = [self._palindromes(p[:cut]) * self._palindromes(p[cut:]) for cut in range(1, n)]
        return {
            "each place to cut by itself": sum(cuts),
            "the best place alone": max(cuts),
            "the middle alone": cuts[n // 2 - 1],
            "half of all": self.letters ** p.count("?") // 2,
            "palindromes": self._palindromes(p),
        }
