"""Independent judge of envs/algebra/linear_recurrence_modulo.py."""

from math import comb

from rlve.authoring.gate import up_to


def _compositions(length, p, q) -> int:
    """The exact weight of all ways to write `length` as an ordered sum of ones, each worth p, and twos, each worth q."""
    return sum(comb(length - twos, twos) * p ** (length - 2 * twos) * q**twos for twos in range(length // 2 + 1))


@up_to(10)
def linear_recurrence_modulo(problem, answer) -> bool:
    """A term goes back by steps of one and two to A[2], or to A[1] with a last step of two."""
    (first, second), (p, q), n = problem.first, problem.factors, problem.index
    return answer == (second * _compositions(n - 2, p, q) + first * q * _compositions(n - 3, p, q)) % 10007
