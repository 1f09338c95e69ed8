"""Colour integers so that those at a prime distance differ."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import first_fit_colouring
from rlve.envs.toolkit.primes import primes_up_to
from rlve.envs.toolkit.sizes import rungs


class PrimeDistanceGraphColoring(OptimizationEnvironment):
    """As few colours as possible for N given integers, two of which differ where their difference is prime; one integer more with
    each level, two from eight on, and from twelve on a tenth more, and one.

    Integers up to 2N, of which three hidden colours are enough. What uses more than three, or more than there need be: from five
    integers on the remainder of division by 2 or 4, from ten on the first colour that is free, from the least integer up, from
    fourteen on also with those first that have most at a prime distance.
    Reward: (fewest colours / colours)^8.
    """

    numbers: Sequence[int]

    paper_name = "PrimeGraph_MinimumChromaticNumber"
    max_level = 20
    goal = "minimum"
    exponent = 8
    exemptions = {
        "simple-rule": "most at a prime distance first is how one colours by hand; up to twelve integers it seldom fails"
    }

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 6, 8, 10, 12), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        reach = 2 * n
        prime = {*primes_up_to(reach)}
        groups: list[list[int]] = [[], [], []]
        for number in rng.sample(range(1, reach + 1), reach):
            free = [group for group in groups if not any(abs(number - other) in prime for other in group)]
            if free:
                rng.choice(free).append(number)
            if sum(map(len, groups)) == n:
                break
        chosen = [number for group in groups for number in group]
        return cls(numbers=rng.sample(chosen, len(chosen)))

    def statement(self) -> str:
        return (
            f"Here are {len(self.numbers)} different integers:\n{' '.join(map(str, self.numbers))}\n"
            "Give each of them a colour, so that any two whose difference is a prime number (the larger minus the smaller) have "
            "different colours. Use as few different colours as possible. The colours are numbers from 0 to "
            f"{len(self.numbers) - 1}. Give the colours of the integers in the order of the list."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers), low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        """With one colour, two, ...: always the integer with fewest colours left, one colour after the other (DSATUR)."""
        beside = self._beside
        for colours in range(1, len(beside) + 1):
            everything = (1 << colours) - 1
            stack = [([everything] * len(beside), 0)]  # the colours that are left for each, and which have theirs
            while stack:
                left, done = stack.pop()
                if done + 1 == 1 << len(left):
                    return [mask.bit_length() - 1 for mask in left]
                i = min([i for i in range(len(left)) if not done >> i & 1], key=lambda i: (left[i].bit_count(), -len(beside[i])))
                for colour in range(min(colours, done.bit_count() + 1)):
                    if left[i] >> colour & 1:
                        after = list(left)
                        after[i] = 1 << colour
                        for j in beside[i]:
                            after[j] &= ~(1 << colour)
                        if all(after):
                            stack.append((after, done | 1 << i))
        raise AssertionError("a colour for each is enough")

    def objective(self, answer: Sequence[int], /) -> int:
        for i, others in enumerate(self._beside):
            for j in others:
                if answer[i] == answer[j]:
                    raise Infeasible(f"{self.numbers[i]} and {self.numbers[j]} have the same colour at a prime distance")
        return len({*answer})

    def acceptable(self) -> bool:
        """Three colours are enough: whether the rules use more, or too few."""
        n = len(self.numbers)
        if n < 5:
            return True
        odd, by_four = ([number % m for number in self.numbers] for m in (2, 4))
        if len({*by_four}) < 4 or all(odd[i] != odd[j] for i, others in enumerate(self._beside) for j in others):
            return False
        orders = [sorted(range(n), key=lambda i: -len(self._beside[i]))] if n > 13 else []
        orders += [sorted(range(n), key=self.numbers.__getitem__)] if n > 9 else []
        return all(len({*first_fit_colouring(self._beside, order)}) > 3 for order in orders)

    def rules(self) -> Mapping[str, Sequence[int]]:
        beside, places = self._beside, range(len(self.numbers))
        found = {f"the remainder of division by {m}": [number % m for number in self.numbers] for m in (2, 4)}
        orders = {
            "least integer first": sorted(places, key=self.numbers.__getitem__),
            "as they are listed": places,
            "most at a prime distance first": sorted(places, key=lambda i: -len(beside[i])),
        }
        return found | {f"first free colour, {name}": first_fit_colouring(beside, order) for name, order in orders.items()}

    @cached_property
    def _beside(self) -> list[list[int]]:
        """For each place those of the integers at a prime distance."""
        prime = {*primes_up_to(max(self.numbers))}
        return [[j for j, other in enumerate(self.numbers) if abs(number - other) in prime] for number in self.numbers]
