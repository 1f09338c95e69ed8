"""Toy environments: a class, and files of one's own."""

from rlve import Environment, Integer


class Successor(Environment):
    """What number follows? Half a point for the number itself."""

    number: int

    @classmethod
    def parameters(cls, level):
        return {"n": 10 + level}

    @classmethod
    def draw(cls, rng, n):
        return cls(number=rng.randrange(n))

    def statement(self):
        return f"What number follows {self.number}?"

    def answer_format(self):
        return Integer()

    def solve(self):
        return self.number + 1

    def score(self, answer, /):
        return 0.5 if answer == self.number else 0.0


def source(name: str, what: str, solve: str) -> str:
    """The text of a file with an environment: `what` is asked of a number x, and `solve` is the expression that solves it."""
    return f'''
from rlve import Environment, Integer


class {name}(Environment):
    """{what} a number."""

    x: int

    @classmethod
    def parameters(cls, level):
        return {{"size": 100 + 100 * level}}

    @classmethod
    def draw(cls, rng, size):
        return cls(x=rng.randint(1, size))

    def statement(self):
        return f"{what} {{self.x}}."

    def answer_format(self):
        return Integer()

    def solve(self):
        return {solve}
'''
