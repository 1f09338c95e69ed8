"""Independent judge of envs/logic/boolean_circuit_satisfiability.py."""

from rlve.authoring.gate import up_to

ONES = {"&": (2,), "|": (1, 2), "^": (1,)}  # how many of the two sides are 1 where the whole is


def _value(line, values) -> int:
    """A printed formula: its innermost pairs of parentheses are put together first."""
    stack = []
    for word in f"({line})".replace("(", " ( ").replace(")", " ) ").split():
        if word == ")":
            _, left, sign, right = stack[-4:]
            stack[-4:] = [int(left + right in ONES[sign])]
        else:
            stack.append(values.get(word, word))
    return stack[0]


@up_to(10)
def boolean_circuit_satisfiability(problem, answer) -> bool:
    lines = [line for line in problem.statement().split("\n") if line.startswith(("x", "("))]
    values = {f"x{i}": value for i, value in enumerate(answer, 1)}
    return len(lines) == len(problem.circuits) and all(_value(line, values) == 1 for line in lines)
