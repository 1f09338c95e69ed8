"""Count the colourings of cards that no shuffles turn into each other."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
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
        group = _group(self.shuffles)
        kinds = Counter(map(_cycle_lengths, group))
        return sum([times * _kept(lengths, tuple(self.amounts)) for lengths, times in kinds.items()]) // len(group)

    def acceptable(self) -> bool:
        """No shuffle does nothing, and no two are the same."""
        return len({*self.shuffles, tuple(range(len(self.shuffles[0])))}) > len(self.shuffles)

    def guesses(self) -> Iterable[int]:
        return [1]

    def rules(self) -> Mapping[str, int]:
        one, every = type(self)(self.amounts, self.shuffles[:1]), _kept((1,) * sum(self.amounts), tuple(self.amounts))
        return {
            "all colourings, shared by all orders": -(-every // len(_group(self.shuffles))),
            "by the first shuffle alone": one.solve() if len(self.shuffles) > 1 else 1,
        }


def _shuffle(rng: Random, n: int, groups: Sequence[Sequence[int]]) -> list[int]:
    """Turn some of the groups, reflect some and leave the others."""
    shuffle = list(range(n))
    for group in groups:
        turn, step = rng.randrange(len(group)), rng.choice((1, 1, -1))
        for place, card in enumerate(group):
            shuffle[card] = group[(step * place + turn) % len(group)]
    return shuffle


def _group(shuffles: Sequence[Sequence[int]]) -> set[tuple[int, ...]]:
    """Where the cards can go: all that series of shuffles make."""
    group: set[tuple[int, ...]] = set()
    new = {tuple(range(len(shuffles[0])))}
    while new:
        group |= new
        new = {tuple([shuffle[position] for position in order]) for order in new for shuffle in shuffles} - group
    return group


def _cycle_lengths(order: Sequence[int]) -> tuple[int, ...]:
    lengths, left = [], set(order)
    for start in order:
        before = len(left)
        while start in left:
            left.remove(start)
            start = order[start]
        lengths.append(before - len(left))
    return tuple(sorted(filter(None, lengths), reverse=True))


@lru_cache(maxsize=10000)
def _kept(lengths: tuple[int, ...], left: tuple[int, ...]) -> int:
    """How many ways to give each cycle one colour, with so many cards of each left; the calls are as deep as there are cycles."""
    if not lengths:
        return 1
    first, rest = lengths[0], lengths[1:]
    return sum([_kept(rest, (*left[:c], cards - first, *left[c + 1 :])) for c, cards in enumerate(left) if cards >= first])
