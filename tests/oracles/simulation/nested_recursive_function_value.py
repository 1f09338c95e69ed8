"""Independent judge of envs/simulation/nested_recursive_function_value.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _value(m, n, added, restart, divisor) -> int:
    """Rewrite the expression f(m, n), a list in prefix order with its arguments on the stack, until a number is left."""
    work, values = [("number", m), ("number", n), ("call", 0)][::-1], []
    while work:
        what, number = work.pop()
        if what == "number":
            values.append(number)
            continue
        second, first = values.pop(), values.pop()
        if what == "plus":
            values.append(first + second)
        elif first == 0:
            values.append(second + added)
        elif second == 0:
            work += [("call", 0), ("number", restart), ("number", first - 1)]
        else:
            todo = []
            for inner in (second // divisor, second - 1):
                todo += [("number", first // 2), ("number", first // 2), ("number", inner), ("call", 0), ("call", 0)]
            work += [*todo, ("plus", 0)][::-1]
    return values.pop()


@up_to(10)
def nested_recursive_function_value(problem, answer) -> bool:
    return answer == _value(problem.m, problem.n, problem.added, problem.restart, problem.divisor)
