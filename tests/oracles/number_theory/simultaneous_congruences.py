"""Independent judge of envs/number_theory/simultaneous_congruences.py."""

from sympy.ntheory.modular import solve_congruence

from rlve.authoring.gate import up_to


@up_to(10)
def simultaneous_congruences(problem, answer) -> bool:
    solution, step = solve_congruence(*((remainder, modulus) for modulus, remainder in problem.congruences))
    return answer % step == solution
