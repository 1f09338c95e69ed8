"""Independent judges of the environments in envs/simulation."""

from collections import deque

from rlve.authoring.gate import up_to


@up_to(4)
def circular_xor_lamps(problem, answer) -> bool:
    """Tick by tick, lamp by lamp."""
    lamps = list(problem.lamps)
    for _ in range(problem.ticks):
        lamps = [int(lamps[i] != lamps[(i + 1) % len(lamps)]) for i in range(len(lamps))]
    return lamps == list(answer)


@up_to(10)
def josephus_elimination_order(problem, answer) -> bool:
    """Person by person: whoever says less than m goes behind the others."""
    circle, left = deque(problem.circle), []
    while circle:
        for _ in range(problem.m - 1):
            circle.append(circle.popleft())
        left.append(circle.popleft())
    return left == list(answer)


@up_to(10)
def parallel_stage_completion_time(problem, answer) -> bool:
    """Unit by unit of time; a job is what is left of it."""
    waiting, stage, time = deque(problem.durations), [], 0
    while waiting or stage:
        while waiting and len(stage) < problem.places:
            stage.append(waiting.popleft())
        time += 1
        stage = [left - 1 for left in stage if left > 1]
    return time == answer
