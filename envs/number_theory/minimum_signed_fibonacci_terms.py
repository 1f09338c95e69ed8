"""Write an integer as the shortest sum of Fibonacci numbers with signs."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment

_FIBONACCI = [1, 2]
while len(_FIBONACCI) < 200:
    _FIBONACCI.append(_FIBONACCI[-1] + _FIBONACCI[-2])
_MOST = 60  # the largest level needs 22 terms, or 33 of one sign


class MinimumSignedFibonacciTerms(OptimizationEnvironment):
    """K as a sum of as few terms as possible, each a Fibonacci number or the negative of one.

    Two terms are needed at first, three at level 2, and mostly one more with every other level. K is at most 42 at first, 5,167
    at level 2, and two and a half times as large with each level; from there on the fewest terms have a negative one among them.
    The paper asks for their number. Reward: (share of the way from the fewest terms without a negative one to the fewest)^5.
    """

    target: int

    paper_name = "MinimumFibonacciRepresentation"
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"terms": 2 + level // 2, "places": 2 * level + (8 if level < 2 else 14)}

    @classmethod
    def draw(cls, rng: Random, terms: int, places: int) -> Self:
        """Terms that are three places or more apart, mostly no sum has fewer; from three on, both signs below the first."""
        chosen = sorted(rng.sample(range(places - 2 * (terms - 1)), terms), reverse=True)
        numbers = [_FIBONACCI[place + 2 * below] for below, place in zip(range(terms - 1, -1, -1), chosen, strict=True)]
        signs = [1, -1, *rng.choices([1, -1], k=terms - 3)] if terms > 2 else [rng.choice((1, -1))]
        rng.shuffle(signs)
        return cls(target=numbers[0] + sum([sign * number for sign, number in zip(signs, numbers[1:], strict=True)]))

    def statement(self) -> str:
        return (
            "The Fibonacci numbers are 1, 2, 3, 5, 8, 13, 21, 34, and so on: from 3 on, each is the sum of the two before it. "
            f"Write {self.target} as a sum of as few terms as possible, each of which is a Fibonacci number or the negative of "
            f"one; a term may occur more than once. Give the terms in any order, at most {_MOST} of them."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(max_length=_MOST)

    def solve(self) -> list[int]:
        """The nearest Fibonacci number, and then the same for what is left, until nothing is."""
        terms, left = [], self.target
        while left:
            nearest = min(_around(abs(left)), key=lambda number: abs(abs(left) - number))
            terms.append(nearest if left > 0 else -nearest)
            left -= terms[-1]
        return terms

    def objective(self, answer: Sequence[int], /) -> int:
        if not all(abs(term) in _around(abs(term)) for term in answer):
            raise Infeasible("a term is no Fibonacci number, nor the negative of one")
        if sum(answer) != self.target:
            raise Infeasible(f"the sum is {sum(answer)}, it should be {self.target}")
        return len(answer)

    def baseline(self) -> int:
        return len(_largest_first(self.target))

    def guesses(self) -> Iterable[Sequence[int]]:
        """The largest Fibonacci number that fits, again and again, from level 2 on."""
        return [_largest_first(self.target)] if len(self.reference) > 2 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The next larger Fibonacci number, less the largest that fit into the difference."""
        above = _around(self.target)[-1]
        return {"from above": [above, *[-number for number in _largest_first(above - self.target)]]}


def _around(number: int) -> list[int]:
    """The largest Fibonacci number up to a given one, if any, and the smallest from there on."""
    place = bisect_left(_FIBONACCI, number)
    return _FIBONACCI[max(0, place - 1) : place + 1]


def _largest_first(number: int) -> list[int]:
    terms = []
    for fibonacci in reversed(list(takewhile(number.__ge__, _FIBONACCI))):
        if fibonacci <= number:
            terms.append(fibonacci)
            number -= fibonacci
    return terms
