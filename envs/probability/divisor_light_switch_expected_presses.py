"""Find the expected number of presses of switches that toggle the lights of their divisors."""

from collections.abc import Iterable, Mapping
from fractions import Fraction as Rational
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Fraction
from rlve.envs.toolkit.sizes import rungs


class DivisorLightSwitchExpectedPresses(Environment):
    """The expected number of random presses until at most K good ones are left, and those.

    Switch i toggles the lights whose number divides i. Four lights at first, five at level 1, eight at level 2, then one more
    with each level. K is less than the least number of presses, so that there are random ones. Reward: exact.
    """

    lights: str
    limit: int

    paper_name = "DivisorFlipExpectation"
    max_level = 18

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 8), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        """Press some switches of dark lights: just these turn them off again."""
        chosen = rng.randrange(1, 1 << n)
        pressed = [switch for switch in range(1, n + 1) if chosen >> switch - 1 & 1]
        lights = "".join([str(sum([switch % light == 0 for switch in pressed]) % 2) for light in range(1, n + 1)])
        return cls(lights=lights, limit=rng.randrange(len(pressed)))

    def statement(self) -> str:
        n = len(self.lights)
        pressed = f"a switch chosen uniformly at random from all {n} is pressed."
        course = (
            f"While more than {self.limit} press{'es' * (self.limit > 1)} would be needed at best to turn all lights off, "
            f"{pressed} Then all lights are turned off with as few presses as possible."
        )
        return (
            f"{n} lights and {n} switches are numbered from 1 to {n}. Pressing switch i toggles each light whose number divides "
            f"i. The lights 1 to {n}, in this order, are now (1 = on, 0 = off)\n{self.lights}\n"
            f"{course if self.limit else f'While a light is on, {pressed}'} "
            "What is the expected number of all presses, random ones included?"
        )

    def answer_format(self) -> AnswerFormat:
        return Fraction()

    def solve(self) -> Rational:
        return self._expected(len(_needed(self.lights)))

    def _expected(self, needed: int) -> Rational:
        """From i needed presses to i - 1 it takes f(i) = (n + (n - i) f(i + 1)) / i random ones: over n! / (i - 1)! here."""
        n = len(self.lights)
        random, one, total = 0, 1, 0
        for i in range(n, self.limit, -1):
            random = n * one + (n - i) * random
            one *= i
            total = total * i + (random if i <= needed else 0)
        return min(needed, self.limit) + Rational(total, one)

    def guesses(self) -> Iterable[Rational | int]:
        return [self.limit, len(_needed(self.lights))] if len(self.lights) > 5 else []

    def rules(self) -> Mapping[str, Rational]:
        return {
            "as many presses as lights are on": self._expected(self.lights.count("1")),
            "at random to the end": type(self)(self.lights, 0).solve(),
        }


def _needed(lights: str) -> list[int]:
    """The switches that turn all lights off: from the last light on, only its own switch is left to change it."""
    on = [0, *map(int, lights)]
    pressed = []
    for switch in range(len(lights), 0, -1):
        if on[switch]:
            pressed.append(switch)
            for light in range(1, switch + 1):
                on[light] ^= switch % light == 0
    return pressed
