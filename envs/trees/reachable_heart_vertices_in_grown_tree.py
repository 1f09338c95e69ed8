"""Find where the heart of a growing tree can end."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerSet, grow
from rlve.envs.toolkit.trees import depths, from_root, neighbours, random_tree, tree_text


class ReachableHeartVerticesInGrownTree(Environment):
    """All vertices on which the heart of a tree, grown in some order, can end; a tenth more vertices, and one, with each
    level.

    When the tree is drawn, each new vertex hangs on one of the two to four newest, so that it is long.
    Reward: (vertices in both answer and reference / vertices in either)^5.
    """

    edges: Sequence[Sequence[int]]

    paper_name = "BanyanHeart"
    max_level = 24
    version = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(edges=random_tree(rng, n, reach=rng.randint(2, 4)))

    def statement(self) -> str:
        n = len(self.edges) + 1
        return (
            f"{tree_text(n, self.edges)}\n"
            "It grew from the vertex 0 alone, which was its heart. Each step added a new vertex with its edge to a vertex that "
            "was there already; then the heart moved along one edge, from the vertex where it was to the next on the path to "
            f"the new vertex. After {n - 1} steps the whole tree was there. The order of the steps is not known: any order in "
            "which every new vertex has its edge to a vertex that is there already is possible. Give every vertex on which the "
            "heart can be after the last step."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=len(self.edges) + 1, low=0, high=len(self.edges))

    def solve(self) -> list[int]:
        """The steps that add the path from 0 to a vertex take the heart along it; so the vertex is possible exactly if the
        steps that add what hangs beside this path can cancel out.
        """
        table = neighbours(len(self.edges) + 1, self.edges)
        order, parent = from_root(table, 0)
        children = [[child for child in row if child != parent[vertex]] for vertex, row in enumerate(table)]
        size, least = [1] * len(order), [0] * len(order)  # least: below its parent, after its whole subtree was added
        for vertex in reversed(order):
            size[vertex] += sum([size[child] for child in children[vertex]])
            least[vertex] = 1 + _least_distance(children[vertex], size, least)
        answer = []
        for vertex in order:
            path = [vertex]
            while path[-1] != 0:
                path.append(parent[path[-1]])
            hung = [child for v in path for child in children[v] if child not in path]
            if _least_distance(hung, size, least) == 0:
                answer.append(vertex)
        return sorted(answer)

    def guesses(self) -> Iterable[Sequence[int]]:
        """The vertices whose distance from 0 has the right parity, with 0 and without it; mostly right in small trees."""
        if len(self.edges) < 7:
            return []
        depth = depths(neighbours(len(self.edges) + 1, self.edges), 0)
        chosen = [vertex for vertex in range(len(depth)) if (depth[vertex] - len(self.edges)) % 2 == 0]
        return [chosen, [vertex for vertex in chosen if vertex != 0]]

    def score(self, answer: Sequence[int], /) -> float:
        mine, right = set(answer), set(self.reference)
        return (len(mine & right) / len(mine | right)) ** 5


def _least_distance(hung: Sequence[int], size: Sequence[int], least: Sequence[int]) -> int:
    """How near to its start the heart can end, when these subtrees are added in any interleaved order.

    Two steps in a row into different subtrees cancel. So if no subtree has more than half of the steps, all cancel, or all
    but one, as in a majority vote. Else the largest alone leads to each distance from its least one to its size, in steps of
    two, and each step into another subtree undoes one of these.
    """
    if not hung:
        return 0
    steps = sum([size[child] for child in hung])
    largest = max(hung, key=size.__getitem__)
    others = steps - size[largest]
    return steps % 2 if least[largest] <= others else least[largest] - others
