"""Independent judge of envs/simulation/ascii_cube_stack_drawing.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _picture(heights, cube) -> list:
    """Character by character: the first cube from the front that has something there."""
    width, height, depth = cube

    def part(line, column) -> str:
        """What a cube shows at a line and column of its own drawing."""
        if not (0 <= line < height + depth and 0 <= column < width + depth):
            return "."
        if line >= depth and column < width:
            return "#"
        if depth <= line + column < depth + width and line < depth:
            return "="
        return "/" if column >= width and depth <= line + column - width < depth + height else "."

    m, n = len(heights), len(heights[0])
    corners = [
        (-(m - 1 - i) * depth - level * height, j * width + (m - 1 - i) * depth)
        for i in reversed(range(m))
        for j in reversed(range(n))
        for level in reversed(range(heights[i][j]))
    ]  # of the drawings of all cubes, the lowest line of the front row's first cubes at height + depth - 1
    picture = []
    for line in range(min(top for top, _ in corners), height + depth):
        parts = [[part(line - top, column - left) for top, left in corners] for column in range(n * width + m * depth)]
        picture.append("".join(next((p for p in seen if p != "."), ".") for seen in parts))
    return picture


@up_to(5)
def ascii_cube_stack_drawing(problem, answer) -> bool:
    lines = _picture(problem.heights, problem.cube)[problem.first : problem.first + problem.lines]
    return lines == list(answer)
