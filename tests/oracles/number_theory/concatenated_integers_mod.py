"""Independent judge of envs/number_theory/concatenated_integers_mod.py."""

from rlve.authoring.gate import up_to


@up_to(8)
def concatenated_integers_mod(problem, answer) -> bool:
    return answer == int("".join(str(i) for i in range(1, problem.n + 1))) % problem.modulus
