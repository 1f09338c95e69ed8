"""Find a shortest way through a maze."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, OptimizationEnvironment, Text
from rlve.envs.toolkit.grids import beside
from rlve.envs.toolkit.open_cells import cells_in_rows, grid_text
from rlve.envs.toolkit.sizes import rungs, sides

WALL, OPEN, START, GOAL = "#.SG"


class MazeShortestPath(OptimizationEnvironment):
    """A shortest way from S to G; rows and columns together two or three more with each level.

    From 3 x 3 on; a quarter of the cells are walls. From level 3 on one of two ways is not shortest: the first that are found
    by going nearer to G where that is possible, along the shorter side or by the straight line, and back at dead ends.
    Reward: (least moves / moves)^5.
    """

    rows: Sequence[str]

    paper_name = "Maze"
    max_level = 30
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": rungs((6, 9, 11, 14), level, plus=3)}

    @classmethod
    def draw(cls, rng: Random, total: int) -> Self:
        """To where the way exceeds the distance as the crow flies by most, from one cell or the best of three."""
        height, width = sides(rng, total)
        around = beside(height, width)
        walls = {*rng.sample(range(len(around)), len(around) // 4)}
        part: dict[int, int] = {}
        seen = {*walls}
        for cell in rng.sample(range(len(around)), len(around)):
            if cell not in seen:
                moves = _moves_from(around, walls, cell)
                seen.update(moves)
                part = max(part, moves, key=len)
        ends = []
        for start in rng.sample([*part], 1 if total < 15 else 3):
            row, column = divmod(start, width)
            far = _moves_from(around, walls, start)
            ends += [(far[cell] - abs(cell // width - row) - abs(cell % width - column), far[cell], start, cell) for cell in far]
        _, _, start, goal = max(ends)
        cells = [WALL if cell in walls else OPEN for cell in range(len(around))]
        cells[start], cells[goal] = START, GOAL
        return cls(rows=cells_in_rows(cells, width))

    def statement(self) -> str:
        return (
            f"{grid_text(self.rows)}\n"
            "It is a maze, and # is a wall. You go from S to G. A move goes to the next cell to the left (L), to the right (R), "
            "up (U) or down (D), not into a wall and not out of the grid. Give the moves, in order, of a way with as few moves "
            "as possible."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("LRUD", max_length=len(self.rows) * len(self.rows[0]))

    def _maze(self) -> tuple[str, dict[str, int]]:
        """The rows in one string, with walls around them, and how far each move goes in it."""
        width = len(self.rows[0]) + 1
        return WALL.join([WALL * width, *self.rows, WALL * width]), {"R": 1, "D": width, "L": -1, "U": -width}

    def solve(self) -> str:
        """Breadth first."""
        maze, moves = self._maze()
        start, goal = maze.index(START), maze.index(GOAL)
        came: dict[int, tuple[int, str]] = {start: (start, "")}
        reached = [start]
        for place in reached:
            for move, step in moves.items():
                if maze[place + step] != WALL and place + step not in came:
                    came[place + step] = place, move
                    reached.append(place + step)
            if goal in came:
                break
        way, place = "", goal
        while place != start:
            place, move = came[place]
            way = move + way
        return way

    def objective(self, answer: str, /) -> int:
        maze, moves = self._maze()
        place = maze.index(START)
        for count, move in enumerate(answer, 1):
            place += moves[move]
            if maze[place] == WALL:
                raise Infeasible(f"move {count} does not go to an open cell")
        if maze[place] != GOAL:
            raise Infeasible("the moves do not end at G")
        return len(answer)

    def acceptable(self) -> bool:
        height, width = len(self.rows), len(self.rows[0])
        if height + width < 13:
            return True
        ways = self._first_way("LRUD" if height > width else "UDLR"), self._first_way("LRUD", 2)
        return max(map(len, ways)) > len(self.reference)

    def rules(self) -> Mapping[str, str]:
        """The first way that is found by going on, nearer to G where that is possible, and back where there is no going on."""
        return {
            "nearer to G, across first": self._first_way("LRUD"),
            "nearer to G, up and down first": self._first_way("UDLR"),
            "nearer to G in a straight line": self._first_way("LRUD", 2),
        }

    def _first_way(self, order: str, power: int = 1) -> str:
        """By distances along rows and columns, or (power 2) in a straight line."""
        maze, moves = self._maze()
        start, goal = maze.index(START), divmod(maze.index(GOAL), moves["D"])
        seen, stack = {start}, [(start, "")]
        while stack:
            place, way = stack.pop()
            if maze[place] == GOAL:
                return way
            seen.add(place)
            onward = [(place + moves[move], way + move) for move in order[::-1]]
            free = [step for step in onward if maze[step[0]] != WALL and step[0] not in seen]
            stack += sorted(
                free, key=lambda step: -sum([abs(a - b) ** power for a, b in zip(divmod(step[0], moves["D"]), goal, strict=True)])
            )
        return ""


def _moves_from(around: Sequence[Sequence[int]], walls: set[int], start: int) -> dict[int, int]:
    """How many moves it takes from one cell to each that can be reached."""
    moves = {start: 0}
    reached = [start]
    for cell in reached:
        for other in around[cell]:
            if other not in moves and other not in walls:
                moves[other] = moves[cell] + 1
                reached.append(other)
    return moves
