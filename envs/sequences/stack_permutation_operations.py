"""Bring a queue into another order through a stack."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text, grow
from rlve.envs.toolkit.scores import share_right
from rlve.envs.toolkit.stacks import output_of


class StackPermutationOperations(Environment):
    """The pushes and pops that turn a queue of N integers into a given order; a tenth more, and one, with each level.

    The 2N operations are uniform among the legal orders, from level 1 on (N = 4) but push-pop in turn and all pushes first;
    exactly one is right.
    Reward: (share of places of the output that are right)^10.
    """

    queue: Sequence[int]
    output: Sequence[int]

    paper_name = "SingleStackSorting"
    version = 2
    max_level = 26

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        queue = rng.sample(range(n), n)
        return cls(queue=queue, output=output_of(queue, _uniform_operations(rng, n), "0", "1"))

    def statement(self) -> str:
        return (
            f"A queue holds these integers, front first:\n{' '.join(map(str, self.queue))}\n"
            "A stack and an output are empty. Operation 0 takes the front of the queue and puts it on top of the stack; "
            "operation 1 takes the top of the stack and adds it to the end of the output. Give the operations, in order, "
            f"that make the output\n{' '.join(map(str, self.output))}"
        )

    def answer_format(self) -> AnswerFormat:
        return Text("01", length=2 * len(self.queue))

    def solve(self) -> str:
        operations, stack, front = "", [], 0
        for wanted in self.output:
            while not stack or stack[-1] != wanted:
                stack.append(self.queue[front])
                operations, front = operations + "0", front + 1
            stack.pop()
            operations += "1"
        return operations

    def guesses(self) -> Iterable[str]:
        n = len(self.queue)
        return ["01" * n, "0" * n + "1" * n] if n > 3 else []

    def score(self, answer: str, /) -> float:
        return share_right(self.output, output_of(self.queue, answer, "0", "1")) ** 10


def _uniform_operations(rng: Random, n: int) -> str:
    """n pushes and n pops, uniform among the orders in which no pop finds the stack empty.

    By the cycle lemma exactly one rotation of n + 1 pushes and n pops stays positive throughout: the one that starts
    after the last place where the height is lowest. Without its first push it is such an order.
    """
    steps = [1] * (n + 1) + [-1] * n
    rng.shuffle(steps)
    height, lowest, start = 0, 0, 0
    for place, step in enumerate(steps, 1):
        height += step
        if height <= lowest:
            lowest, start = height, place
    return "".join(["0" if step == 1 else "1" for step in (steps[start:] + steps[:start])[1:]])
