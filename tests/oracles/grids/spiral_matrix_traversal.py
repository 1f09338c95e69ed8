"""Independent judge of envs/grids/spiral_matrix_traversal.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def spiral_matrix_traversal(problem, answer) -> bool:
    """Walk on the cells themselves and turn right where the way is blocked."""
    rows, columns = len(problem.matrix), len(problem.matrix[0])
    free = {(i, j) for i in range(rows) for j in range(columns)}
    i, j, di, dj = 0, 0, 0, 1
    seen = []
    while True:
        seen.append(problem.matrix[i][j])
        free.discard((i, j))
        if not free:
            return seen == list(answer)
        if (i + di, j + dj) not in free:
            di, dj = dj, -di
        i, j = i + di, j + dj
