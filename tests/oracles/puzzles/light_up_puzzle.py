"""Independent judge of envs/puzzles/light_up_puzzle.py."""

from rlve.authoring.gate import up_to


@up_to(14)
def light_up_puzzle(problem, answer) -> bool:
    """Rays of light, step by step from each bulb."""
    cells = {(i, j): cell for i, row in enumerate(problem.grid) for j, cell in enumerate(row)}
    white = [place for place, cell in sorted(cells.items()) if cell == "?"]
    bulbs = {place for place, value in zip(white, answer, strict=True) if value == 1}
    lit = set(bulbs)
    for i, j in bulbs:
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            step = 1
            while cells.get(place := (i + step * down, j + step * right)) == "?":
                if place in bulbs:
                    return False
                lit.add(place)
                step += 1
    counts = [
        ({(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)} & bulbs, cell) for (i, j), cell in cells.items() if cell not in "?#"
    ]
    return lit == set(white) and all(len(near) == int(cell) for near, cell in counts)
