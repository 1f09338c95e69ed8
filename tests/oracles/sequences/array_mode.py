"""Independent judge of envs/sequences/array_mode.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def array_mode(problem, answer) -> bool:
    """No other value is found as often."""
    numbers = list(problem.numbers)
    return answer in numbers and all(numbers.count(other) < numbers.count(answer) for other in {*numbers} - {answer})
