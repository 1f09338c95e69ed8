"""Independent judge of envs/games/circular_food_sharing_equilibrium.py."""

from collections import Counter
from fractions import Fraction

from rlve.authoring.gate import up_to


def _gets(calories, foods, person) -> Fraction:
    """A person's share of the food that was chosen."""
    return Fraction(calories[foods[person]], Counter(foods)[foods[person]])


@up_to(5)
def circular_food_sharing_equilibrium(problem, answer) -> bool:
    n = len(problem.calories)
    foods = [person if letter == "L" else (person + 1) % n for person, letter in enumerate(answer)]
    for person in range(n):
        for other in (person, (person + 1) % n):
            switched = [*foods[:person], other, *foods[person + 1 :]]
            if _gets(problem.calories, switched, person) > _gets(problem.calories, foods, person):
                return False
    return True
