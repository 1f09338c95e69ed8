"""Find the digits behind letters from some lines of an addition table."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from random import Random
from string import ascii_lowercase
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden


class UnknownBaseAdditionTable(ConstraintEnvironment):
    """The digits of the letters in some sums of two letters, base 3 at first and one more with each level.

    One and a half times as many sums of the table are shown as there are letters. Reward: (share of right sums)^5 where all
    digits are different, else 0.
    """

    base: int
    sums: Sequence[str]
    solution: Sequence[int] = hidden()

    paper_name = "AdditionTable"
    max_level = 23

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"base": 3 + level}

    @classmethod
    def draw(cls, rng: Random, base: int) -> Self:
        digits = rng.sample(range(base), base)
        letters = ascii_lowercase[:base]
        written = dict(zip(digits, letters, strict=True))
        chosen = rng.sample([*combinations_with_replacement(range(base), 2)], base + base // 2)
        sums = []
        for pair in chosen:
            i, j = rng.sample(pair, 2)
            high, low = divmod(digits[i] + digits[j], base)
            sums.append(f"{letters[i]} + {letters[j]} = {written[high] if high else ''}{written[low]}")
        return cls(base=base, sums=sums, solution=digits)

    def statement(self) -> str:
        letters, sums = ", ".join(ascii_lowercase[: self.base]), "\n".join(self.sums)
        return (
            f"Each of the letters {letters} stands for a different one of the digits 0 to {self.base - 1} of base {self.base}. "
            f"Two letters after an equals sign stand for {self.base} times the first digit, plus the second.\n{sums}\n"
            f"Find digits for which all these sums are right. Give those of {letters}, in this order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.base, low=0, high=self.base - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        if len({*answer}) < self.base:
            return 0, len(self.sums)
        value = dict(zip(ascii_lowercase, answer, strict=False))
        kept = 0
        for line in self.sums:
            left, right, total = line[0], line[4], line[8:]
            whole = value[total[-1]] + (self.base * value[total[0]] if len(total) > 1 else 0)
            kept += value[left] + value[right] == whole
        return kept, len(self.sums)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(self.base), range(self.base)[::-1]] if self.base > 3 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """More carries, or a larger share of carries, among the sums of a letter means a larger digit."""
        letters = ascii_lowercase[: self.base]
        terms = {letter: [len(line) > 9 for line in self.sums if letter in (line[0], line[4])] for letter in letters}
        leading = {line[8] for line in self.sums if len(line) > 9}
        found = {}
        for name, key in (("number", sum), ("share", lambda carries: sum(carries) / (len(carries) or 1))):
            order = sorted(letters, key=lambda letter: key(terms[letter]))
            found[f"{name} of carries"] = [order.index(letter) for letter in letters]
            if leading:  # the letter before another in a sum is 1
                order.remove(*leading)
                order.insert(1, *leading)
                found[f"{name} of carries, and the leading letter is 1"] = [order.index(letter) for letter in letters]
        return found
