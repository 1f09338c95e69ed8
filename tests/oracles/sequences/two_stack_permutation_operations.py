"""Independent judge of envs/sequences/two_stack_permutation_operations.py."""

import itertools

from rlve.authoring.gate import up_to


@up_to(10)
def two_stack_permutation_operations(problem, answer) -> bool:
    """A push and a pop belong together when what is between them, on the same stack, cancels out."""
    if len(answer) != 2 * len(problem.queue):
        return False
    popped = {}  # place of the push -> place of its pop
    for push, pop in ("ab", "cd"):
        places = [place for place, operation in enumerate(answer) if operation in (push, pop)]
        while places:
            pair = next((i for i, (p, q) in enumerate(itertools.pairwise(places)) if answer[p] + answer[q] == push + pop), None)
            if pair is None:
                return False
            popped[places[pair]] = places[pair + 1]
            del places[pair : pair + 2]
    pushes = sorted(popped)
    return [problem.queue[i] for i in sorted(range(len(pushes)), key=lambda i: popped[pushes[i]])] == list(problem.output)
