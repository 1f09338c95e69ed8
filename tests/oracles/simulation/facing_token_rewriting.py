"""Independent judge of envs/simulation/facing_token_rewriting.py."""

from functools import lru_cache
from random import Random

from rlve.authoring.gate import up_to

STEPS = {("A#", "#A"): (), ("B#", "#B"): (), ("A#", "#B"): ("#B", "A#"), ("B#", "#A"): ("#A", "B#")}


@lru_cache(maxsize=1000)
def _end(program) -> str:
    """One step after the other, each time of any two tokens that face each other."""
    tokens, rng = program.split(), Random(0)
    while facing := [i for i in range(len(tokens) - 1) if (tokens[i], tokens[i + 1]) in STEPS]:
        i = rng.choice(facing)
        tokens[i : i + 2] = STEPS[tokens[i], tokens[i + 1]]
    return "".join(tokens)


@up_to(10)
def facing_token_rewriting(problem, answer) -> bool:
    return answer == _end(problem.program)
