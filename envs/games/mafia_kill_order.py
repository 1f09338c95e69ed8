"""Order the shots of players with fixed targets so that as many as possible live, or die."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow


class MafiaKillOrder(OptimizationEnvironment):
    """An order in which as many as possible of N players with fixed targets are alive in the end, or dead.

    Only those who are to shoot first need be named. A tenth more players, and one, with each level. Three of four
    targets are the next player of a hidden ring. Neither the order of the numbers nor its reverse is best, nor from seven players
    on the order by how many aim at a player, or the one against the targets, chain after chain.
    Reward: (share of the way to the optimum from the best one of these)^5.
    """

    targets: Sequence[int]
    saving: bool

    paper_name = "MafMafia"
    goal = "maximum"
    max_level = 19

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        ring = rng.sample(range(n), n)
        targets = [0] * n
        for player, following in zip(ring, [*ring[1:], ring[0]], strict=True):
            others = [other for other in range(n) if other != player]
            targets[player] = following if rng.random() < 0.75 else rng.choice(others)
        return cls(targets=targets, saving=rng.random() < 0.65)

    def statement(self) -> str:
        last = len(self.targets) - 1
        return (
            f"Here are the targets of the players 0 to {last}, in order:\n{' '.join(map(str, self.targets))}\n"
            "The players act one after the other, each once. A player who is still alive then shoots the target, who is dead "
            "from then on; a dead player does nothing. Choose the order such that in the end as many players as possible are "
            f"{'alive' if self.saving else 'dead'}. Name the players who act first, in order, one or more and each at most "
            "once; those whom you do not name act after them, in the order of their numbers."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.targets)
        return IntegerList(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        order = self._saving_order() if self.saving else self._killing_order()
        return [*dict.fromkeys([*order, *range(len(self.targets))])]

    def _saving_order(self) -> list[int]:
        """Whom nobody can shoot any more acts; where all can still be shot, they are in cycles, and any of them acts."""
        threats = [len(killers) for killers in self._killers]
        waiting = [player for player, count in enumerate(threats) if not count]
        players, order = [*range(len(threats))], []
        dead = [False] * len(threats)
        while waiting or players:
            player = (waiting or players).pop()
            if dead[player] or player in order:
                continue
            order.append(player)
            victim = self.targets[player]
            if not dead[victim]:
                dead[victim] = True
                spared = self.targets[victim]
                threats[spared] -= victim not in order
                if not threats[spared]:
                    waiting.append(spared)
        return order

    def _killing_order(self) -> list[int]:
        """Everybody acts before those who aim at them, from some player of each cycle outward.

        That one shoots the next one of the cycle too early, which is no loss if the one after it is a target from outside.
        """
        on_cycles = {*self.targets}
        for _ in self.targets:
            on_cycles = {self.targets[player] for player in on_cycles}
        killers = self._killers
        order: list[int] = []
        for first in sorted(on_cycles, key=lambda player: (-len(killers[self.targets[self.targets[player]]]), player)):
            if first not in order:
                outward = [first]
                for player in outward:
                    outward += [killer for killer in killers[player] if killer != first]
                order += outward
        return order

    @property
    def _killers(self) -> list[list[int]]:
        """For each player those who aim at that one."""
        table: list[list[int]] = [[] for _ in self.targets]
        for player, target in enumerate(self.targets):
            table[target].append(player)
        return table

    def objective(self, answer: Sequence[int], /) -> int:
        if len({*answer}) < len(answer):
            raise Infeasible("a player is named twice")
        alive = [True] * len(self.targets)
        for player in dict.fromkeys([*answer, *range(len(alive))]):
            if alive[player]:
                alive[self.targets[player]] = False
        return sum(alive) if self.saving else len(alive) - sum(alive)

    def baseline(self) -> int:
        """The best of the order of the numbers, its reverse, and from seven players on those by how many aim at a player, and the
        one against the targets, chain after chain.
        """
        players = range(len(self.targets))
        orders: list[Sequence[int]] = [players, players[::-1]]
        if len(players) > 6:
            aims = [len(killers) for killers in self._killers]
            orders += [sorted(players, key=aims.__getitem__), sorted(players, key=aims.__getitem__, reverse=True)]
            orders.append(self._chains()[::-1])
        return max(map(self.objective, orders))

    def acceptable(self) -> bool:
        return self.baseline() < self.optimum

    def rules(self) -> Mapping[str, Sequence[int]]:
        players = range(len(self.targets))
        killers = self._killers
        return {
            "untargeted last": [player for player in players if killers[player]],
            "along the targets, chain after chain": self._chains(),
            "along the targets from 0": self._chain(0),
            "against them from 0": self._chain(0)[::-1],
        }

    def _chains(self) -> list[int]:
        """All players along the targets, from those whom the fewest aim at."""
        killers = self._killers
        starts = sorted(range(len(killers)), key=lambda player: len(killers[player]))
        return [*dict.fromkeys([player for start in starts for player in self._chain(start)])]

    def _chain(self, player: int) -> list[int]:
        chain = []
        while player not in chain:
            chain.append(player)
            player = self.targets[player]
        return chain
