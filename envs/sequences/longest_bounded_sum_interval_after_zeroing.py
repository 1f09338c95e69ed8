"""Set a few neighbouring entries of an array to 0 so that a long stretch has a bounded sum."""

from bisect import bisect
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class LongestBoundedSumIntervalAfterZeroing(OptimizationEnvironment):
    """The starts of D entries to set to 0 and of a longest stretch that has a sum of at most P then; three more entries with
    each level from 19 on.

    Five entries at first. From level 3 on the best stretch holds heavy entries that are set to 0, elsewhere stretches of its
    length are lighter as they are, and single entries may be as heavy as these together. Reward: (length / largest length)^10.
    """

    numbers: Sequence[int]
    width: int
    bound: int

    paper_name = "WIL"
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 9, 14, 19), level, plus=3)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 19:
            numbers = [rng.randint(1, 9) for _ in range(n)]
            rest = sum(numbers) - n // 5 * 5
            return cls(numbers=numbers, width=n // 5, bound=rng.randint(3 * rest // 10, 6 * rest // 10))
        width, beyond = rng.randint(2, n // 8), rng.randint(0, n // 7)
        count = (n - beyond) // 2 - width - rng.randint(1, 2)
        light = [rng.randint(2, 5) for _ in range(count)]
        part = sum(light) // width
        heavy = [rng.randint(9 * part // 10, 8 * part // 5) for _ in range(width)]
        walls = [rng.randint(sum(heavy) // 2, 11 * sum(heavy) // 10) for _ in range(2)]
        place = (count + rng.randrange(2)) // 2
        middle = [walls[0], *light[:place], *heavy, *light[place:], walls[1]]
        others = [rng.randint(4, 6) for _ in range(n - len(middle))]
        numbers = others[beyond:] + middle + others[:beyond]
        return cls(numbers=numbers[:: rng.choice((-1, 1))], width=width, bound=sum(light) + rng.randint(0, 2))

    def statement(self) -> str:
        n = len(self.numbers)
        one = self.width == 1
        choice = "1 position and set the entry" if one else f"{self.width} neighbouring positions and set the entries"
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"First choose {choice} there to 0. Then choose one or more neighbouring positions whose entries now have a sum of "
            f"at most {self.bound}. The second choice shall have as many positions as possible. Give the first position of "
            "the first choice, then the first position of the second."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        """Two ends move to the right; a queue holds the windows between them that are heavier than all later ones."""
        n, width = len(self.numbers), self.width
        sums = list(accumulate(self.numbers, initial=0))
        windows = [sums[i + width] - sums[i] for i in range(n - width + 1)]
        heaviest: deque[int] = deque()
        best, left = (0, 0, 0, 0), 0
        for right in range(width, n + 1):
            start = right - width
            while heaviest and windows[heaviest[-1]] <= windows[start]:
                heaviest.pop()
            heaviest.append(start)
            while sums[right] - sums[left] - windows[heaviest[0]] > self.bound:
                left += 1
                if heaviest[0] < left:
                    heaviest.popleft()
            best = max(best, (right - left, heaviest[0], left, right))
        return [*best[1:3]]

    def objective(self, answer: Sequence[int], /) -> int:
        """The length of the longest stretch from the second position on; 0 where the first choice leaves the array."""
        first, left = answer
        zeroed = range(first, first + self.width)
        entries = [0 if i in zeroed else number for i, number in enumerate(self.numbers)][left:]
        return bisect([*accumulate(entries)], self.bound) if first + self.width <= len(self.numbers) else 0

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, width, sums = len(self.numbers), self.width, list(accumulate(self.numbers, initial=0))

        def heaviest(left: int, right: int) -> int:
            starts = range(min(left, n - width), max(left, right + 1 - width) + 1)
            return max(starts, key=lambda i: sums[min(i + width, n)] - sums[i])

        def longest(first: int) -> Sequence[int]:
            first = min(max(first, 0), n - width)
            gone = sums[first + width] - sums[first]
            after = [max(total - gone, min(total, sums[first])) for total in sums]
            left = max(range(n), key=lambda i: bisect(after, after[i] + self.bound) - i)
            return first, left

        plain = max(range(n), key=lambda i: bisect(sums, sums[i] + self.bound) - i)
        beside = longest(plain - width), longest(bisect(sums, sums[plain] + self.bound) - 1)
        lightest = [min(range(n + 1 - size), key=lambda i: sums[i + size] - sums[i]) for size in range(1, n + 1)]
        stretches = [(heaviest(left, left + size), left) for size, left in enumerate(lightest)]
        return {
            "the heaviest": longest(heaviest(0, n - 1)),
            "beside the longest without zeros": max(beside, key=self.objective),
            "a longest of the lightest by length": max(stretches, key=self.objective),
        }
