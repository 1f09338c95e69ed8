"""Independent judge of envs/optimization/two_machine_flow_shop.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_makespan(jobs) -> int:
    """Over the sets of jobs that are done: the earliest end on B, by the choice of the last job."""
    end_a, end_b = [0] * (1 << len(jobs)), [0] * (1 << len(jobs))
    for done in range(1, 1 << len(jobs)):
        members = [number for number in range(len(jobs)) if done >> number & 1]
        end_a[done] = sum(jobs[number][0] for number in members)
        end_b[done] = min(max(end_a[done], end_b[done ^ 1 << last]) + jobs[last][1] for last in members)
    return end_b[-1]


@up_to(5)
def two_machine_flow_shop(problem, answer) -> bool:
    """The last job ends after the longest way: some jobs on A, and from the last of these on all on B."""
    if sorted(answer) != list(range(len(problem.jobs))):
        return False
    times = [problem.jobs[job] for job in answer]
    ways = [sum(a for a, _ in times[: turn + 1]) + sum(b for _, b in times[turn:]) for turn in range(len(times))]
    return max(ways) == _least_makespan(problem.jobs)
