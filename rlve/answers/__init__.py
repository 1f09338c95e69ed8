"""How answers are written: the formats, one family a file; `extraction` finds the final answer in a completion."""

from rlve.answers.base import AnswerFormat
from rlve.answers.expressions import Expression
from rlve.answers.formulas import Formula
from rlve.answers.grids import Grid
from rlve.answers.lists import IntegerList, IntegerSet, Permutation
from rlve.answers.numbers import Fraction, Integer
from rlve.answers.words import Choice, Text

__all__ = [
    "AnswerFormat",
    "Choice",
    "Expression",
    "Formula",
    "Fraction",
    "Grid",
    "Integer",
    "IntegerList",
    "IntegerSet",
    "Permutation",
    "Text",
]
