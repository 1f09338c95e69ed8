"""Find a winning first move in a game of beans that split on their way along a row of bottles."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList
from rlve.envs.toolkit.games import WINNING_MOVE, least_missing, xor_sum
from rlve.envs.toolkit.sizes import rungs


class BeanSplittingImpartialGame(ConstraintEnvironment):
    """A first move that wins, when each move replaces a bean by two further on; a bottle more with each level, once two.

    From seven bottles on at least four of them, the last aside, hold an odd number of beans, and two of three at random.
    Reward: 1 for a winning move, else 0.
    """

    beans: Sequence[int]

    paper_name = "SplittingGame"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs([3, 4, 5, 7], level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        counts = [0, 1, 2, 3, 4, 5] if n < 6 else [0, 1, 1, 2, 3, 3, 4, 5, 5]
        return cls(beans=[rng.choice(counts) for _ in range(n)])

    def statement(self) -> str:
        n = len(self.beans)
        return (
            f"Here are the numbers of beans in {n} bottles, 0 to {n - 1}:\n{' '.join(map(str, self.beans))}\n"
            "Two players move in turn. A move takes one bean out of a bottle i, and puts one bean each into bottles j and k with "
            "i < j <= k: where j = k, that one gets both. There are always enough beans to put in. "
            f"{WINNING_MOVE} Give its i, j and k."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(3, low=0, high=len(self.beans) - 1)

    def solve(self) -> list[int]:
        """A move that makes the sum of the beans' values zero (Sprague and Grundy)."""
        values, total = self._values, self._total
        place = {value: bottle for bottle, value in enumerate(values)}
        for i, count in enumerate(self.beans):
            for j in range(i + 1, len(values)):
                k = place.get(total ^ values[i] ^ values[j], 0)
                if count and k > i:
                    return [i, min(j, k), max(j, k)]
        raise ValueError("no move wins")

    @property
    def _values(self) -> list[int]:
        """The value of a bean in each bottle; they are all different."""
        values = [0]
        for _ in self.beans[1:]:
            reached = {a ^ b for a, b in combinations_with_replacement(values, 2)}
            values.append(least_missing(reached))
        return values[::-1]

    @property
    def _total(self) -> int:
        return xor_sum([value for value, count in zip(self._values, self.beans, strict=True) if count % 2])

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        i, j, k = answer
        values = self._values
        return int(i < j <= k and self.beans[i] > 0 and values[i] ^ values[j] ^ values[k] == self._total), 1

    def acceptable(self) -> bool:
        return self._total > 0

    def guesses(self) -> Iterable[Sequence[int]]:
        """From the first bottle of odd number to the next two: with three or fewer of those it always wins."""
        if len(self.beans) > 5:
            yield self._odd[:3]

    def rules(self) -> Mapping[str, Sequence[int]]:
        *odd, last, _ = self._odd
        full = next((bottle for bottle, count in enumerate(self.beans) if count), 0)
        return {
            "the last three odd ones": self._odd[-5:-2],
            "the first odd one to the end": [odd[0], last, last],
            "the last odd one to the end": [odd[-1], last, last],
            "the first full one to the next": [full, min(full + 1, last), min(full + 1, last)],
        }

    @property
    def _odd(self) -> list[int]:
        """The bottles of odd number in order, the last one twice after them."""
        last = len(self.beans) - 1
        return [*[bottle for bottle in range(last) if self.beans[bottle] % 2], last, last]
