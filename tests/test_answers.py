import ast
import contextlib
import re
import time
from fractions import Fraction as Rational
from itertools import pairwise
from math import isqrt
from random import Random

import pytest

from rlve import (
    AnswerFormat,
    Choice,
    Expression,
    Formula,
    Fraction,
    Grid,
    Infeasible,
    Integer,
    IntegerList,
    IntegerSet,
    Permutation,
    Text,
    Unparsable,
)
from rlve.answers.formulas import _CHAINS
from rlve.authoring.dresses import dresses
from rlve.authoring.near_misses import constants, near_misses

FORMATS = [
    (Integer(), 5),
    (Integer(), 0),
    (Integer(), -1234567),
    (Integer(low=0, high=9999), 1234),
    (IntegerList(3), (1, -2, 3)),
    (IntegerList(1), (7,)),
    (IntegerList(min_length=0, max_length=3), ()),
    (IntegerList(max_length=6, low=0, high=5), (0, 5, 0)),
    (Permutation(4), (1, 0, 3, 2)),
    (Permutation(3, base=1), (3, 1, 2)),
    (IntegerSet(max_length=5), (1, 4)),
    (Fraction(), Rational(-3, 4)),
    (Fraction(), Rational(12)),
    (Expression([3, 5, 7]), "(3 + 5) * 7"),
    (Expression([10, 10, 4, 3]), "10 / (10 - 4) - 3"),
    (Expression([12]), "12"),
    (Formula(), "2*x*cos(x^2) - 1/(x + 3)^12"),
    (Formula(constant=True), "-exp(-2*x)*ln(x)/4 + x^(-2)"),
    (Formula(), "0"),
    (Choice("ON", "OFF"), "ON"),
    (Text("ab", 4), "abba"),
    (Text("()", 4), "(())"),
    (Text(".*", 4), ".**."),
    (Text("ab", min_length=0, max_length=4), ""),
    (Text("FBI", 3), "FIB"),
    (Text("xy=", 3), "x=y"),
    (IntegerList(6, low=0, pairs=True), (4, 15, 0, 1, 12, 3)),
    (IntegerList(4, pairs=True), (4, -5, 0, 1)),
    (Grid(2, 3, ".#"), ("#..", ".#.")),
    (Grid(3, 1, "ab"), ("a", "b", "a")),
    (Grid(2, 2), ((1, -2), (3, 4))),
    (Grid(2, 3, low=0), ((1, 2, 0), (13, 4, 5))),
    (Grid(1, 3), ((1, 2, 3),)),
]


@pytest.mark.parametrize(("form", "answer"), FORMATS, ids=lambda value: type(value).__name__)
def test_every_dress_of_an_answer_is_read_as_that_answer(form, answer):
    assert form.parse(form.write(answer)) == answer == form.validate(answer)
    for text in dresses(form, answer):
        assert form.parse(text) == answer, text


@pytest.mark.parametrize(("form", "answer"), FORMATS, ids=lambda value: type(value).__name__)
def test_near_misses_and_constants_are_values_of_the_format(form, answer):
    wrong = list(near_misses(form, answer, Random(0)))
    assert any(miss != answer for miss in wrong)
    for value in [*wrong, *constants(form).values()]:
        with contextlib.suppress(Infeasible):  # of the right type, out of range or of another length
            form.validate(value)
    assert form.phrase()


class Dice(Integer):
    """A format of one's own with what the gate asks for."""

    def near_misses(self, answer, rng):
        yield 7 - answer

    def constants(self):
        return {"six": 6}

    def dresses(self, answer):
        yield f"{answer:02}"


def test_a_format_of_ones_own_brings_its_own_near_misses_constants_and_dresses():
    assert list(near_misses(Dice(), 2, Random(0))) == [5]
    assert constants(Dice()) == {"six": 6}
    assert list(dresses(Dice(), 2)) == ["02"]
    bare = type("Bare", (AnswerFormat,), {"write": lambda self, answer: str(answer)})()
    assert "Answer: 2" in dresses(bare, 2) and constants(bare) == {}
    with pytest.raises(NotImplementedError, match=r"Bare needs near_misses\(answer, rng\)"):
        near_misses(bare, 2, Random(0))


@pytest.mark.parametrize(
    "text",
    [
        "5",
        "$5$",
        "**5**",
        "`5`",
        "5.",
        "+5",
        " 5\n",
        "\\text{5}",
        "$\\text{5}$",
        "5\\,",
        "Answer: 5",
        "The answer is 5",
        "**Answer:** 5",
        "\\(5\\)",
        "\\[5\\]",
        "$$5$$",
        "```\n5\n```",
        "**5.**",
        "$5$.",
        "\\mathbf{5}",
        "Final answer: **5**",
        "\\text{Answer: }5",
        "005",
    ],
)
def test_an_integer_in_common_dress(text):
    assert Integer().parse(text) == 5


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234", 1234),
        ("1\\,234", 1234),
        ("1{,}234", 1234),
        ("-1,234,567", -1234567),
        ("\u22125", -5),
        ("$-5$", -5),
        ("\u2212\u00a05", None),
    ],
)
def test_thousands_and_minus_signs(text, value):
    if value is None:
        with pytest.raises(Unparsable):
            Integer().parse(text)
    else:
        assert Integer().parse(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "five",
        "5 6",
        "1,23",
        "12,34,567",
        "1 234",
        "5 apples",
        "- 5",
        "--5",
        "1e3",
        "2+3",
        "9**9",
        "9**9**9",
        "0x10",
        "1_000",
        "٥",
        "５",
        "²",
        "nan",
        "5 or 6",
        "\\frac{4}{2}",
        "4/2",
        "1.234,5",
        "\x005",
    ],
)
def test_what_is_not_clearly_one_integer_is_unparsable(text):
    with pytest.raises(Unparsable):
        Integer().parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3",
        "1, 2, 3",
        "1,2,3",
        "[1, 2, 3]",
        "(1, 2, 3)",
        "{1, 2, 3}",
        "\\{1, 2, 3\\}",
        "1\n2\n3",
        "1; 2; 3",
        "1 -> 2 -> 3",
        "1→2→3",
        "$1$, $2$, $3$",
        "**1** **2** **3**",
        "`1 2 3`",
        "```\n1 2 3\n```",
        "1, 2, 3.",
        "+1 +2 +3",
        "$1 \\to 2 \\to 3$",
        "Answer: [1, 2, 3]",
        "\\left[1, 2, 3\\right]",
        "1,\\,2,\\,3",
        "1\\quad 2\\quad 3",
        "\\text{1}, \\text{2}, \\text{3}",
        "1\t2\t3",
        "1, 2, 3,",
    ],
)
def test_a_list_in_common_dress(text):
    assert IntegerList(3).parse(text) == (1, 2, 3)


PAIRS = IntegerList(4, low=0, pairs=True)


@pytest.mark.parametrize(
    ("form", "text", "answer"),
    [
        (Integer(), "5.0", 5),
        (Integer(), "-5.00", -5),
        (Integer(), "1,234.0", 1234),
        (Integer(), "[5]", 5),
        (Integer(), "(\u22125)", -5),
        (Integer(), "* 5", 5),
        (Integer(), "*5*", 5),
        (Integer(), "\ufeff\u200e5\u200b", 5),
        (Integer(), "-\u200b5", -5),
        (Integer(), "x = -5", -5),
        (Integer(), "$f(3) = 5$.", 5),
        (Integer(), "9 * 5 = 45", 45),
        (Integer(), "(2 + 3) * 9 = 5 * 9 = 45.", 45),
        (Integer(), "1,234 \\cdot 2 = 2,468", 2468),
        (Integer(), "a * b = 45", 45),
        (Integer(), "100 mod 7 = 2", 2),
        (IntegerList(3), "1.0 2.0 3.0", (1, 2, 3)),
        (IntegerList(3), "* 1\n* -2\n* 3", (1, -2, 3)),
        (IntegerList(3, low=0), "- 1\n- 2\n- 3", (1, 2, 3)),
        (IntegerList(3), "1, 2 and 3", (1, 2, 3)),
        (IntegerList(3), "| 1 | -2 | 3 |", (1, -2, 3)),
        (IntegerList(3), "|1|2|3|", (1, 2, 3)),
        (IntegerList(3), "\\begin{pmatrix} 1 & 2 & 3 \\end{pmatrix}", (1, 2, 3)),
        (IntegerList(3), "$v = \\begin{bmatrix} 1 \\\\ 2 \\\\[2pt] 3 \\end{bmatrix}$", (1, 2, 3)),
        (PAIRS, "(4,5) (0,1)", (4, 5, 0, 1)),
        (PAIRS, "4-5 0-1", (4, 5, 0, 1)),
        (PAIRS, "4 - 5, 0 - 1", (4, 5, 0, 1)),
        (PAIRS, "4--5; 0--1", (4, 5, 0, 1)),
        (PAIRS, "- 4-5\n- 0-1", (4, 5, 0, 1)),
        (PAIRS, "[[4, 5], [0, 1]]", (4, 5, 0, 1)),
        (PAIRS, "4 5 0 1", (4, 5, 0, 1)),
        (PAIRS, "4 -> 5, 0 -> 1", (4, 5, 0, 1)),
        (IntegerList(4, pairs=True), "(4, -5), (0, 1)", (4, -5, 0, 1)),
        (Grid(2, 2), "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", ((1, 2), (3, 4))),
        (Grid(2, 2), "| 1 | 2 |\n|---|---|\n| 3 | 4 |", ((1, 2), (3, 4))),
        (Grid(2, 2, "ab"), "| a | b |\n| b | a |", ("ab", "ba")),
        (Grid(2, 2), "1, 2, 3, 4", ((1, 2), (3, 4))),
        (Grid(2, 2, "ab"), "ab ba", ("ab", "ba")),
        (Fraction(), "x = 3/4", Rational(3, 4)),
        (Text("ab", 4), "[a, b, b, a]", "abba"),
        (Text("ab", 4), "w = abba", "abba"),
        (Choice("A", "B"), "x = B", "B"),
    ],
)
def test_other_common_dress(form, text, answer):
    assert form.parse(text) == answer


@pytest.mark.parametrize(
    ("form", "text"),
    [
        *(
            (Integer(), text)
            for text in ("5.000", "5.5", "5.01", "|5|", "[1,234]", "[[5]]", "[5", "5]", "[5, 6]", "1\u200b2", "- 5")
        ),
        *((Integer(), text) for text in ("x != 5", "x \u2260 5", "x <= 5", ">= 5", "not = 5", "x = 5, y = 6", "x = 5 or x = 6")),
        *(
            (Integer(), text)
            for text in ("2 * x = 10", "2x = 10", "-x = 5", "x + 1 = 5", "3 = 5", "5 = x", "45 = 9 * 5", "x = 3 = 5")
        ),
        *(
            (Integer(), text)
            for text in ("9 * 5 =", "9 * 5", "9 * = 45", "x = 5 = ?", "5 \u2248 x", "x = 4.5", "5 6 = 30", "5 = 5")
        ),
        *(
            (IntegerList(2), text)
            for text in ("1-2", "1 - 2", "1..2", "1:2", "x = 1, y = 2", "1 ** 2", "1 | 2", "|-1|2|", "- 1\n- 2")
        ),
        *(
            (IntegerList(2), text)
            for text in ("1\u200b2 3", "1,, 2", "1 & & 2", "| 1 | | 2 |", "1.000 2.000", "(1) (2)", "1, and, 2")
        ),
        *((IntegerList(2, low=0), text) for text in ("4-5", "(4, 5), (0, 1)", "- 1\n2", "- 1 2")),
        *((Permutation(4), text) for text in ("(0 1)(2 3)", "(0,1),(2,3)", "0-1 2-3")),
        *((IntegerSet(max_length=4, low=0), text) for text in ("(0, 1), (2, 3)", "0-3")),
        *((PAIRS, text) for text in ("4- 5 0- 1", "4-5-0-1", "4-5 0 1", "(4,5) 0-1", "(4,5,0,1) (", "4---5 0-1", "((4,5)")),
        *((PAIRS, text) for text in ("4-5 -0-1", "(4-5) (0-1)", "45-01-", "(4,5)) ((0,1)", "- 4 - 5 - 0 - 1")),
        *((IntegerList(4, pairs=True), text) for text in ("4-5 0-1", "4 - 5 0 - 1")),
        *((IntegerList(4, low=-9, high=9, pairs=True), text) for text in ("4-5 0-1", "4 - 5 0 - 1")),
        *(
            (Grid(2, 2), text)
            for text in ("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", "- 1 2\n- 3 4", "|---|---|", "|-1|2|\n|3|4|")
        ),
        (Grid(2, 2), "1 2\n= 3 4"),
        (Grid(2, 2, "ab"), "| a |  | b |\n| b | a |"),
        (Text("ab", 4), "ab, ba"),
        (Text("ab", max_length=2), "a = b"),
        (Choice("A", "B"), "A = B"),
    ],
)
def test_what_may_mean_two_things_is_unparsable(form, text):
    with pytest.raises(Unparsable):
        form.parse(text)


@pytest.mark.parametrize(
    "text", ["", " \n", "\u200b", "\ufeff \u200e", "$$", "** **", "```\n\n```", "\\text{}", "Answer:", "x ="]
)
@pytest.mark.parametrize("form", [form for form, _ in FORMATS], ids=lambda form: type(form).__name__)
def test_nothing_is_unparsable_in_every_format(form, text):
    if set(text) & set(getattr(form, "alphabet", None) or ""):
        return  # then these signs are a word
    with pytest.raises(Unparsable):
        form.parse(text)


@pytest.mark.parametrize("text", ["none", "None", "**none**", "none.", "empty", "[]", "$\\emptyset$", "Answer: none", "{}", '""'])
def test_an_empty_answer_is_one_word_wherever_it_is_allowed(text):
    for form, empty in (
        (IntegerList(min_length=0, max_length=3), ()),
        (IntegerSet(min_length=0, max_length=3), ()),
        (Text("ab", min_length=0, max_length=3), ""),
    ):
        assert form.parse(text) == empty
    for form in (Integer(), IntegerList(3), IntegerSet(max_length=3), Text("ab", 3), Grid(2, 2), Grid(2, 2, "ab"), Fraction()):
        with pytest.raises(Unparsable):
            form.parse(text)


def test_a_comma_separates_two_numbers_of_a_list():
    assert IntegerList(2).parse("1,234") == (1, 234)


@pytest.mark.parametrize(
    "text",
    ["", "1,,2", "[[1, 2], [3]]", "1 2 three", "- 1\n- 2\n- 3", "1+2 3", "9**9**9", "1 2 3 or 3 2 1", "1-2-3"],
)
def test_what_is_not_clearly_a_list_is_unparsable(text):
    with pytest.raises(Unparsable):
        IntegerList(3).parse(text)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Integer(low=0, high=9), "10"),
        (Integer(low=0), "-1"),
        (IntegerList(3), "1 2"),
        (IntegerList(3), "1 2 3 4"),
        (IntegerList(3, low=0, high=5), "1 2 6"),
        (Permutation(3), "0 1 1"),
        (Permutation(3, base=1), "0 1 2"),
        (IntegerSet(max_length=3), "1 1"),
        (Text("ab", 3), "ab"),
        (Grid(2, 2, ".#"), "..\n."),
        (Grid(2, 2, ".#"), "..\n..\n.."),
        (Grid(2, 2, low=0, high=3), "1 2\n3 4"),
    ],
)
def test_wrong_counts_and_ranges_are_infeasible(form, text):
    with pytest.raises(Infeasible):
        form.parse(text)


def test_an_integer_set_has_no_order():
    assert IntegerSet(max_length=4).parse("3 1 2") == IntegerSet(max_length=4).parse("2, 3, 1") == (1, 2, 3)


@pytest.mark.parametrize(
    "text", ["\\frac{1}{2}", "1/2", "2/4", "0.5", "$\\dfrac{1}{2}$", "+1/2", "1 / 2", "0.50", "**1/2**", "\\tfrac{2}{4}."]
)
def test_a_fraction_is_compared_by_value(text):
    assert Fraction().parse(text) == Rational(1, 2)


@pytest.mark.parametrize("text", ["1/0", "\\frac{1}{0}", "1 1/2", "1/2/3", "50%", "1e-1", "half", "\\frac12", "1:2"])
def test_what_is_not_clearly_a_fraction_is_unparsable(text):
    with pytest.raises(Unparsable):
        Fraction().parse(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3+5*7", 38),
        ("(3+5)*7", 56),
        ("7-5-3", -1),
        ("7/5/3", Rational(7, 15)),
        ("7/5*3", Rational(21, 5)),
        ("7/(5*3)", Rational(7, 15)),
        ("7-(5-3)", 5),
        ("3*5-7", 8),
        ("3-5*7", -32),
        ("3+5/7", Rational(26, 7)),
        ("(((3)))+((5+(7)))", 15),
        ("03 + 5 + 7", 15),
        ("$3 \\times 5 - 7$", 8),
        ("3 \\cdot 5 \u2212 7", 8),
        ("3\u00d75\u00f77", Rational(15, 7)),
        ("\\frac{3+5}{7}", Rational(8, 7)),
        ("\\frac{\\frac{3}{5}}{7}", Rational(3, 35)),
        ("\\frac{3}{\\dfrac{5}{7}}", Rational(21, 5)),
        ("\\left(3 + 5\\right) \\div 7.", Rational(8, 7)),
        ("3 \\* 5 + 7", 22),
        ("**3 * 5 + 7**", 22),
        ("Answer: `3*5 + 7`", 22),
        ("3\u22c55 + 7", 22),
        ("3\u22175 + 7", 22),
        ("3\u22155 + 7", Rational(38, 5)),
        ("3\u20135 + 7", 5),
        ("3 \\ast 5 + 7", 22),
        ("\uff083\uff0b5\uff09\uff0a7", 56),
        ("3\uff0d5\uff0f7", Rational(16, 7)),
        ("\\cfrac{3+5}{7}", Rational(8, 7)),
        ("7 \\cdot \\dfrac { 3 } { 5 }", Rational(21, 5)),
        ("\\frac{(3+5)}{7}", Rational(8, 7)),
        ("[3+5]*7", 56),
        ("[(3)+5]*[7]", 56),
        ("\\left[3+5\\right] \\cdot 7", 56),
        ("\\left (3+5\\right ) \\cdot 7", 56),
        ("3+5+7 = 15", 15),
        ("$3+5-7=1$", 1),
        ("3-5-7 = -9.", -9),
        ("3/5+7 = \\frac{38}{5}", Rational(38, 5)),
        ("3/5+7 = 7.6", Rational(38, 5)),
    ],
)
def test_an_expression_is_computed_exactly_and_from_left_to_right(text, value):
    form = Expression([3, 5, 7])
    answer = form.parse(text)
    assert form.value(answer) == value
    assert form.parse(form.write(answer)) == answer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "()",
        "3+5*",
        "*3+5+7",
        "(3+5*7",
        "3+5)*7",
        ")3+5+7(",
        "3 5 + 7",
        "3(5+7)",
        "(3)(5)+7",
        "3**5+7",
        "3 ** 5 ** 7",
        "3//5+7",
        "3 / / 5 + 7",
        "3^5+7",
        "3.0+5+7",
        "3+5+7=16",
        "3+5+7=",
        "15=3+5+7",
        "3+5+7=15=15",
        "3+5+7=10+5",
        "3+5+7 (= 15)",
        "3/5+7 = 8",
        "-3+5+7",
        "+3+5+7",
        "3*(-5)+7",
        "3--5+7",
        "[3+5)*7",
        "(3+5]*7",
        "[3+5*7",
        "([3+5)*7]",
        "\\[3+5\\]*7",
        "3 x 5 + 7",
        "3,5+7",
        "3e5+7",
        "0x3+5+7",
        "3%5+7",
        "\u0663+5+7",
        "\uff13+5+7",
        "3\u00b2+5+7",
        "\\sqrt{3}+5+7",
        "\\frac35+7",
        "\\frac{3}{5+7",
        "{3}+5+7",
        "\\frac{{3}}{5}+7",
        "\\frac{3}{5}{7}",
        "\\frac{3}+5+7",
        "\\frac{3 5}{7}",
        "\\frac{3+}{5}7",
        "\\frac{3)+(5}{7}",
        "\\frac{3)*(5}{7}",
        "\\frac{(3}{5)}+7",
        "(\\frac{3}{5)}+7",
        "[\\frac{3}{5]}+7",
        "\\frac{3}{(5}+7)",
        "\\frac{\\frac{3}}{5}{7}",
        "7+\\frac{3)}{(5}",
        "3}+5+{7",
        "3}{5}+7",
        "\\frac{}{}+3+5+7",
        "\\fr\\leftac{3}{5}+7",
        "\\fr\\left(ac{3}{5}+7",
        "3\\cd\\leftot5+7",
        "3\\left+5+7",
        "\\left3+5\\right+7",
        "\\right(3+5\\left)+7",
        "\\left\\left(3+5\\right)+7",
        "3\\cdots5+7",
        "3\u22195+7",
        "3\u20145+7",
        "__import__('os')",
        "lambda: 3+5+7",
        "9**9**9",
        "three + 5 + 7",
        "(" * 5000 + "3+5+7" + ")" * 5000,
        "3+5+7" + "+0" * 5000,
        "9" * 5000,
    ],
)
def test_what_is_not_clearly_an_expression_is_unparsable(text):
    with pytest.raises(Unparsable):
        Expression([3, 5, 7]).parse(text)


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([3, 5, 7], "3+5"),
        ([3, 5, 7], "3+5+7+7"),
        ([3, 5, 7], "35+7"),
        ([3, 5, 7], "3+5+8"),
        ([3, 3, 7], "3+7+7"),
        ([3, 5, 7], "9" * 200 + "+5+7"),
        ([0, 5, 7], "5/0+7"),
        ([3, 3, 7], "7/(3-3)"),
        ([0, 0, 1], "1/(0*0)"),
    ],
)
def test_other_numbers_and_a_division_by_zero_are_infeasible(numbers, text):
    with pytest.raises(Infeasible):
        Expression(numbers).parse(text)


@pytest.mark.parametrize("text", ["1\\left2+3", "1\\right2+3", "1\\,2+3", "1 2+3", "1\\!2+3", "1\n2+3", "1\\left(2+3\\right)"])
def test_digits_are_not_joined(text):
    with pytest.raises(Unparsable):
        Expression([12, 3]).parse(text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("((3+5))*(7)", "(3 + 5) * 7"),
        ("(3*5)+7", "3 * 5 + 7"),
        ("(3+5)+7", "3 + 5 + 7"),
        ("3+(5+7)", "3 + (5 + 7)"),
        ("3-(5-7)", "3 - (5 - 7)"),
        ("3/(5/7)", "3 / (5 / 7)"),
        ("(3/5)/7", "3 / 5 / 7"),
        ("\\frac{3}{5}*7", "3 / 5 * 7"),
        ("7*\\frac{3}{5}", "7 * (3 / 5)"),
        ("03+[5]+7 = 15", "3 + 5 + 7"),
    ],
)
def test_an_expression_keeps_the_parentheses_it_needs(text, canonical):
    assert Expression([3, 5, 7]).parse(text) == canonical == Expression([3, 5, 7]).parse(canonical)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 + 5 + 7 apples + (1)", "found 'apples + (1)'"),
        ("3 + \\sqrt{5} + 7", repr("\\sqrt{5} + 7")),
        ("3+5+7 = 16", "expected no = sign, or the exact value after it, found '= 16'"),
        ("\\frac{3)+(5}{7}", "')' closes what was not opened last"),
        ("(3 + 5 + 7", "not complete"),
    ],
)
def test_a_refused_expression_is_told_why(text, words):
    with pytest.raises(Unparsable, match=re.escape(words)):
        Expression([3, 5, 7]).parse(text)


def python_value(text, numbers):
    """What Python's parser makes of an expression in our grammar; None where it is none, or uses other numbers."""
    operations = {ast.Add: Rational.__add__, ast.Sub: Rational.__sub__, ast.Mult: Rational.__mul__, ast.Div: Rational.__truediv__}

    def value(node):
        if isinstance(node, ast.Constant):
            used.append(node.value)
            return Rational(node.value)
        if not isinstance(node, ast.BinOp) or type(node.op) not in operations:  # signs, powers, calls, whole quotients
            raise SyntaxError
        return operations[type(node.op)](value(node.left), value(node.right))

    used = []
    with contextlib.suppress(SyntaxError, ZeroDivisionError):
        result = value(ast.parse(text, mode="eval").body)
        return result if sorted(used) == sorted(numbers) else None


@pytest.mark.filterwarnings("ignore::SyntaxWarning")  # a number that is called
def test_damaged_expressions_are_read_as_python_reads_them():
    rng, valid = Random(1), 0
    for _ in range(5000):
        numbers = [rng.choice((0, 1, 2, 3, 12)) for _ in range(3)]
        a, b, c = map(str, numbers)
        parts = rng.choice(
            ([a, "+", b, "*", c], ["(", a, "-", b, ")", "/", c], [a, "/", "(", b, "-", c, ")"], [a, "-", b, "/", c])
        )
        for _ in range(rng.randint(0, 3)):
            place = rng.randrange(len(parts))
            parts[place : place + rng.randint(0, 1)] = rng.choices(("+", "-", "*", "/", "(", ")", " ", "1"), k=rng.randint(0, 1))
            parts = parts or [a]
        text = "".join(parts).strip()
        form, found = Expression(numbers), None
        with contextlib.suppress(Unparsable, Infeasible):
            found = form.value(form.parse(text))
        assert found == python_value(text, numbers), text
        valid += found is not None
    assert 1000 < valid < 4000


def latex(rng, numbers):
    """A random expression of the numbers in LaTeX, and the same as Python writes it."""
    if len(numbers) == 1:
        return str(numbers[0]), str(numbers[0])
    cut = rng.randint(1, len(numbers) - 1)
    (left, a), (right, b) = latex(rng, numbers[:cut]), latex(rng, numbers[cut:])
    opener, closer = rng.choice((("(", ")"), ("[", "]"), ("\\left(", "\\right)"), ("\\left[", "\\right]"), ("\uff08", "\uff09")))
    sign = rng.choice("+-*/")
    if sign == "/" and rng.random() < 0.8:
        return f"\\{rng.choice(('', 'd', 't', 'c'))}frac{{{left}}}{{{right}}}", f"(({a}) / ({b}))"
    dressed = {
        "+": ("+", "\uff0b"),
        "-": ("-", "\u2212", "\u2013"),
        "*": ("*", "\u22c5", "\\ast ", "\\times "),
        "/": ("\u2215", "\\div "),
    }
    return f"{opener}{left}{rng.choice(dressed[sign])}{right}{closer}", f"(({a}) {sign} ({b}))"


def test_latex_is_read_as_what_it_stands_for():
    rng = Random(2)
    for _ in range(1000):
        numbers = rng.sample(range(1, 30), rng.randint(2, 7))
        text, plain = latex(rng, numbers)
        form = Expression(numbers)
        if python_value(plain, numbers) is None:
            with pytest.raises(Infeasible):
                form.parse(text)
        else:
            assert form.value(form.parse(text)) == python_value(plain, numbers), text
        for place in range(len(text)):  # one bracket or brace less is never an expression
            if text[place] in "()[]{}":
                with pytest.raises(Unparsable):
                    form.parse(text[:place] + text[place + 1 :])


@pytest.mark.parametrize(
    "text",
    [
        "\\frac{" * 20_000 + "7" + "}{7}" * 20_000,
        "\\frac{7}{" * 20_000 + "7" + "}" * 20_000,
        "(" * 200_000 + "7" + ")" * 200_000,
        "\\frac{" * 100_000,
        "\\frac" + " " * 500_000,
        "}" + " " * 500_000,
        "\\left" * 100_000,
        "\\left(" * 100_000,
        "7-(" * 20_000 + "7" + ")" * 20_000,
    ],
    ids=lambda text: text[:8],
)
def test_a_long_expression_is_read_in_linear_time(text):
    form = Expression([7] * 20_001)
    start = time.process_time()
    with contextlib.suppress(Unparsable, Infeasible):
        form.parse(text)
    assert time.process_time() - start < 3  # the square of these lengths would take minutes


def test_every_random_expression_is_computed_as_python_does():
    rng = Random(0)
    for _ in range(500):
        numbers = [rng.randint(1, 9) for _ in range(rng.randint(2, 7))]
        parts = [str(number) for number in numbers]
        while len(parts) > 1:
            i = rng.randrange(len(parts) - 1)
            joined = f"{parts[i]}{rng.choice('+-*/')}{parts.pop(i + 1)}"
            parts[i] = f"({joined})" if rng.random() < 0.6 else joined
        exact = re.sub("([0-9]+)", r"Rational(\1)", parts[0])
        try:
            value = eval(exact, {"Rational": Rational})  # of text made here, never of a model's
        except ZeroDivisionError:
            with pytest.raises(Infeasible):
                Expression(numbers).parse(parts[0])
        else:
            assert Expression.value(Expression(numbers).parse(parts[0])) == value, parts[0]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2x cos(x^2)", "2*x*cos(x^2)"),
        ("((2)*(x))", "2*x"),
        ("x-(x-1)", "x - (x - 1)"),
        ("x/(x/2)", "x/(x/2)"),
        ("-(x+1)^2", "-(x + 1)^2"),
        ("(-x)^2", "(-x)^2"),
        ("x^-2", "x^(-2)"),
        ("2*-x", "2*(-x)"),
        ("0.5x", "5/10*x"),
        ("\\frac{1}{2}x", "1/2*x"),
        ("\\frac{\\sin x}{x^{2}}", "sin(x)/x^2"),
        ("\\sin^2 x + \\cos^{2}(2x)", "sin(x)^2 + cos(2*x)^2"),
        ("sin x cos x", "sin(x)*cos(x)"),
        ("e^{-x}(x+1)", "exp(-x)*(x + 1)"),
        ("xe^xsin(x)", "x*exp(x)*sin(x)"),
        ("e", "exp(1)"),
        ("e^sin(x)", "exp(sin(x))"),
        ("\\ln\\left|x\\right| + log(abs(x)) + ln|2x|", "ln(x) + ln(x) + ln(2*x)"),
        ("x\u00b2\u22c5x\u207b\u00b3", "x^2*x^(-3)"),
        ("sec(x)tan(x)", "1/cos(x)*(sin(x)/cos(x))"),
        ("\\mathrm{e}^{2x}", "exp(2*x)"),
        ("f'(x) = 2x", "2*x"),
        ("$\\frac{dy}{dx} = 2x.$", "2*x"),
        ("f\u2032(x) = 2x", "2*x"),
        ("\\frac12x", "1/2*x"),
        ("3x^(3-1) + x^(-(1+2*1))", "3*x^2 + x^(-3)"),
    ],
)
def test_a_formula_is_written_with_the_parentheses_it_needs(text, canonical):
    assert Formula().parse(text) == canonical == Formula().parse(canonical)


@pytest.mark.parametrize(
    "text",
    [
        *("1/2x", "x/2(x+1)", "e^2x", "e^2(x+1)", "x^2x", "x^2^3", "sin x/2", "sin x(x+1)", "cos x^2", "sin 2*x", "sin^-1(x)"),
        *("sin^{-1}(x)", "sin", "sin sin x", "x^x", "x^(1/2)", "2^x", "sqrt(x)", "\\sqrt{x}", "|x|", "x + |x|", "exp(ln(x))"),
        *("ln(ln(x))", "sin(sin(sin(sin(x))))", "y", "2x + C", "pi", "x 2", "2 3", "2,5x", "x!", "f(x)", "d/dx x", "x = 1 = 1"),
        *("x or 2x", "x, 2x", "()", "x)", "(x", "{x", "x}", "\\frac{x}", "\\frac{x", "\\frac{1}{2}{3}x}", "+", "x+", "*x", "1e5"),
        *("__import__('os')", "lambda: 0", "x.real", "9999999999", "0.1234567890", "(" * 50 + "x" + ")" * 50, "x" * 500),
        *(
            "+".join(["x"] * 500),
            "\\frac{" * 200 + "x" + "}{x}" * 200,
            "x" * 3000,
            "9" * 1000,
            "x" * 300,
            "x^1001",
            "-" * 300,
            "sin " * 400,
        ),
    ],
)
def test_what_is_not_clearly_a_formula_is_unparsable(text):
    with pytest.raises(Unparsable):
        Formula().parse(text)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("2*sin(x)*cos(x)", "sin(2*x)"),
        ("sin(x)^2 + cos(x)^2", "1"),
        ("cos(x + 1)", "cos(x)*cos(1) - sin(x)*sin(1)"),
        ("exp(x)^3*exp(2)", "e^(3x+2)"),
        ("exp(x/2)*exp(x/3)", "exp(5*x/6)"),
        ("ln(6*x^2) - ln(3)", "ln(2) + 2*ln(x)"),
        ("ln(-x)", "ln(x)"),
        ("ln(exp(x^2 + 1)/x)", "x^2 + 1 - ln(x)"),
        ("exp(sin(2*x))", "exp(sin(x)*cos(x))^2"),
        ("sin(ln(x^2))", "2*sin(ln(x))*cos(ln(x))"),
        ("exp(exp(x)*(exp(x) + 1))", "exp(exp(2*x))*exp(exp(x))"),
        ("(x^2 - 1)/(x - 1)", "x + 1"),
        ("1/(1 + 1/x)", "x/(x + 1)"),
        ("tan(x)*cot(x) + 0.25", "5/4"),
    ],
)
def test_equal_formulas_are_the_same(left, right):
    left, right = Formula().parse(left), Formula().parse(right)
    assert Formula.same(left, right)
    assert not Formula.same(left, f"{right} + 1") and not Formula.same(f"x*({left})", right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("sin(x)", "sin(x + 1)"),
        ("sin(x)", "sin(-x)"),
        ("cos(x)", "sin(x)"),
        ("exp(x)", "exp(-x)"),
        ("exp(x)", "exp(x)^2"),
        ("ln(x)", "ln(2*x)"),
        ("x", "x + 1/100000000"),
        ("x^100", "x^101"),
        ("sin(sin(sin(x)))", "sin(sin(sin(x + 1213)))"),
        ("exp(1)", "271828183/100000000"),
        ("1/(x - x)", "1/(x - x)"),
    ],
)
def test_different_formulas_are_not_the_same(left, right):
    assert not Formula.same(left, right)


@pytest.mark.parametrize(
    ("formula", "of"),
    [
        ("2*x*cos(x^2)", "sin(x^2) + 5"),
        ("1/x", "ln(-3*x)"),
        ("cos(x)^2 - sin(x)^2", "sin(2*x)/2"),
        ("-2/x^3", "x^(-2)"),
        ("1/cos(x)^2", "tan(x)"),
        ("exp(x)/(1 + exp(x))", "ln(1 + e^x)"),
    ],
)
def test_derivatives_are_known(formula, of):
    formula, of = Formula().parse(formula), Formula().parse(of)
    assert Formula.is_derivative(formula, of=of)
    assert not Formula.is_derivative(f"{formula} + 1", of=of) and not Formula.is_derivative(f"2*({formula})", of=of)


def test_a_free_constant_may_be_written():
    assert Formula(constant=True).parse("x^2 + C") == Formula(constant=True).parse("$x^2+c$.") == "x^2"
    with pytest.raises(Unparsable):
        Formula(constant=True).parse("C + x^2 + C*x")


def test_a_thousand_damaged_formulas_are_read_or_refused_in_time():
    rng, signs, read = Random(0), [*"x2()^*/+-|e {}C", "sin", "ln", "exp", "\\frac{", "}{", "**", "\u00b2", "999999999", "0"], 0
    for _ in range(1000):
        text = rng.choice(("2*x*cos(x^2) - 1/(x + 3)^2", "exp(-2*x)*ln(x)/4", "\\frac{\\sin x}{x^{2}}"))
        for _ in range(rng.choice((1, 1, 1, 2, 60))):
            place = rng.randrange(len(text) + 1)
            text = text[:place] + rng.choice(signs) + text[place + rng.randint(0, 1) :]
        start = time.process_time()
        with contextlib.suppress(Unparsable):
            answer = Formula().parse(text)
            assert Formula().parse(answer) == answer
            Formula.is_derivative(answer, of=answer)
            read += 1
        assert time.process_time() - start < 0.05
    assert read > 80


def test_the_fields_of_formulas_lie_in_one_another():
    for primes in _CHAINS:
        assert all(p % d for p in primes for d in range(2, isqrt(p) + 1)) and primes[-1] % 4 == 1
        assert all(p % (4 * q) == 1 for p, q in pairwise(primes))


def test_powers_that_are_1_in_all_fields_are_not_read():
    for power in ("x^1001", "(x^100)^11", "((x + 1)^2*exp(x)^4)^300", "sin(x^50)^50"):
        with pytest.raises(Unparsable):
            Formula().parse(power)
    assert Formula().parse("((x + 1)^2*exp(x)^4)^250")


@pytest.mark.parametrize(
    "text", ["#..\n.#.", "```\n#..\n.#.\n```", "# . .\n. # .", "\n#..\n.#.\n", "#..\n\n.#.", '"#..",\n".#."']
)
def test_a_grid_of_characters(text):
    assert Grid(2, 3, "#.").parse(text) == ("#..", ".#.")


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n3 4",
        "[[1, 2], [3, 4]]",
        "[1, 2]\n[3, 4]",
        "1, 2\n3, 4",
        "```\n1 2\n3 4\n```",
        "\\begin{bmatrix}1 & 2\\\\3 & 4\\end{bmatrix}",
    ],
)
def test_a_grid_of_integers(text):
    assert Grid(2, 2).parse(text) == ((1, 2), (3, 4))


def test_case_counts_only_where_the_alphabet_has_both():
    assert Text("FBI", 3).parse("fbi") == "FBI"
    assert Text("aA", 2).parse("aA") == "aA"
    assert Choice("ON", "OFF").parse("on.") == "ON"


def test_a_format_of_unknown_size_or_ambiguous_alphabet_is_refused():
    for make in (
        IntegerList,
        IntegerSet,
        lambda: Text("ab"),
        lambda: Choice("ON"),
        lambda: Choice("on", "ON"),
        lambda: Text("a b", 2),
        lambda: Text("$a", 2),
    ):
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize(("form", "answer"), FORMATS, ids=lambda value: type(value).__name__)
def test_values_of_a_wrong_type_are_refused_not_judged(form, answer):
    for value in (None, 1.5, True, b"x", {"a": 1}, [1.0], [None], object()):
        with pytest.raises((Unparsable, Infeasible)):
            form.validate(value)


def test_long_texts_are_not_read():
    with pytest.raises(Unparsable, match="characters"):
        Integer(low=0, high=9).parse("1" * 5000)
    with pytest.raises(Unparsable):
        Integer().parse("9" * 4500)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (IntegerList(3), "3 integers separated by spaces"),
        (IntegerList(3, low=0), "3 integers separated by spaces"),
        (IntegerList(3, low=0, high=4), "3 integers from 0 to 4, separated by spaces"),
        (IntegerSet(max_length=3, low=1, high=9), "different integers from 1 to 9, separated by spaces"),
        (Grid(2, 3, low=0, high=1), "2 lines of 3 integers from 0 to 1, separated by spaces"),
        (Integer(low=0, high=9), "one integer from 0 to 9"),
    ],
)
def test_the_sentence_on_the_form_names_a_range_that_ends_on_both_sides(form, words):
    assert form.phrase() == words
