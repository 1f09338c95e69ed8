"""Independent judge of envs/sequences/sliding_window_minimum.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def sliding_window_minimum(problem, answer) -> bool:
    windows = list(zip(*(problem.numbers[i:] for i in range(problem.width)), strict=False))
    pairs = zip(answer, windows, strict=False)
    return len(answer) == len(windows) and all(x in window and not any(y < x for y in window) for x, window in pairs)
