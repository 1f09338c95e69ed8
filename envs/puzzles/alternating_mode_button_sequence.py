"""Press buttons, whose rules alternate between two modes, until a lock shows a number."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow
from rlve.envs.toolkit.text import numbered_rows


class AlternatingModeButtonSequence(ConstraintEnvironment):
    """Presses of buttons, their number given, that turn a number into another; a button or a press more with each level.

    Two buttons and two presses at first. Rules add or subtract (two in five each), a fifth more with each level, or multiply.
    Reward: 1 for the right number at the end, else 0.
    """

    start: int
    target: int
    presses: int
    buttons: Sequence[Sequence[str]]  # the rules of each in mode 0 and in mode 1

    paper_name = "QuantumLockPuzzle"
    max_level = 14

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"buttons": 2 + (level + 1) // 2, "presses": 2 + level // 2, "largest": grow(9, level, percent=20)}

    @classmethod
    def draw(cls, rng: Random, buttons: int, presses: int, largest: int) -> Self:
        rules = [[_rule(rng, largest) for _ in range(2)] for _ in range(buttons)]
        start = number = rng.randint(1, largest)
        for press in range(presses):
            number = _after(number, rng.choice(rules)[press % 2])
        return cls(start=start, target=number, presses=presses, buttons=rules)

    def statement(self) -> str:
        return (
            f"A lock shows the number {self.start} and is in mode 0. Pressing a button first changes the number by the button's "
            "rule for the current mode, then switches the mode from 0 to 1 or from 1 to 0. The buttons, one a line as: button: "
            f"rule in mode 0, rule in mode 1\n{numbered_rows(self.buttons)}\n"
            f"Find exactly {self.presses} presses, some perhaps of the same button, after which the lock shows {self.target}. "
            "Give their buttons in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.presses, low=0, high=len(self.buttons) - 1)

    def solve(self) -> tuple[int, ...]:
        """The numbers that the first presses lead to, and those that the last ones lead from, until both halves meet."""
        half = (self.presses + 1) // 2
        ahead: dict[int, tuple[int, ...]] = {self.start: ()}
        for press in range(half):
            ahead = {
                _after(number, rules[press % 2]): (*pressed, button)
                for number, pressed in ahead.items()
                for button, rules in enumerate(self.buttons)
            }
        back: dict[int, tuple[int, ...]] = {self.target: ()}
        for press in range(half, self.presses)[::-1]:
            back = {
                _before(number, rules[press % 2]): (button, *pressed)
                for number, pressed in back.items()
                for button, rules in enumerate(self.buttons)
                if rules[press % 2][0] != "*" or number % int(rules[press % 2][1:]) == 0
            }
        return next(ahead[number] + pressed for number, pressed in back.items() if number in ahead)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        number = self.start
        for press, button in enumerate(answer):
            number = _after(number, self.buttons[button][press % 2])
        return int(number == self.target), 1

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Each time the button that brings the number nearest to the target, the first of equal ones."""
        number, pressed = self.start, []
        for press in range(self.presses):
            reached = [_after(number, rules[press % 2]) for rules in self.buttons]
            number = min(reached, key=lambda number: abs(number - self.target))
            pressed.append(reached.index(number))
        return {"nearest": pressed}


def _rule(rng: Random, largest: int) -> str:
    sign = rng.choice("++--*")
    return f"{sign}{rng.randint(2, 3) if sign == '*' else rng.randint(1, largest)}"


def _after(number: int, rule: str) -> int:
    by = int(rule[1:])
    return number * by if rule[0] == "*" else number + by if rule[0] == "+" else number - by


def _before(number: int, rule: str) -> int:
    by = int(rule[1:])
    return number // by if rule[0] == "*" else number - by if rule[0] == "+" else number + by
