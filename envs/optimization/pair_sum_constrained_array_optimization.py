"""Fill an array with given sums of pairs so that its total is as small, or as large, as possible."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import by_degree, out_arcs
from rlve.envs.toolkit.sizes import rungs


class PairSumConstrainedArrayOptimization(OptimizationEnvironment):
    """N entries with bounds and sums of pairs, for the least or largest total; a tenth more, and one, with each level.

    Four entries with two sums at first. The sums link entries to groups, each of which has a best end of a range: groups of
    three or five entries at first, of three or seven from level 3 on. There the entry in most sums does not tell which end.
    Reward: (share of the way from the worst total to the best)^5.
    """

    bounds: Sequence[int]
    sums: Sequence[tuple[int, int, int]]  # entry, entry, their sum
    sign: int  # 1: the least total, -1: the largest

    paper_name = "BEZMinimalistSecurity"
    max_level = 22
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 6, 7), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        planted = [rng.randint(0, n + 2 * (n > 5)) for _ in range(n)]
        left, pairs = rng.sample(range(n), n), []
        while len(left) > 2:
            size = rng.choice([size for size in ((3, 5) if n < 7 else (3, 7, 7, 7)) if size <= len(left)])
            group, left = left[:size], left[size:]
            place, side = group.index(min(group)), rng.choice(range(rng.randrange(2), size, 2))  # its first entry: on either side
            group[place], group[side] = group[side], group[place]
            star = rng.randrange(3)  # else its entry in most sums is often one of the smaller side
            for place in range(1, size):
                others = group[(place + 1) % 2 : place : 2]  # sums join the even places with the odd ones, fewer by one
                pairs.append((group[place], others[-(place % 2 == 0)] if star else rng.choice(others)))
        sums = [(u, v, planted[u] + planted[v]) for pair in rng.sample(pairs, len(pairs)) for u, v in [sorted(pair)]]
        return cls([value + rng.randint(0, n) for value in planted], sums, sign=rng.choice((1, -1)))

    def acceptable(self) -> bool:
        """Some group leaves a choice."""
        return any(low < high and len(signs) > 1 for signs, _, low, high in self._groups())

    def statement(self) -> str:
        n = len(self.bounds)
        lines = "\n".join([f"q{u} + q{v} = {total}" for u, v, total in self.sums])
        return (
            f"The integers q0 to q{n - 1} are at least 0 and at most these bounds, that of q0 first:\n"
            f"{' '.join(map(str, self.bounds))}\nThese equations must hold, one a line:\n{lines}\n"
            f"Make the sum of all these integers as {'small' if self.sign > 0 else 'large'} as possible. Give them in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.bounds), low=0, high=max(self.bounds))

    def solve(self) -> list[int]:
        return self._filled(self.sign)

    def _filled(self, towards: int) -> list[int]:
        """Each group with the least total (1) or the largest (-1) that it can have."""
        values = [0] * len(self.bounds)
        for signs, constants, low, high in self._groups():
            t = low if towards * sum(signs.values()) > 0 else high
            for entry, sign in signs.items():
                values[entry] = sign * t + constants[entry]
        return values

    def _groups(self) -> Iterator[tuple[dict[int, int], dict[int, int], int, int]]:
        """For each group, with t for its first entry: signs and constants (an entry is sign * t + constant), and t's range."""
        links = out_arcs(len(self.bounds), [arc for u, v, total in self.sums for arc in ((u, v, total), (v, u, total))])
        found: set[int] = set()
        for first, high in enumerate(self.bounds):
            if first in found:
                continue
            signs, constants, low = {first: 1}, {first: 0}, 0
            for entry in (order := [first]):
                for other, total in links[entry]:
                    if other not in signs:
                        sign, constant = -signs[entry], total - constants[entry]
                        signs[other], constants[other] = sign, constant
                        ends = sorted([-sign * constant, sign * (self.bounds[other] - constant)])
                        low, high = max(low, ends[0]), min(high, ends[1])
                        order.append(other)
            found |= signs.keys()
            yield signs, constants, low, high

    def objective(self, answer: Sequence[int], /) -> int:
        kept = all(answer[u] + answer[v] == total for u, v, total in self.sums)
        if not kept or any(entry > bound for entry, bound in zip(answer, self.bounds, strict=True)):
            return self.baseline() + 1
        return self.sign * sum(answer)

    def baseline(self) -> int:
        return self.sign * sum(self._filled(-self.sign))

    def rules(self) -> Mapping[str, Sequence[int]]:
        """In each group one entry is pushed as far as possible, the way of the total or the other way."""
        n, found = len(self.bounds), {}
        for what, order in (("first", range(n)), ("most frequent", by_degree(n, [pair[:2] for pair in self.sums]))):
            for way in (1, -1):
                values = self.solve()
                for signs, constants, low, high in self._groups():
                    if len(signs) > 1:
                        pushed = signs[next(entry for entry in order if entry in signs)]
                        t = low if way * self.sign * pushed > 0 else high
                        for entry, sign in signs.items():
                            values[entry] = sign * t + constants[entry]
                found[f"the {what} entry of each group {'the same' if way > 0 else 'the other'} way"] = values
        return found
