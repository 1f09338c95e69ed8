"""Independent judge of envs/combinatorics/surjection_counting.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _ways(balls, boxes, barred) -> int:
    """One ball after the other, by the set of boxes that hold one."""
    begun = Counter({frozenset(): 1})
    for ball in range(balls):
        longer = Counter()
        for filled, count in begun.items():
            for box in range(boxes):
                if (ball, box) not in barred:
                    longer[filled | {box}] += count
        begun = longer
    return begun[frozenset(range(boxes))]


@up_to(10)
def surjection_counting(problem, answer) -> bool:
    return answer == _ways(problem.balls, problem.boxes, problem.barred) % 10007
