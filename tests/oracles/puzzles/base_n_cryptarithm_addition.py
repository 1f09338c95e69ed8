"""Independent judge of envs/puzzles/base_n_cryptarithm_addition.py."""

from string import ascii_uppercase

from rlve.authoring.gate import up_to


@up_to(20)
def base_n_cryptarithm_addition(problem, answer) -> bool:
    """The numbers themselves."""
    if sorted(answer) != list(range(problem.base)):
        return False
    values = []
    for word in problem.words:
        digits = [answer[ascii_uppercase.index(letter)] for letter in word]
        if digits[0] == 0:
            return False
        values.append(sum(digit * problem.base**place for place, digit in enumerate(reversed(digits))))
    return values[0] + values[1] == values[2]
