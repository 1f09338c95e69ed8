"""A queue emptied into an output by way of stacks."""

from collections.abc import Sequence

from rlve import Infeasible


def output_of(queue: Sequence[int], operations: str, pushes: str, pops: str) -> list[int]:
    """The output of the operations: the k-th letter of `pushes` moves the front of the queue onto stack k, that of `pops`
    the top of stack k to the end of the output. Infeasible where an operation has nothing to take.
    """
    front, output = 0, []
    stacks: list[list[int]] = [[] for _ in pushes]
    for place, operation in enumerate(operations, 1):
        if operation in pushes:
            if front == len(queue):
                raise Infeasible(f"operation {place} takes from an empty queue")
            stacks[pushes.index(operation)].append(queue[front])
            front += 1
        else:
            stack = stacks[pops.index(operation)]
            if not stack:
                raise Infeasible(f"operation {place} takes from an empty stack")
            output.append(stack.pop())
    return output
