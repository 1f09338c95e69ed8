"""Count the ways to fill a line in which no two girls and no two teachers are neighbours."""

from collections.abc import Iterable, Mapping, Sequence
from math import factorial, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs

TAKES = (("B", 1, 0, 0), ("G", 0, 1, 0), ("T", 0, 0, 1))  # one of those still to come takes a free place


class CountLineupsNoAdjacentGirls(Environment):
    """In how many ways boys, girls and two teachers can fill a line, with girls and teachers each kept apart.

    Some people stand in the line already. Three places of five or six are free at first; the line grows by one place with
    each level, a free one except for level 2. At least one teacher is still to come. Reward: exact.
    """

    line: str
    coming: Sequence[int]

    paper_name = "NoAdjacentGirlCounting"
    max_level = 12  # 14 free places: at most 11 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"places": 6 + level, "free": rungs((3, 4, 4), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, places: int, free: int) -> Self:
        """Hide some people of a line that is in order: girls stand in different gaps of the others, one between the teachers."""
        places = rng.randint(places - 1, places)
        girls = rng.randint(places // 3, places // 2 - places // 8)
        others = rng.sample("B" * (places - 2 - girls) + "TT", places - girls)
        gaps = rng.sample(range(len(others) + 1), girls)
        first = others.index("T")
        if others[first + 1] == "T" and first + 1 not in gaps:
            gaps[0] = first + 1
        line = [*"".join([("G" if gap in gaps else "") + (*others, "")[gap] for gap in range(len(others) + 1)])]
        teacher = rng.choice([place for place in range(places) if line[place] == "T"])
        hidden = [teacher, *rng.sample([place for place in range(places) if place != teacher], free - 1)]
        coming = [sum([line[place] == kind for place in hidden]) for kind in "BGT"]
        return cls(line="".join(["." if place in hidden else line[place] for place in range(places)]), coming=coming)

    def statement(self) -> str:
        some = [
            f"{count} {name}{'s' * (count > 1)}"
            for count, name in zip(self.coming, ("boy", "girl", "teacher"), strict=True)
            if count
        ]
        people = " and ".join([", ".join(some[:-1]), some[-1]]) if len(some) > 1 else some[0]
        return (
            f"Here is a line of {len(self.line)} places from left to right, with B for a boy, G for a girl and T for a teacher "
            f"who stands there already, and a dot for a free place:\n{self.line}\n"
            f"Now {people} come and take the free places, one each. They are all different people. In how many ways can they do "
            "so such that, in the full line, no two girls are neighbours and no two teachers are neighbours?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self._ways("GT")

    def _ways(self, apart: str) -> int:
        """Place after place, by who stands there and who is still to come; people of one kind are told apart at the end."""
        ways = {("", *self.coming): 1}
        for standing in self.line:
            takes = TAKES if standing == "." else ((standing, 0, 0, 0),)
            longer: dict[tuple[str, int, int, int], int] = {}
            for (last, boys, girls, teachers), count in ways.items():
                for kind, b, g, t in takes:
                    if (kind != last or kind not in apart) and boys >= b and girls >= g and teachers >= t:
                        state = (kind, boys - b, girls - g, teachers - t)
                        longer[state] = longer.get(state, 0) + count
            ways = longer
        return sum(ways.values()) * prod(map(factorial, self.coming))

    def guesses(self) -> Iterable[int]:
        free = self.line.count(".")
        return [factorial(free)] if free > 3 else []

    def rules(self) -> Mapping[str, int]:
        return {
            "as if only girls were kept apart": self._ways("G"),
            "as if only teachers were kept apart": self._ways("T"),
            "people of one kind alike": self._ways("GT") // prod(map(factorial, self.coming)),
        }
