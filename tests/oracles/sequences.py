"""Independent judges of the environments in envs/sequences."""

import itertools
from collections import Counter
from functools import lru_cache

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from rlve.authoring.gate import up_to


@up_to(10)
def integer_sorting(problem, answer) -> bool:
    return Counter(answer) == Counter(problem.numbers) and all(x <= y for x, y in itertools.pairwise(answer))


def _longest(values) -> int:
    """The longest non-decreasing subsequence, by the quadratic recurrence."""
    lengths = []
    for i, value in enumerate(values):
        lengths.append(1 + max((lengths[j] for j in range(i) if values[j] <= value), default=0))
    return max(lengths)


def _reversed_at(values, positions) -> list[int]:
    positions, values = sorted(positions), list(values)
    while len(positions) > 1:
        i, j = positions.pop(0), positions.pop()
        values[i], values[j] = values[j], values[i]
    return values


@lru_cache(maxsize=1000)
def _longest_after_reversal(values) -> int:
    """Over all sets of positions of even size: the middle one of an odd number stays where it is."""
    places = range(len(values))
    chosen = itertools.chain.from_iterable(itertools.combinations(places, k) for k in range(0, len(values) + 1, 2))
    return max(_longest(_reversed_at(values, positions)) for positions in chosen)


def longest_nondecreasing_subsequence_after_one_reversal(problem, answer) -> bool:
    n = len(problem.values)
    if not answer or len(set(answer)) != len(answer) or not set(answer) <= set(range(n)):
        return False
    return _longest(_reversed_at(problem.values, answer)) == _longest_after_reversal(problem.values)


def _ways(change, a, b, bound) -> dict[int, int]:
    """x -> |x| + |y| for every x * a + y * b = change with both in -bound..bound."""
    found = {}
    for x in range(-bound, bound + 1):
        y, rest = divmod(change - x * a, b)
        if rest == 0 and abs(y) <= bound:
            found[x] = abs(x) + abs(y)
    return found


@lru_cache(maxsize=1000)
def _operations(heights, a, b) -> int:
    """The least total |x| + |y|, halved, by dynamic programming over the sum of x; no |x| or |y| exceeds the answer."""
    changes = [end - start for start, end in itertools.pairwise([0, *heights, 0])]
    for bound in (2**k for k in itertools.count(3)):
        best = {0: 0}
        for change in changes:
            ways, step = _ways(change, a, b, bound), {}
            for (total, spent), (x, steps) in itertools.product(best.items(), ways.items()):
                step[total + x] = min(spent + steps, step.get(total + x, spent + steps))
            best = step
        if best.get(0, 2 * bound + 1) <= 2 * bound:
            return best[0] // 2
    raise AssertionError("never reached")


def range_leveling_with_two_step_sizes(problem, answer) -> bool:
    return answer == _operations(problem.heights, problem.a, problem.b)


@up_to(10)
def sliding_window_minimum(problem, answer) -> bool:
    windows = list(zip(*(problem.numbers[i:] for i in range(problem.width)), strict=False))
    pairs = zip(answer, windows, strict=False)
    return len(answer) == len(windows) and all(x in window and not any(y < x for y in window) for x, window in pairs)


@up_to(10)
def count_descending_visibility_sum(problem, answer) -> bool:
    """Entry by entry, as it is told."""
    runs = [itertools.takewhile(lambda y, x=x: y < x, problem.numbers[i:]) for i, x in enumerate(problem.numbers, 1)]
    return list(answer) == [len(list(run)) for run in runs]


@lru_cache(maxsize=10_000)
def _outputs(queue) -> dict[str, tuple[int, ...]]:
    """All legal orders of operations and their outputs: what happens above the first integer, its pop, what happens later."""
    if not queue:
        return {"": ()}
    first, *rest = queue
    found = {}
    for i in range(len(queue)):
        inside, after = _outputs(tuple(rest[:i])), _outputs(tuple(rest[i:]))
        for (a, out), (b, later) in itertools.product(inside.items(), after.items()):
            found[f"0{a}1{b}"] = (*out, first, *later)
    return found


@up_to(5)
def stack_permutation_operations(problem, answer) -> bool:
    return _outputs(problem.queue).get(answer) == problem.output


@up_to(7)
def lexicographically_largest_subsequence_length_k(problem, answer) -> bool:
    return tuple(answer) == max(itertools.combinations(problem.numbers, problem.k))


@up_to(5)
def subset_sum_avoiding_permutation(problem, answer) -> bool:
    """Set of positions by set of positions, the empty one and the full one left out."""
    if sorted(answer) != sorted(problem.numbers):
        return False
    pairs = list(zip(problem.numbers, answer, strict=True))
    chosen = itertools.chain.from_iterable(itertools.combinations(pairs, size) for size in range(1, len(pairs)))
    return all(sum(before for before, _ in some) != sum(after for _, after in some) for some in chosen)


@lru_cache(maxsize=1000)
def _subsequences(values) -> frozenset[tuple[int, ...]]:
    return frozenset(itertools.chain.from_iterable(itertools.combinations(values, k) for k in range(len(values) + 1)))


@lru_cache(maxsize=1000)
def _not_followed_by(numbers, k) -> list[int]:
    """For each value, how many different subsequences, the empty one too, are none any more with the value after them."""
    known = _subsequences(numbers)
    return [sum((*found, value) not in known for found in known) for value in range(k)]


@lru_cache(maxsize=100)
def _starts(k, count) -> np.ndarray:
    """For all arrays of `count` integers below k, how many different subsequences start with each value.

    A value put at the front gives one for the empty and for every old subsequence, among them all the old ones with it first.
    """
    rows = {(0,) * k}
    for _ in range(count):
        rows = {(*row[:v], sum(row) + 1, *row[v + 1 :]) for row in rows for v in range(k)}
    return np.array(list(rows))


@up_to(4)
def append_to_maximize_distinct_subsequences(problem, answer) -> bool:
    """A subsequence of the whole is, in one way, the longest beginning that the given array has and a rest in the appended one.

    The rest is empty, or starts with a value by which the beginning is none of the given array any more.
    """
    if len(answer) != problem.count or not set(answer) <= set(range(problem.k)):
        return False
    beginnings = _not_followed_by(problem.numbers, problem.k)
    gained = sum(beginnings[rest[0]] for rest in _subsequences(tuple(answer)) if rest)
    return gained == int((_starts(problem.k, problem.count) @ beginnings).max())


@lru_cache(maxsize=1000)
def _fewest_additions(values) -> int:
    """Over all histories: the values that an entry takes one after the other, by at most 3 additions of what the one before has.

    The additions to an entry may fall between any of the additions to the one before; values stay within -3..3.
    """
    least = {(values[0],): 0}
    for value in values[1:]:
        longer: dict[tuple[int, ...], int] = {}
        for before, cost in least.items():
            for count in range(4):
                for added in itertools.combinations_with_replacement(range(len(before)), count):
                    history = tuple(itertools.accumulate([before[time] for time in added], initial=value))
                    if before[-1] <= history[-1] and max(map(abs, history)) <= 3:
                        longer[history] = min(cost + count, longer.get(history, cost + count))
        least = longer
    return min(least.values())


@up_to(2)
def adjacent_addition_monotone_sequence(problem, answer) -> bool:
    values = np.array(problem.values, dtype=object)
    for i in answer:
        step = np.zeros_like(values)
        step[i + 1] = values[i]
        values = values + step
    return bool((np.diff(values) >= 0).all()) and len(answer) == _fewest_additions(problem.values)


@lru_cache(maxsize=1000)
def _least_hit_cost(intervals, k) -> int:
    """By integer programming: a variable for each covered point that is chosen, and for each interval that holds one."""
    points = sorted({point for left, right, _ in intervals for point in range(left, right + 1)})
    held = [(i, j) for i, (left, right, _) in enumerate(intervals) for j, point in enumerate(points) if left <= point <= right]
    paid = np.zeros((len(held), len(points) + len(intervals)))  # paid for where chosen: interval - point >= 0
    for row, (i, j) in enumerate(held):
        paid[row, j], paid[row, len(points) + i] = -1, 1
    chosen = np.array([1] * len(points) + [0] * len(intervals))
    costs = np.array([0] * len(points) + [cost for _, _, cost in intervals])
    constraints = [LinearConstraint(paid, 0, np.inf), LinearConstraint(chosen, k, k)]
    return round(milp(costs, constraints=constraints, integrality=np.ones(len(costs)), bounds=Bounds(0, 1)).fun)


def minimum_cost_interval_stabbing_points(problem, answer) -> bool:
    held = [{point for point in answer if left <= point <= right} for left, right, _ in problem.intervals]
    if len(set(answer)) != problem.k or set().union(*held) != set(answer):
        return False
    cost = sum(cost for (_, _, cost), points in zip(problem.intervals, held, strict=True) if points)
    return cost == _least_hit_cost(problem.intervals, problem.k)


@up_to(10)
def two_stack_permutation_operations(problem, answer) -> bool:
    """A push and a pop belong together when what is between them, on the same stack, cancels out."""
    if len(answer) != 2 * len(problem.queue):
        return False
    popped = {}  # place of the push -> place of its pop
    for push, pop in ("ab", "cd"):
        places = [place for place, operation in enumerate(answer) if operation in (push, pop)]
        while places:
            pair = next((i for i, (p, q) in enumerate(itertools.pairwise(places)) if answer[p] + answer[q] == push + pop), None)
            if pair is None:
                return False
            popped[places[pair]] = places[pair + 1]
            del places[pair : pair + 2]
    pushes = sorted(popped)
    return [problem.queue[i] for i in sorted(range(len(pushes)), key=lambda i: popped[pushes[i]])] == list(problem.output)
