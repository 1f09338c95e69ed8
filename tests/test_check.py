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
from rlve.authoring.gate import TESTS, check_environment, check_many
from rlve.authoring.report import entry_of, markdown, read_entries, write_report
from rlve.statistics import wilson


class SumOfThree(Environment):
    """Add three numbers."""

    numbers: Sequence[int]

    exemptions = {"simple-rule": "to add is the task"}

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
    exemptions = {"simple-rule": "to find the largest is the task"}
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
    """Reads texts of any length, and takes its time over long ones."""

    def __init__(self):
        super().__init__()
        self.limit = 10**9

    def read(self, text):
        sum(range(15 * len(text)))
        return super().read(text[:100])


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
    "time": {"solve": lambda self: sum(self.numbers) + 0 * sum(range(8 * 10**6 * (self.task[1:] in ((3, 0), (3, 1), (3, 2)))))},
    "simple-rule": {"exemptions": {}},
    "lazy": {"score": lambda self, answer: 0.2},
    "one-wrong": {
        "answer_format": lambda self: IntegerList(length=3),
        "solve": lambda self: self.numbers[::-1],
        "score": lambda self, answer: 0.99 if answer[:2] == self.reference[:2] else 0.0,
    },
    "first-rung": {"statement": lambda self: "Add. " * 140 + str(self.numbers)},
    "integers": {"statement": lambda self: f"Add {self.numbers}, not {'1 ' * 22}"},
    "step": {"statement": lambda self: f"Add {self.numbers}. {'Take your time. ' * 5 * (self.task.level if self.task else 0)}"},
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
    assert {finding.level for finding in ambiguous.findings} == {0, 1, 2, 3}, "beyond level 3 an oracle is not asked"
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
    assert "five sums are enough here" in markdown({report.name: entry_of(report)})
    wrong = check_environment(variant(exemptions={"speed": "because"}), fast=True)
    assert "expected one of process, fault" in str(wrong)


def test_a_report_keeps_the_entries_of_others_one_a_line_and_without_times(tmp_path):
    path = tmp_path / "report.md"
    first, second = check_many(["coprime_pairs_count", SumOfThree], fast=True)
    write_report(path, [first])
    before = path.with_suffix(".json").read_text()
    write_report(path, [second])
    lines = path.with_suffix(".json").read_text().splitlines()
    assert len(lines) == 4 and lines[1] == before.splitlines()[1] + ","
    assert lines[2].startswith('"sum_of_three": {')
    assert "seconds" not in lines[2]
    entries = read_entries(path.with_suffix(".json"))
    assert list(entries) == ["coprime_pairs_count", "sum_of_three"]
    entry = entries["sum_of_three"]
    assert entry["passed"] and entry["tier"] == "fast" and entry["accepted"] == 1
    assert set(entry["guesses"]) == {"0", "1", "2", "3"} and set(entry["rules"]) == {"1", "3"}
    assert entry["rules"]["3"] == [1.0, "sum of numbers"]
    assert entry["lengths"]["3"] > 0 and entry["distinct"] == [60, 60, 60]
    page = path.read_text()
    assert "| number_theory/coprime_pairs_count | fast | passed |" in page
    assert "| local/sum_of_three | fast | passed |" in page
    assert "sum_of_three: best simple rule at level 3: sum of numbers (100%)" in page
    write_report(path, [second], anew=True)
    assert list(read_entries(path.with_suffix(".json"))) == ["sum_of_three"]


def test_another_json_file_is_not_overwritten(tmp_path):
    (tmp_path / "report.json").write_text("[1, 2]")
    with pytest.raises(ValueError, match="is no report of the gate"):
        write_report(tmp_path / "report.md", [check_environment(SumOfThree, fast=True)])
    assert (tmp_path / "report.json").read_text() == "[1, 2]"


def codes_by_level(**members) -> set[tuple[str, int | None]]:
    return {(finding.code, finding.level) for finding in check_environment(variant(**members), fast=True).findings}


def often(share: float):
    """A solution that is 7 in so many of the problems."""
    return lambda self: 7 if Random(str(self.numbers)).random() < share else sum(self.numbers)


def test_a_wrong_reference_between_the_levels_tested_in_full_and_the_highest_is_found():
    faulty = variant(max_level=14, answer_format=lambda self: Integer(high=5 if self.task and self.task.level == 12 else None))
    assert {finding.level for finding in check_environment(faulty).findings} == {12}


def test_more_may_be_guessed_at_the_first_levels():
    assert {level for code, level in codes_by_level(solve=often(0.5)) if code == "guess"} == {3}
    assert {level for code, level in codes_by_level(solve=often(0.75)) if code == "guess"} == {0, 1, 2, 3}
    assert "guess" not in {code for code, _ in codes_by_level(solve=often(0.25))}


def test_a_simple_rule_may_be_right_where_there_is_little_to_choose():
    assert {level for code, level in codes_by_level(exemptions={}) if code == "simple-rule"} == {3}
    half_of_them = {"exemptions": {}, "solve": lambda self: sum(self.numbers) + self.numbers[0] % 2}
    assert "simple-rule" not in {code for code, _ in codes_by_level(**half_of_them)}


def test_rules_of_the_environment_are_measured_and_no_draw_is_lost_by_them():
    mine = {"solve": lambda self: sum(self.numbers) ** 2, "rules": lambda self: {"the square": sum(self.numbers) ** 2}}
    report = check_environment(variant(exemptions={}, **mine), fast=True)
    assert "rules(): the square is right in 30 of 30" in str(report)
    assert report.figures["accepted"] == 1
    excused = check_environment(variant(exemptions={"simple-rule": "that is the algorithm"}, **mine), fast=True)
    assert not excused.findings and excused.figures["rules"][3] == (1.0, "rules(): the square")


def test_a_lazy_answer_may_earn_little():
    assert ("lazy", 0) in codes_by_level(score=lambda self, answer: 0.25)
    assert "lazy" not in {code for code, _ in codes_by_level(score=lambda self, answer: 0.15)}


class Backwards(SumOfThree):
    """Reverse a list; half of what is right is paid."""

    exemptions = {"simple-rule": "to reverse is the task"}

    def answer_format(self):
        return IntegerList(length=3)

    def solve(self):
        return self.numbers[::-1]

    def score(self, answer, /):
        return sum(a == b for a, b in zip(answer, self.reference, strict=True)) / 3


def test_one_wrong_entry_may_earn_nine_tenths():
    report = check_environment(Backwards, fast=True)
    assert report.figures["one wrong entry earns"] == pytest.approx(2 / 3)
    assert "one-wrong" not in {finding.code for finding in report.findings}
    assert "lazy" in {finding.code for finding in report.findings}, "the list itself is right in the middle"


def test_what_is_shared_by_most_problems_of_level_0_is_no_first_rung():
    assert ("first-rung", 0) in codes_by_level(solve=often(0.7))
    assert "first-rung" not in {code for code, _ in codes_by_level(solve=often(0.3))}


def test_an_input_that_cannot_be_smaller_is_excused_up_to_a_limit():
    def stating(extra):
        return {"statement": lambda self: f"Add {self.numbers}. {'1 ' * extra}", "exemptions": excused}

    excused = {**SumOfThree.exemptions, "integers": "four vertices have as many arcs"}
    assert not codes_by_level(**stating(30))
    assert codes_by_level(**stating(40)) == {("first-rung", 0)}


def test_lines_in_another_order_are_no_new_problem():
    def stating(self):
        return "Add these numbers:\n" + "\n".join(map(str, self.numbers))

    def shuffled(cls, rng, size):
        return cls(numbers=rng.sample(sorted(Random(rng.randrange(10)).sample(range(100), 3)), 3))

    found = codes_by_level(statement=stating, draw=classmethod(shuffled))
    assert {level for code, level in found if code == "distinct"} == {0, 1, 2, 3, 8}


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
        "not tested: process: sending a class that stands in no file: this needs cloudpickle: pip install 'rlve[notebooks] @ git+"
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
