"""Independent judges of the environments in envs/optimization."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=100_000)
def _least_waiting(jobs) -> int:
    """Over every choice of the last job; those before it are in their own best order."""
    totals = []
    for i, (_, weight) in enumerate(jobs):
        others = jobs[:i] + jobs[i + 1 :]
        totals.append(_least_waiting(others) + weight * sum(time for time, _ in others))
    return min(totals, default=0)


@up_to(5)
def weighted_waiting_time_order(problem, answer) -> bool:
    """Every pair in the order costs the time of its first job times the weight of its second."""
    if sorted(answer) != list(range(len(problem.jobs))):
        return False
    pairs = itertools.combinations([problem.jobs[job] for job in answer], 2)
    return sum(first[0] * second[1] for first, second in pairs) == _least_waiting(problem.jobs)


@lru_cache(maxsize=1000)
def _least_area(items) -> int:
    """Over all sets of items that the first ungrouped one can share its group with."""
    cost, best = [0] * (1 << len(items)), [0] * (1 << len(items))
    for chosen in range(1, 1 << len(items)):
        members = [item for number, item in enumerate(items) if chosen >> number & 1]
        cost[chosen] = max(width for width, _ in members) * max(length for _, length in members)
        first = chosen & -chosen
        others = rest = chosen ^ first
        best[chosen] = cost[chosen]
        while rest:  # every non-empty subset of the others is left for other groups
            best[chosen] = min(best[chosen], cost[chosen ^ rest] + best[rest])
            rest = (rest - 1) & others
    return best[-1]


@up_to(2)
def min_bounding_rectangle_partition(problem, answer) -> bool:
    n = len(problem.items)
    if len(answer) != n or not set(answer) <= set(range(n)):
        return False
    area = 0
    for group in set(answer):
        members = [item for item, number in zip(problem.items, answer, strict=True) if number == group]
        area += max(width for width, _ in members) * max(length for _, length in members)
    return area == _least_area(problem.items)


@lru_cache(maxsize=1000)
def _least_monotone_change(numbers) -> int:
    """Table by position and last entry, which need only be one of the given numbers; for the sequence and its mirror image."""
    least = []
    for sequence in (numbers, numbers[::-1]):
        costs = dict.fromkeys(sorted(set(sequence)), 0)
        for number in sequence:
            cheapest = itertools.accumulate(costs.values(), min)
            costs = {value: cost + abs(value - number) for value, cost in zip(costs, cheapest, strict=True)}
        least.append(min(costs.values()))
    return min(least)


@up_to(10)
def monotone_sequence_min_l1_change(problem, answer) -> bool:
    steps = [after - before for before, after in itertools.pairwise(answer)]
    if len(answer) != len(problem.numbers) or (min(steps) < 0 < max(steps)):
        return False
    change = sum(abs(old - new) for old, new in zip(problem.numbers, answer, strict=True))
    return change == _least_monotone_change(problem.numbers)


@lru_cache(maxsize=1000)
def _least_makespan(jobs) -> int:
    """Over the sets of jobs that are done: the earliest end on B, by the choice of the last job."""
    end_a, end_b = [0] * (1 << len(jobs)), [0] * (1 << len(jobs))
    for done in range(1, 1 << len(jobs)):
        members = [number for number in range(len(jobs)) if done >> number & 1]
        end_a[done] = sum(jobs[number][0] for number in members)
        end_b[done] = min(max(end_a[done], end_b[done ^ 1 << last]) + jobs[last][1] for last in members)
    return end_b[-1]


@up_to(1)
def two_machine_flow_shop(problem, answer) -> bool:
    """The last job ends after the longest way: some jobs on A, and from the last of these on all on B."""
    if sorted(answer) != list(range(len(problem.jobs))):
        return False
    times = [problem.jobs[job] for job in answer]
    ways = [sum(a for a, _ in times[: turn + 1]) + sum(b for _, b in times[turn:]) for turn in range(len(times))]
    return max(ways) == _least_makespan(problem.jobs)
