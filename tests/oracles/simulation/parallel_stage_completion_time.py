"""Independent judge of envs/simulation/parallel_stage_completion_time.py."""

from collections import deque

from rlve.authoring.gate import up_to


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
