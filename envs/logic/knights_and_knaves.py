"""Find out who tells the truth and who lies."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, hidden
from rlve.envs.toolkit.circuits import truth_columns
from rlve.envs.toolkit.scores import credit_by_share

SAYINGS = ("{}", "{} and {}", "{} or {}", "if {}, then {}", "{} if and only if {}")
MEANINGS = {2: '"A or B" is true also where both are.', 3: '"If A, then B" is false only where A is true and B is false.'}
TRIES = 4  # statements from which each person takes the one that leaves the fewest possibilities


class KnightsAndKnaves(Environment):
    """Each of N people makes a statement about who is a knight or a knave; one person more with each level.

    Three people at first, who use a single part, "and" and "or"; "if" comes in at level 2, "if and only if" at level 4.
    Exactly one assignment fits. Reward: (share of people that are right)^10, or to a higher power where there are many.
    """

    statements: Sequence[Sequence[int]]
    """Of each person: the place in SAYINGS, then one or two numbers, k for "k is a knight" and -k for "k is a knave"."""
    solution: Sequence[int] = hidden()

    paper_name = "KnightsAndKnaves"
    max_level = 13

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level, "kinds": min(3 + level // 2, 5)}

    @classmethod
    def draw(cls, rng: Random, n: int, kinds: int) -> Self:
        number = rng.randrange(2**n)
        columns, left, statements = truth_columns(n), (1 << 2**n) - 1, []
        for person, column in enumerate(columns, 1):
            other = rng.choice([k for k in range(1, n + 1) if k != person])
            same = number >> other - 1 & 1 == number >> person - 1 & 1
            options = []
            for _ in range(TRIES):
                kind = rng.randrange(kinds)
                options.append((kind, *[k * rng.choice((1, -1)) for k in rng.sample(range(1, n + 1), 1 + (kind > 0))]))
            options.append((0, other if same else -other))  # fits, whoever speaks
            fitting = [(left & ~(column ^ _table(columns, option)), option) for option in options]
            left, chosen = min([pair for pair in fitting if pair[0] >> number & 1], key=lambda pair: pair[0].bit_count())
            statements.append(chosen)
        return cls(statements=statements, solution=[number >> i & 1 for i in range(n)])

    def acceptable(self) -> bool:
        columns = truth_columns(len(self.statements))
        left = (1 << 2 ** len(columns)) - 1
        for column, statement in zip(columns, self.statements, strict=True):
            left &= ~(column ^ _table(columns, statement))
        return left.bit_count() == 1

    def statement(self) -> str:
        lines = [
            f"{person}: " + SAYINGS[kind].format(*[f"{abs(k)} is a {'knight' if k > 0 else 'knave'}" for k in parts])
            for person, (kind, *parts) in enumerate(self.statements, 1)
        ]
        text, used = "\n".join(lines), {kind for kind, *_ in self.statements}
        meanings = "".join([f"{meaning} " for kind, meaning in MEANINGS.items() if kind in used])
        return (
            f"Each of the people 1 to {len(lines)} is either a knight, who only says what is true, or a knave, who only says "
            f"what is false. Each says one thing, one a line as: person: statement\n{text}\n"
            f"{meanings}Find out who is what. Give, for each person in order, 1 for a knight and 0 for a knave."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.statements), low=0, high=1)

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 10)

    def rules(self) -> Mapping[str, Sequence[int]]:
        called = [k for _, *parts in self.statements for k in parts]
        people = range(1, len(self.statements) + 1)
        return {
            "what more statements call them": [int(called.count(k) >= called.count(-k)) for k in people],
            "whoever is called a knave is one": [int(-k not in called) for k in people],
        }


def _table(columns: Sequence[int], statement: Sequence[int]) -> int:
    """The truth table of a statement, as an integer whose high bits mean nothing."""
    kind, first, *rest = statement
    a = columns[first - 1] if first > 0 else ~columns[-first - 1]
    if kind == 0:
        return a
    b = columns[rest[0] - 1] if rest[0] > 0 else ~columns[-rest[0] - 1]
    return a & b if kind == 1 else a | b if kind == 2 else ~a | b if kind == 3 else ~(a ^ b)
