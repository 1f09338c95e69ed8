"""Count the ways to fill a line in which no two girls and no two teachers are neighbours."""

from collections.abc import Iterable, Mapping, Sequence
from math import factorial, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class CountLineupsNoAdjacentGirls(Environment):
    """In how many ways boys, girls and two teachers can fill a line, with girls and teachers each kept apart.

    Some people stand in the line already. Three places of six or seven are free at first, four at levels 1 and 2, and from there
    on one more with each level; from level 2 on the line grows as well. At least one teacher is to come. Reward: exact.
    """

    line: str
    coming: Sequence[int]

    paper_name = "NoAdjacentGirlCounting"
    max_level = 12  # 14 free places: at most 11 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"places": max(7, 6 + level), "free": rungs((3, 4, 4), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, places: int, free: int) -> Self:
        """Hide some people of a line in which the girls stand in different gaps of the others."""
        places = rng.randint(places - 1, places)
        girls = rng.randint(places // 3, places // 2 - places // 8)
        line = rng.sample("B" * (places - 2 - girls) + "TT", places - girls)
        for gap in sorted(rng.sample(range(len(line) + 1), girls), reverse=True):
            line.insert(gap, "G")
        teacher = rng.choice([place for place in range(places) if line[place] == "T"])
        hidden = [teacher, *rng.sample([place for place in range(places) if place != teacher], free - 1)]
        coming = [sum([line[place] == kind for place in hidden]) for kind in "BGT"]
        return cls(line="".join(["." if place in hidden else line[place] for place in range(places)]), coming=coming)

    def acceptable(self) -> bool:
        return self.reference > 0

    def statement(self) -> str:
        kinds = zip(self.coming, ("boy", "girl", "teacher"), strict=True)
        people = [f"{count} {kind}{'s' * (count > 1)}" for count, kind in kinds if count]
        return (
            f"Here is a line of {len(self.line)} places from left to right, with B for a boy, G for a girl and T for a teacher "
            f"who stands there already, and a dot for a free place:\n{self.line}\n"
            f"Now {', '.join(people[:-1])} and {people[-1]} come and take the free places, one each. They are all different "
            "people. In how many ways can they do so such that, in the full line, no two girls are neighbours and no two "
            "teachers are neighbours?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self._ways("GT")

    def _ways(self, apart: str) -> int:
        """Place after place, by who stands there and who is still to come; people of one kind are told apart at the end."""
        boys, girls, teachers = self.coming
        ways = {("", "B" * boys + "G" * girls + "T" * teachers): 1}
        for standing in self.line:
            longer: dict[tuple[str, str], int] = {}
            for (last, left), count in ways.items():
                for kind in "BGT":
                    if kind in (left if standing == "." else standing) and (kind != last or kind not in apart):
                        state = (kind, left.replace(kind, "", standing == "."))
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
