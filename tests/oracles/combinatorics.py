"""Independent judges of the environments in envs/combinatorics."""

from collections import Counter
from functools import cache, lru_cache
from math import comb, factorial

from rlve.authoring.gate import up_to


@up_to(10)
def binomial_residue_class_sum(problem, answer) -> bool:
    """The terms one by one, in exact integers."""
    sizes = [size for size in range(problem.least, problem.n + 1) if size % problem.divisor == problem.remainder]
    return answer == sum(comb(problem.n, size) * problem.factor**size for size in sizes) % 10007


@lru_cache(maxsize=1000)
def _allowed_height_sequences(people) -> int:
    """Follow every sequence of heights, with all the sets of people who can stand in its places: a sequence counts once."""
    everyone = (1 << len(people)) - 1
    total, states = 0, [frozenset({0})]
    while states:
        longer = []
        for standing_sets in states:
            onward = {}
            for standing in standing_sets:
                for i, (height, limit) in enumerate(people):
                    if not standing >> i & 1:
                        before = sum(standing >> j & 1 and other > height for j, (other, _) in enumerate(people))
                        if before <= limit:
                            onward.setdefault(height, set()).add(standing | 1 << i)
            longer += [frozenset(reached) for reached in onward.values()]
        total += sum(everyone in reached for reached in longer)
        states = longer
    return total


@up_to(6)
def count_height_sequences_taller_before_limit(problem, answer) -> bool:
    return answer == _allowed_height_sequences(problem.people) % 10007


@lru_cache(maxsize=1000)
def _even_covers(length, subsets) -> int:
    """Sets of subsets by their number and the elements they cover oddly, one subset after the other; then their orders."""
    covers = Counter({(0, frozenset()): 1})
    for subset in map(frozenset, subsets):
        for (taken, odd), count in list(covers.items()):
            if taken < length:
                covers[taken + 1, odd ^ subset] += count
    return covers[length, frozenset()] * factorial(length)


@up_to(8)
def distinct_subset_sequence_even_cover_counting(problem, answer) -> bool:
    return answer == _even_covers(problem.length, problem.subsets) % 10007


@lru_cache(maxsize=1000)
def _shrinking_sequences(start, share, avoided) -> int:
    """Write down one sequence after the other."""
    p, q = share
    total, stack = 0, [start]
    while stack:
        last = stack.pop()
        total += 1
        stack += [entry for entry in range(1, last) if entry * q <= p * last and entry not in avoided]
    return total


@up_to(7)
def halving_chain_count(problem, answer) -> bool:
    return answer == _shrinking_sequences(problem.start, problem.share, problem.avoided) % 10007


@lru_cache(maxsize=1000)
def _final_values(numbers, operators) -> int:
    """Carry out any one operation, with what is left and right of it, until a single number is left."""
    states = {(numbers, operators)}
    for _ in range(len(operators)):
        shorter = set()
        for row, signs in states:
            for i, sign in enumerate(signs):
                value = {"+": row[i] + row[i + 1], "-": row[i] - row[i + 1], "*": row[i] * row[i + 1]}[sign]
                shorter.add(((*row[:i], value, *row[i + 2 :]), signs[:i] + signs[i + 1 :]))
        states = shorter
    return len(states)


@up_to(8)
def parenthesization_distinct_values_count(problem, answer) -> bool:
    return answer == _final_values(problem.numbers, problem.operators)


@lru_cache(maxsize=1000)
def _superset_paths(target, obstacles) -> int:
    """Paths to each point from all points that are one step away, over all points below the target."""
    barred = set(obstacles)

    def below(value):
        return [part for part in range(value + 1) if part & value == part]

    @cache
    def paths(point):
        if point in barred:
            return 0
        if point == (0, 0, 0):
            return 1
        before = [(*point[:i], part, *point[i + 1 :]) for i in range(3) for part in below(point[i])[:-1]]
        return sum(map(paths, before))

    return paths(target)


@up_to(8)
def superset_lattice_path_counting_with_obstacles(problem, answer) -> bool:
    return answer == _superset_paths(problem.target, problem.obstacles) % 10007
