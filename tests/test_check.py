"""The gate finds each fault it is there for, and nothing in a sound environment."""

import json
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from random import Random

import pytest
from scipy.stats import binomtest

from rlve import Environment, Integer, IntegerList, OptimizationEnvironment
from rlve.authoring.gate import TESTS, check_environment, check_many, markdown
from rlve.statistics import wilson


class SumOfThree(Environment):
    """Add three numbers."""

    numbers: Sequence[int]

    @classmethod
    def parameters(cls, level):
        return {"size": 100 + 10 * level}

    @classmethod
    def draw(cls, rng: Random, size: int):
        return cls(numbers=[rng.randint(1, size) for _ in range(3)])

    def statement(self):
        return f"Add {self.numbers}."

    def answer_format(self):
        return Integer()

    def solve(self):
        return sum(self.numbers)


class PickLargest(OptimizationEnvironment):
    """Pick a largest number."""

    numbers: Sequence[int]
    goal = "maximum"
    parameters = SumOfThree.parameters
    draw = SumOfThree.__dict__["draw"]

    def statement(self):
        return f"The largest of {self.numbers}?"

    def answer_format(self):
        return Integer()

    def solve(self):
        return max(self.numbers)

    def objective(self, answer):
        return answer if answer <= max(self.numbers) else max(self.numbers)


def variant(**members):
    return type("SumOfThreeFaulty", (SumOfThree,), {"__module__": __name__, "__doc__": "Faulty.", **members})


def failing(*_, **__):
    raise RuntimeError("broken")


def failing_on_large(self, answer):
    if answer > 10:
        raise IndexError("out of range")
    return 0.0


class Slow(Integer):
    """Takes its time."""

    def read(self, text):
        sum(range(10**7))
        return super().read(text)


class Undressed(Integer):
    """Reads bare digits only."""

    def read(self, text):
        return super().read(text if text.strip().isdigit() else "no")


class Loose(Integer):
    """Takes a neighbour for the answer itself."""

    def validate(self, answer):
        return super().validate(answer) // 2 * 2


FAULTS = {
    "fault": {"solve": failing},
    "json": {"from_dict": classmethod(lambda cls, data: cls(numbers=[*data["fields"]["numbers"], 1]))},
    "reference": {"answer_format": lambda self: Integer(high=50)},
    "dress": {"answer_format": lambda self: Undressed()},
    "hostile": {"answer_format": lambda self: Slow()},
    "guess": {"solve": lambda self: 7},
    "accepted": {"acceptable": lambda self: sum(self.numbers) % 11 == 0},
    "distinct": {"draw": classmethod(lambda cls, rng, size: cls(numbers=[size, size, rng.randint(1, 5)]))},
    "time": {"solve": lambda self: sum(self.numbers) + 0 * sum(range(8 * 10**6))},
    "length": {"statement": lambda self: "Add. " * 1300 + str(self.numbers)},
    "growth": {"parameters": classmethod(lambda cls, level: {"size": 100})},
}


def test_a_sound_environment_passes_both_tiers():
    for fast in (True, False):
        report = check_environment(SumOfThree, fast=fast)
        assert report.passed, str(report)
        assert "passed" in str(report)
        json.dumps(report.figures)


@pytest.mark.parametrize("code", FAULTS)
def test_each_fault_is_found_and_says_what_to_mend(code):
    report = check_environment(variant(**FAULTS[code]), fast=True)
    codes = {finding.code for finding in report.findings}
    assert code in codes, str(report)
    assert not report.passed
    assert any(f"[{code}]" in line and ":" in line for line in str(report).splitlines())


def test_every_test_of_the_gate_has_a_fault_here_that_it_finds():
    assert set(FAULTS) | {"near-miss", "process"} == set(TESTS)  # these two have tests of their own below


def test_a_fault_while_judging_a_near_miss_is_found():
    report = check_environment(variant(score=failing_on_large), fast=True)
    assert "fault" in {finding.code for finding in report.findings}


def test_an_accepted_near_miss_is_re_judged_by_the_oracle():
    def strict(problem, answer):
        return answer == max(problem.numbers)

    report = check_environment(PickLargest, fast=True, oracle=strict)
    assert "near-miss" in {finding.code for finding in report.findings}
    lenient = check_environment(PickLargest, fast=True, oracle=lambda problem, answer: answer >= max(problem.numbers))
    assert "near-miss" not in {finding.code for finding in lenient.findings}
    assert lenient.figures["accepted alternatives the oracle confirms"] > 0
    unjudged = check_environment(PickLargest, fast=True)
    assert unjudged.figures["accepted alternatives not re-judged"] > 0


def test_a_refused_near_miss_that_the_oracle_confirms_is_found():
    ambiguous = check_environment(SumOfThree, fast=True, oracle=lambda problem, answer: abs(answer - sum(problem.numbers)) <= 1)
    assert {finding.code for finding in ambiguous.findings} == {"near-miss"}
    assert {finding.level for finding in ambiguous.findings} == {0, 3}, "beyond level 3 an oracle is not asked"
    assert "judged wrong, the oracle says it is right" in str(ambiguous)
    assert check_environment(SumOfThree, fast=True, oracle=lambda problem, answer: answer == sum(problem.numbers)).passed


def test_a_planted_optimum_that_is_beaten_says_so():
    class Beaten(PickLargest):
        def objective(self, answer):
            return answer

    report = check_environment(Beaten, fast=True)
    [mend] = {finding.message.rpartition(": ")[2] for finding in report.findings if finding.code == "fault"}
    assert mend == "mend solve(), or draw so that the planted solution is best"


def test_an_exemption_with_its_reason_appears_in_every_report():
    report = check_environment(variant(**FAULTS["distinct"], exemptions={"distinct": "five sums are enough here"}), fast=True)
    assert "distinct" not in {finding.code for finding in report.findings}
    assert "exempt from distinct: five sums are enough here" in str(report)
    assert "five sums are enough here" in markdown([report])
    wrong = check_environment(variant(exemptions={"speed": "because"}), fast=True)
    assert "expected one of process, fault" in str(wrong)


def test_markdown_has_a_row_for_each_environment():
    page = markdown(check_many(["integer_sorting", SumOfThree], fast=True))
    assert "2 of 2 environments pass the fast tier." in page
    assert "| sequences/integer_sorting | passed |" in page
    assert "| local/sum_of_three | passed |" in page


CELL = """
    from collections.abc import Sequence
    from random import Random
    from rlve import Environment, Integer, check_environment
    import math as m

    OFFSET = (1, 2)

    def shifted(value):
        return value + OFFSET[0] + m.floor(0.5)

    class Shift(Environment):
        "Add one."
        numbers: Sequence[int]

        @classmethod
        def parameters(cls, level):
            return {"size": 100 + level}

        @classmethod
        def draw(cls, rng: Random, size):
            return cls(numbers=[rng.randint(0, 99) for _ in range(3)] + [CHOSEN])

        def statement(self):
            return f"Add up and add one: {self.numbers}"

        def answer_format(self):
            return Integer()

        def solve(self):
            return shifted(sum(self.numbers))
"""


def in_a_notebook(chosen: str, before: str = "") -> str:
    """The report on a class that was defined as a notebook does it: in __main__, without a file."""
    cell = textwrap.dedent(CELL).replace("CHOSEN", chosen)
    script = textwrap.dedent(f"""
        import random, sys, threading
        generator, lock = random.Random(4), threading.Lock()
        {before}
        exec(compile({cell!r}, "<cell 1>", "exec"))
        print(check_environment(Shift, fast=True))
    """)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return run.stdout


def test_a_class_from_a_notebook_is_replayed_with_what_it_uses():
    assert "passed" in in_a_notebook("7")
    assert "[process]" in in_a_notebook("len(str(hash('a')))* 1000 + hash('b') % 1000")
    assert "[process]" in in_a_notebook("generator.randint(0, 1000)")


def test_a_notebook_class_that_cannot_be_sent_is_not_tested_and_not_green():
    report = in_a_notebook("lock.locked() + 0")
    assert "not fully tested" in report
    assert "not tested: process: Shift refers to what cannot be sent to another process: cannot pickle '_thread.lock'" in report
    report = in_a_notebook("7", before="sys.modules['cloudpickle'] = None")
    assert "not fully tested" in report
    assert (
        "not tested: process: sending a class that stands in no file: this needs cloudpickle: pip install 'rlve[notebooks]'"
        in report
    )


def test_a_class_made_by_a_function_is_replayed_too():
    report = check_environment(variant(statement=lambda self: f"Add up {self.numbers}."), fast=True)
    assert report.passed, str(report)


def test_a_file_is_replayed_as_a_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(textwrap.dedent(CELL).replace("CHOSEN", "7"))
    report = check_environment(f"{path}:Shift", fast=True)
    assert report.passed, str(report)


def test_a_draw_that_fails_is_named():
    report = check_environment(variant(draw=classmethod(failing)), fast=True)
    assert any(finding.code == "fault" and "broken" in finding.message for finding in report.findings)


@pytest.mark.parametrize(("right", "total"), [(67, 200), (0, 10), (10, 10), (1, 3)])
def test_wilson_interval(right, total):
    theirs = binomtest(right, total).proportion_ci(method="wilson")
    assert wilson(right, total) == pytest.approx((theirs.low, theirs.high), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_lists_work_too():
    class Reversed(SumOfThree):
        """Reverse a list."""

        def answer_format(self):
            return IntegerList(length=3)

        def solve(self):
            return self.numbers[::-1]

    report = check_environment(Reversed, fast=True)
    assert not report.findings, str(report)
