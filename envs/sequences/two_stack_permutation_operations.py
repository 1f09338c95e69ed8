"""Bring a queue into another order through two stacks."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Text, grow, hidden
from rlve.envs.toolkit.stacks import output_of

# Queue 0 1 2 3 4 5 to 3 1 5 2 0 4 fails once 1 is put on 0; queue 0 1 2 3 to 3 1 0 2 fails unless it is.
TRAPS = ("caccdbaabddb", "aaccdbbd")


class TwoStackPermutationOperations(ConstraintEnvironment):
    """The operations that turn a queue of N integers into a given order by two stacks; a seventh more, and one, with each level.

    Three integers at first. From level 3 on one stack is not enough, and to take the first stack that will do, or the one that
    fits best or worst, often leads astray: such cases, two from level 6 on, are planted among random operations.
    Reward: (share of places of the output that are right)^10.
    """

    queue: Sequence[int]
    output: Sequence[int]
    solution: str = hidden()

    paper_name = "DoubleStackSorting"
    version = 2
    max_level = 19
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=15, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        queue = rng.sample(range(n), n)
        operations = _random_operations(rng, n)
        return cls(queue=queue, output=output_of(queue, operations, "ac", "bd"), solution=operations)

    def statement(self) -> str:
        return (
            f"A queue holds these integers, front first:\n{' '.join(map(str, self.queue))}\n"
            "Two stacks and an output are empty. Operation a takes the front of the queue and puts it on top of stack 1; "
            "operation b takes the top of stack 1 and adds it to the end of the output. Operations c and d do the same with "
            "stack 2.\nGive operations, in order, that make this output:\n"
            f"{' '.join(map(str, self.output))}"
        )

    def answer_format(self) -> AnswerFormat:
        return Text("abcd", length=2 * len(self.queue))

    def satisfied(self, answer: str, /) -> tuple[int, int]:
        output = output_of(self.queue, answer, "ac", "bd")
        return sum(mine == theirs for mine, theirs in zip(self.output, output, strict=True)), len(output)

    def guesses(self) -> Iterable[str]:
        n = len(self.queue)
        return ["ab" * n, "a" * n + "b" * n]


def _random_operations(rng: Random, n: int) -> str:
    """n pushes and n pops: the traps there is room for, and pairs of push and pop put in at random."""
    operations = ""
    for trap in rng.sample(TRAPS, 2) if n > 9 else rng.choices(TRAPS, (1, 2 if n == 6 else 1)) if n > 5 else ():
        place = rng.randint(0, len(operations))
        if rng.random() < 0.5:
            trap = trap.translate(str.maketrans("abcd", "cdab"))
        operations = operations[:place] + trap + operations[place:]
    while len(operations) < 2 * n:
        push, pop = rng.choice(("ab", "cd"))
        start = rng.randint(0, len(operations))
        ends, height = [start], 0  # where the new integer is on top of its stack again
        for place in range(start, len(operations)):
            height += (operations[place] == push) - (operations[place] == pop)
            if height < 0:
                break
            if height == 0:
                ends.append(place + 1)
        end = rng.choice(ends)
        operations = operations[:start] + push + operations[start:end] + pop + operations[end:]
    return operations
