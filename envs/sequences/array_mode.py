"""Find the value that occurs most often."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class ArrayMode(Environment):
    """The only most frequent value of N integers; a tenth more integers, and one, with each level.

    It is spread over both halves of the array; in each half another value, found in that half only, occurs just once less, and
    so do further ones in both halves. Reward: exact.
    """

    numbers: Sequence[int]

    paper_name = "BucketSorting"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((7, 8, 9, 12), level, percent=10, plus=1), "times": 3 + max(0, level - 3) // 4}

    @classmethod
    def draw(cls, rng: Random, n: int, times: int) -> Self:
        n = rng.randint(n - n // 10, n)
        more = n - 3 * times + 2
        mode, front, back, *others = rng.sample(range(1, max(10, n)), 3 - -more // (times - 1))
        rest = [value for value in others for _ in range(times - 1)][:more]
        half = [front] * (times - 1) + [mode] * (times // 2) + rest[::2]
        other_half = [back] * (times - 1) + [mode] * (times - times // 2) + rest[1::2]
        halves = [rng.sample(half, len(half)), rng.sample(other_half, len(other_half))]
        return cls(numbers=[value for half in rng.sample(halves, 2) for value in half])

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "One value occurs more often than every other. Give this value."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1, high=max(9, len(self.numbers) - 1))

    def solve(self) -> int:
        return Counter(self.numbers).most_common(1)[0][0]

    def rules(self) -> Mapping[str, int]:
        seen: set[int] = set()
        repeated = [value for value in self.numbers if value in seen or seen.add(value)]
        half = len(self.numbers) // 2
        last = {value: place for place, value in enumerate(self.numbers)}
        return {
            "most frequent of the first half": Counter(self.numbers[:half]).most_common(1)[0][0],
            "most frequent of the second half": Counter(self.numbers[half:]).most_common(1)[0][0],
            "most frequent of the middle": Counter(self.numbers[half // 2 : half // 2 + half]).most_common(1)[0][0],
            "first to repeat": repeated[0],
            "first and last place farthest apart": max(last, key=lambda value: last[value] - self.numbers.index(value)),
        }
