"""Independent judge of envs/combinatorics/superset_lattice_path_counting_with_obstacles.py."""

from functools import cache, lru_cache

from rlve.authoring.gate import up_to


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
