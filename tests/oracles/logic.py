"""Independent judges of the environments in envs/logic."""

from sympy import Or, symbols

from rlve.check import up_to


@up_to(2)
def cnf_satisfying_assignment(problem, answer) -> bool:
    """Every clause as a formula of sympy, at the values given."""
    variables = symbols(f"x1:{problem.n + 1}")
    values = {variable: bool(value) for variable, value in zip(variables, answer, strict=True)}
    clauses = [Or(*[variables[abs(k) - 1] if k > 0 else ~variables[abs(k) - 1] for k in clause]) for clause in problem.clauses]
    return all(clause.subs(values) == True for clause in clauses)  # noqa: E712  (sympy's own true)
