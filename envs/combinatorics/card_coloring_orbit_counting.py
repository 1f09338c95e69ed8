"""Count the colourings of cards that no shuffles turn into each other."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import factorial, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.text import rows


class CardColoringOrbitCounting(Environment):
    """How many colourings of N cards, so many of each colour, stay different under K shuffles.

    Four or five cards, two colours and one shuffle at first; a card more with every other level, three colours from level 1
    on, two shuffles from level 3 and three from level 6. The shuffles turn or reflect the same small groups of cards, so that
    not everything can be reached from everything. Reward: exact.
    """

    amounts: Sequence[int]
    shuffles: Sequence[Sequence[int]]

    paper_name = "CardColoringCounting"
    max_level = 20  # 15 cards

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"twice": 8 + level, "colours": 3 if level else 2, "shuffles": min(3, 1 + level // 3)}

    @classmethod
    def draw(cls, rng: Random, twice: int, colours: int, shuffles: int) -> Self:
        n = (twice + rng.randint(0, 1) + 1) // 2
        amounts = [n // (colours + 1)] * colours
        while sum(amounts) < n:
            amounts[rng.randrange(colours)] += 1
        cards, groups = rng.sample(range(n), n), []
        while len(cards) > 1:
            size = rng.randint(2, min(5, len(cards)))
            groups.append(cards[:size])
            cards = cards[size:]
        return cls(amounts=amounts, shuffles=[_shuffle(rng, n, groups) for _ in range(shuffles)])

    def statement(self) -> str:
        n, k = len(self.shuffles[0]), len(self.shuffles)
        some = [f"{amount} {name}" for amount, name in zip(self.amounts, ("red", "blue", "green"), strict=False)]
        here, series = "Here is a shuffle", "the shuffle, done any number of times,"
        if k > 1:
            here, series = f"Here are {k} shuffles, one a line", "a series of shuffles, each used any number of times,"
        return (
            f"{n} cards lie at the positions 0 to {n - 1}. Colour {', '.join(some[:-1])} and {some[-1]}. {here}; entry i of a "
            f"line, counted from 0, is the position that the card at position i goes to:\n{rows(self.shuffles)}\n"
            f"Two colourings count as the same when {series} turns one into the other. How many different colourings are there?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """Burnside's lemma: the mean, over all that the shuffles make together, of the colourings that stay as they are."""
        group = self._group(self.shuffles)
        kinds = Counter(map(_cycle_lengths, group))
        return sum([times * self._kept(lengths) for lengths, times in kinds.items()]) // len(group)

    @staticmethod
    def _group(shuffles: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        found = [tuple(range(len(shuffles[0])))]
        known = set(found)
        for order in found:
            for shuffle in shuffles:
                longer = tuple([shuffle[position] for position in order])
                if longer not in known:
                    known.add(longer)
                    found.append(longer)
        return found

    def _kept(self, lengths: Sequence[int]) -> int:
        """How many ways to give each cycle one colour: by the cards that are left of each."""
        ways = {tuple(self.amounts): 1}
        for length in lengths:
            longer: dict[tuple[int, ...], int] = {}
            for left, count in ways.items():
                for colour, cards in enumerate(left):
                    if cards >= length:
                        less = (*left[:colour], cards - length, *left[colour + 1 :])
                        longer[less] = longer.get(less, 0) + count
            ways = longer
        return sum(ways.values())

    @property
    def _colourings(self) -> int:
        return factorial(sum(self.amounts)) // prod(map(factorial, self.amounts))

    def acceptable(self) -> bool:
        moving = {shuffle for shuffle in self.shuffles if list(shuffle) != sorted(shuffle)}
        return len(moving) == len(self.shuffles)

    def guesses(self) -> Iterable[int]:
        return [1, self._colourings]

    def rules(self) -> Mapping[str, int]:
        one = type(self)(amounts=self.amounts, shuffles=self.shuffles[:1])
        return {
            "all colourings, shared by all orders": -(-self._colourings // len(self._group(self.shuffles))),
            "all colourings, shared by the shuffles and none": self._colourings // (len(self.shuffles) + 1),
            "by the first shuffle alone": one.solve() if len(self.shuffles) > 1 else 1,
        }


def _shuffle(rng: Random, n: int, groups: Sequence[Sequence[int]]) -> list[int]:
    """Turn some of the groups, reflect some and leave the others."""
    shuffle = list(range(n))
    for group in groups:
        turn = rng.randrange(len(group))
        step = rng.choice((1, 1, -1))
        for place, card in enumerate(group):
            shuffle[card] = group[(step * place + turn) % len(group)]
    return shuffle


def _cycle_lengths(order: Sequence[int]) -> tuple[int, ...]:
    """The lengths of the cycles of a permutation, the longest first."""
    lengths, seen = [], [False] * len(order)
    for start in range(len(order)):
        length = 0
        while not seen[start]:
            seen[start] = True
            start, length = order[start], length + 1
        if length:
            lengths.append(length)
    return tuple(sorted(lengths, reverse=True))
