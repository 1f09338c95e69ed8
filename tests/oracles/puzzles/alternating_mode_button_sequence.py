"""Independent judge of envs/puzzles/alternating_mode_button_sequence.py."""

from operator import add, mul, sub

from rlve.authoring.gate import up_to


@up_to(14)
def alternating_mode_button_sequence(problem, answer) -> bool:
    """The number and the mode, press by press."""
    if len(answer) != problem.presses or not set(answer) <= set(range(len(problem.buttons))):
        return False
    number, mode = problem.start, 0
    for button in answer:
        sign, *digits = problem.buttons[button][mode]
        number, mode = {"+": add, "-": sub, "*": mul}[sign](number, int("".join(digits))), 1 - mode
    return number == problem.target
