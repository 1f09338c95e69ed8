"""The quality gate that every environment passes: `check_environment`.

Each finding names its test (a key of `TESTS`), the level, what was seen, and what to mend. An environment excuses itself
from a test by `exemptions = {"distinct": "reason"}`; the reason stands in every report.
"""

import importlib
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from operator import add
from random import Random
from statistics import median
from types import ModuleType
from typing import Any

from rlve.answers.extraction import wrap
from rlve.authoring import hostile
from rlve.authoring.dresses import dresses
from rlve.authoring.near_misses import constants, near_misses
from rlve.authoring.problem_size import first_rung, size_over, too_large_a_step
from rlve.authoring.replay import fingerprint, fingerprints
from rlve.authoring.simple_rules import lazy_answers, one_wrong_entry, simple_rules
from rlve.environment import DRAWS, Environment, freeze
from rlve.registry import ENVS, EnvironmentLike, make
from rlve.sending import NotSendable, send
from rlve.statistics import wilson
from rlve.verdict import Infeasible, Unparsable, Verdict

Oracle = Callable[[Environment, Any], bool]

TESTS = {
    "process": "the same problem in another process under another PYTHONHASHSEED",
    "fault": "draws, statements, references and judging run without an error",
    "json": "a problem survives to_dict, JSON and from_dict",
    "reference": "the reference, written out and put in the tag or box, is correct",
    "dress": "the reference in common dress is correct",
    "near-miss": "near misses and other problems' references are not correct, unless the oracle says they are; then they are",
    "hostile": "hostile answers get a verdict, in time",
    "guess": "no guess is right in more than 1/2 of the problems at levels 0 and 1, 2/5 at level 2, 1/3 from level 3 on",
    "simple-rule": "no simple rule is right in more than 1/2 of the problems from level 3 on",
    "lazy": "over the problems where it is wrong, a lazy valid answer earns less than 0.2",
    "one-wrong": "an answer with one wrong entry earns at most 0.9",
    "first-rung": "level 0 is short to read and to write, and no answer is that of more than half of its problems",
    "integers": "level 0 holds at most 24 integers (with an exemption 40)",
    "step": "what is read and written grows by at most a third, or by the task's smallest step, from level to level",
    "accepted": "at least a quarter of the draws are accepted",
    "distinct": "60 seeds give at least 55 problems (20 at levels 0 and 1); lines in another order make no new one",
    "time": "drawing, stating and solving, and a verdict, take less than 50 ms",
    "length": "a prompt has at most 6,000 characters",
    "growth": "parameters grow from level to level",
}
GUESS_LEVELS, GUESS_DRAWS = (0, 1, 2, 3, 6), 200
GUESS_LIMITS = {0: Fraction(1, 2), 1: Fraction(1, 2), 2: Fraction(2, 5), 3: Fraction(1, 3)}  # the last one from there on
RULE_LEVEL, RULE_LIMIT = 3, Fraction(1, 2)
LAZY_REWARD, ONE_WRONG_REWARD = 0.2, 0.9
GENERIC = ("0", "1", "2", "3", "4", "5", "10", "-1", "1/2", "yes", "no", "none", "0 1", "1 2", "1 2 3", "0 1 2", "a", "1\n1")
SECONDS, CHARACTERS = 0.05, 6000


@dataclass(frozen=True)
class Finding:
    """One thing to mend: the test it failed, the level (None: all), and words on what was seen and what helps."""

    code: str
    level: int | None
    message: str

    def __str__(self) -> str:
        return f"[{self.code}]{'' if self.level is None else f' level {self.level}:'} {self.message}"


def outcome(passed: bool, findings: Sequence[object]) -> str:
    """What came of a check, in a word or two."""
    if findings:
        return f"{len(findings)} finding{'s' if len(findings) > 1 else ''}"
    return "passed" if passed else "not fully tested"


@dataclass
class Report:
    """What the gate saw of one environment. `figures` holds what was measured, by name."""

    name: str
    room: str | None
    tier: str
    findings: list[Finding] = field(default_factory=list)
    exempt: dict[str, str] = field(default_factory=dict)
    excused: list[Finding] = field(default_factory=list)
    not_tested: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """No finding, and nothing left untested."""
        return not self.findings and not self.not_tested

    def __str__(self) -> str:
        lines = [f"{self.name} ({self.tier}): {outcome(self.passed, self.findings)}, {self.figures.get('seconds', 0):.1f} s"]
        lines += [f"  {finding}" for finding in self.findings]
        lines += [f"  not tested: {what}" for what in self.not_tested]
        lines += [f"  exempt from {code}: {reason}" for code, reason in self.exempt.items()]
        return "\n".join(lines)


def up_to(level: int) -> Callable[[Oracle], Oracle]:
    """Mark an oracle as quick enough up to that level (without the mark: 3)."""

    def mark(oracle: Oracle) -> Oracle:
        oracle.highest_level = level  # type: ignore[attr-defined]
        return oracle

    return mark


def highest_level(oracle: Oracle) -> int:
    """The highest level at which an oracle is to be asked."""
    return getattr(oracle, "highest_level", 3)


@cache
def find_oracle(environment: type[Environment]) -> Oracle | None:
    """The independent judge in tests/oracles/<room>/<name>.py, when we run in a checkout that has one."""
    folder = ENVS.resolve().parent / "tests" / "oracles"
    if environment.room is None or not (folder / environment.room / f"{environment.name}.py").is_file():
        return None
    package = sys.modules.setdefault("rlve_oracles", ModuleType("rlve_oracles"))
    package.__path__ = [str(folder)]
    importlib.invalidate_caches()
    module = importlib.import_module(f"rlve_oracles.{environment.room}.{environment.name}")
    return getattr(module, environment.name, None)


def check_environment(environment: EnvironmentLike, *, fast: bool = False, oracle: Oracle | None = None) -> Report:
    """Put one environment through the gate.

    environment: a name, a file ("./mine.py:Mine") or a class, one from a notebook cell too.
    fast: levels 0 to 3 and 8 and smaller samples (less than a CPU-second) instead of levels 0 to min(10, max_level).
    oracle: `oracle(problem, answer) -> bool`, an independent judge; by default the one in tests/oracles/, if any.
    """
    return check_many([environment], fast=fast, oracle=oracle)[0]


def check_many(
    environments: Iterable[EnvironmentLike],
    *,
    fast: bool = False,
    oracle: Oracle | None = None,
    progress: Callable[[Report], None] | None = None,
) -> list[Report]:
    """`check_environment` for several, with one other process for all of them; `progress` gets each report when it is ready."""
    classes = [make(environment) for environment in environments]
    elsewhere = _in_another_process(classes, fast)
    reports = []
    for cls in classes:
        report = _Check(cls, fast, oracle or find_oracle(cls), elsewhere[cls]).run()
        if progress:
            progress(report)
        reports.append(report)
    return reports


def _levels(environment: type[Environment], fast: bool) -> list[int]:
    top = min(10, environment.max_level)
    return [level for level in ((0, 1, 2, 3, 8) if fast else range(11)) if level <= top]


def _in_another_process(
    classes: Sequence[type[Environment]], fast: bool
) -> dict[type[Environment], dict[tuple[int, int], str] | str]:
    """For each class its fingerprints by (level, seed), or the reason why there are none."""
    found: dict[type[Environment], dict[tuple[int, int], str] | str] = {}
    keys: list[tuple[type[Environment], int, int]] = []
    requests = []
    for cls in classes:
        try:
            sent = send(cls)
        except NotSendable as reason:
            found[cls] = str(reason)
            continue
        found[cls] = {}
        for level, seed in itertools.product(_levels(cls, fast), range(2 if fast else 5)):
            keys.append((cls, level, seed))
            requests.append((sent, level, seed))
    for (cls, level, seed), digest in zip(keys, fingerprints(requests) if requests else [], strict=True):
        found[cls][level, seed] = digest  # type: ignore[index]
    return found


class _Check:
    def __init__(self, cls: type[Environment], fast: bool, oracle: Oracle | None, elsewhere: dict[tuple[int, int], str] | str):
        self.cls, self.fast, self.oracle, self.elsewhere = cls, fast, oracle, elsewhere
        self.report = Report(cls.name, cls.room, "fast" if fast else "full")
        self.rng = Random(f"check {cls.name}")

    def find(self, code: str, level: int | None, message: str) -> None:
        """Book a finding, once for each test and level."""
        target = self.report.excused if code in self.cls.exemptions else self.report.findings
        if not any((finding.code, finding.level) == (code, level) for finding in target):
            target.append(Finding(code, level, message))

    def figure(self, name: str, value: float, best: Callable[..., float] = max) -> None:
        figures = self.report.figures
        figures[name] = best(value, figures[name]) if name in figures else value

    def run(self) -> Report:
        start = time.process_time()
        self.report.exempt = dict(self.cls.exemptions)
        for code, reason in self.cls.exemptions.items():
            if code not in TESTS or not reason:
                self.find("fault", None, f"exemption {code!r}: expected one of {', '.join(TESTS)}, each with a reason")
        self.growth()
        levels = _levels(self.cls, self.fast)
        for level in levels:
            self.level(level)
        self.process()
        self.guarded(0, self.first_rung)
        for level in levels:
            if level - 1 in levels:
                self.guarded(level, self.step)
        for level in GUESS_LEVELS[:4] if self.fast else GUESS_LEVELS:
            if level <= self.cls.max_level:
                self.guarded(level, self.guessing)
        for level in () if self.fast else range(levels[-1] + 1, self.cls.max_level):
            self.guarded(level, self.higher_up)
        self.guarded(self.cls.max_level, self.summit)
        self.report.figures["seconds"] = time.process_time() - start
        return self.report

    def guarded(self, level: int, test: Callable[[int], None]) -> None:
        try:
            test(level)
        except (Exception, SystemExit) as error:
            self.find("fault", level, f"{test.__name__} stopped with {error!r}: make it run for every seed")

    def level(self, level: int) -> None:
        for test in (self.draws, self.judging, self.near_misses, self.hostile, self.lazy, self.one_wrong):
            self.guarded(level, test)

    @cache  # noqa: B019  (a check lives as long as its report)
    def problems(self, level: int) -> list[Environment]:
        return [self.cls.sample(level, seed) for seed in range(60)]

    def growth(self) -> None:
        top = min(10, self.cls.max_level)
        try:
            table = [self.cls.parameters(level) for level in range(top + 1)]
        except (Exception, SystemExit) as error:
            return self.find("growth", None, f"parameters raised {error!r}")
        for level, (smaller, larger) in enumerate(itertools.pairwise(table)):
            shrunk = [name for name in smaller if name not in larger or larger[name] < smaller[name]]
            if smaller == larger or shrunk:
                what = f"{', '.join(shrunk)} shrinks" if shrunk else "parameters stay the same"
                self.find("growth", level + 1, f"{what} from level {level} to {level + 1}: let a size grow, or set max_level")
        return None

    def process(self) -> None:
        if isinstance(self.elsewhere, str):
            self.report.not_tested.append(f"process: {self.elsewhere}")
            return
        for (level, seed), digest in self.elsewhere.items():
            if digest.startswith("error: ") and self.cls.room is None:
                if not any("process" in reason for reason in self.report.not_tested):
                    self.report.not_tested.append(f"process: the class failed in another process with {digest[7:]}")
                continue
            try:
                here = fingerprint(self.cls.sample(level, seed))
            except (Exception, SystemExit) as error:
                here = f"error: {error!r}"
            if here != digest:
                why = "use rng only, no set or hash order, no clock"
                self.find("process", level, f"seed {seed} differs in another process ({digest}): {why}")

    def draws(self, level: int) -> None:
        """Draws, statements and solutions: their number, time, length and JSON."""
        distinct = len({(*sorted(problem.statement().split("\n")), problem.reference) for problem in self.problems(level)})
        self.figure("distinct" if level > 1 else f"distinct at {level}", distinct, min)
        if distinct < (55 if level > 1 else 20):
            self.find("distinct", level, f"60 seeds give {distinct} problems: give the draw a second random size")
        rng = Random(f"{self.cls.name} draws {level}")
        parameters = self.cls.parameters(level)
        drawn = [self.cls.draw(rng, **parameters) for _ in range(60)]
        accepted = sum(problem.is_accepted() for problem in drawn) / len(drawn)
        self.figure("accepted", accepted, min)
        if accepted < 0.25:
            seen = f"{accepted:.0%} of draws are accepted ({DRAWS} tries a sample)"
            self.find("accepted", level, f"{seen}: draw better instances directly")
        steps = {"draw": lambda _: self.cls.sample(level, 7), "statement": self.cls.prompt, "solve": self.cls.solve}
        for name, step in steps.items():
            seconds = min(_seconds(step, problem) for problem in self.problems(level)[:3])
            self.figure(f"{name} {level}", seconds)
            if seconds > SECONDS:
                seen = f"{name} takes {seconds * 1000:.0f} ms, the limit is 50 ms"
                self.find("time", level, f"{seen}: a faster algorithm or a smaller max_level")
        for problem in self.problems(level):
            self.length(level, problem)
        for problem in self.problems(level)[: 3 if self.fast else 20]:
            again = type(problem).from_dict(json.loads(json.dumps(problem.to_dict())))
            if again != problem or again.prompt() != problem.prompt() or again.task != problem.task:
                self.find("json", level, "a problem changes through JSON: fields hold int, str, bool or nested sequences of them")

    def length(self, level: int, problem: Environment) -> None:
        size = len(problem.prompt())
        self.figure(f"prompt {level}", size)
        if size > CHARACTERS:
            self.find("length", level, f"a prompt of {size} characters, at most {CHARACTERS}: grow slower or lower max_level")

    def judging(self, level: int) -> None:
        """The reference is correct: plain, in tag and box, and in every dress."""
        for count, problem in enumerate(self.problems(level)[: 10 if self.fast else 60]):
            if (verdict := problem.verify("")).status == "fault":
                return self.find("reference", level, f"{verdict.reason}: mend solve() or the answer format")
            plain = problem.reference_text
            for style in ("answer", "boxed"):
                verdict = problem.verify(f"I thought about it. {wrap(plain, style)}")
                if not verdict.correct:
                    self.find("reference", level, f"the reference {plain[:60]!r} is {verdict}: mend solve() or the answer format")
            if count < (2 if self.fast else 10):
                for text in dresses(problem.format, problem.reference):
                    verdict = problem.verify(wrap(text))
                    if not verdict.correct:
                        self.find("dress", level, f"{text[:60]!r} is {verdict}: mend the format's read()")
        took = [_seconds(problem.verify, wrap(problem.reference_text)) for problem in self.problems(level)[:5]]
        self.figure(f"verify {level}", min(took))
        return None

    def near_misses(self, level: int) -> None:
        """Wrong answers of the right size, and what is right for other problems."""
        some = self.problems(level)[: 5 if self.fast else 20]
        for i, problem in enumerate(some):
            near = [answer for answer in near_misses(problem.format, problem.reference, self.rng) if answer != problem.reference]
            others = [some[(i + step) % len(some)].reference for step in (1, 2, 3)]
            for answer in [*near, *others]:
                verdict = problem.judge(answer)
                if verdict.status == "fault":
                    mend = "judging should survive whatever the format reads"
                    if "beats the reference" in verdict.reason:
                        mend = "mend solve(), or draw so that the planted solution is best"
                    self.find("fault", level, f"judging {_short(answer)} is a {verdict}: {mend}")
                elif verdict.correct and verdict.answer != problem.reference:
                    self.rejudge(level, problem, verdict.answer)
                elif verdict.status == "wrong" and self.confirmed(level, problem, verdict.answer):
                    seen = f"{_short(answer)} is judged wrong, the oracle says it is right, like {_short(problem.reference)}"
                    self.find("near-miss", level, f"{seen}: state which one is meant, or judge by objective or satisfied")

    def confirmed(self, level: int, problem: Environment, answer: Any) -> bool | None:
        """What the oracle says of an answer; None where it cannot be asked."""
        if self.oracle is None or level > highest_level(self.oracle):
            return None
        return self.oracle(problem, answer)

    def rejudge(self, level: int, problem: Environment, answer: Any) -> None:
        confirmed = self.confirmed(level, problem, answer)
        if confirmed is None:
            self.figure("accepted alternatives not re-judged", 1, add)
            if self.cls.kind == "answer":
                self.find("near-miss", level, f"{_short(answer)} is judged correct beside {_short(problem.reference)}")
        elif not confirmed:
            seen = f"{_short(answer)} is judged correct, the oracle says it is wrong"
            self.find("near-miss", level, f"{seen}: mend objective or satisfied")
        else:
            self.figure("accepted alternatives the oracle confirms", 1, add)

    def hostile(self, level: int) -> None:
        if self.fast and level != 3:
            return
        problem = self.problems(level)[0]
        for what, text, scanned in hostile.final_answers():
            start = time.process_time()
            verdict = problem.verify(text, extracted=True)
            seconds = scanned + time.process_time() - start
            if verdict.status == "fault":
                self.find("hostile", level, f"{what}: {verdict}")
            if seconds > hostile.SECONDS:
                again = [_seconds(problem.verify, text, extracted=True) for _ in range(3)]  # a busy machine is no finding
                seconds = scanned + min(again)
            self.figure("hostile seconds", seconds)
            if seconds > hostile.SECONDS:
                self.find("hostile", level, f"{what} takes {seconds:.2f} s: bound what is read and judged")

    def lazy(self, level: int) -> None:
        """Over the problems where they are wrong, what valid answers without any thought earn."""
        problems = self.problems(level)[: 30 if self.fast else 60]
        earned: dict[str, list[float]] = {}
        valid: Counter[str] = Counter()
        for problem in problems:
            for rules, verdict in self.judged(problem, lazy_answers(problem)):
                if verdict.status in ("correct", "wrong"):
                    valid.update(rules)
                if verdict.status == "wrong":
                    for rule in rules:
                        earned.setdefault(rule, []).append(verdict.reward)
        means = {
            rule: sum(rewards) / len(rewards)
            for rule, rewards in earned.items()
            if 2 * valid[rule] >= len(problems) and len(rewards) >= len(problems) / 6  # else it is no answer to every problem
        }
        rule, mean = max(means.items(), key=lambda item: item[1], default=("", 0.0))
        self.report.figures.setdefault("lazy", {})[level] = (mean, rule)
        if mean >= LAZY_REWARD:
            seen = f"{rule} earns {mean:.2f} on average where it is wrong"
            self.find("lazy", level, f"{seen}: raise exponent, or score from a baseline")

    def one_wrong(self, level: int) -> None:
        """What an answer with a single wrong entry earns: at most; for an optimum, which can be missed by a hair, on average."""
        rewards = []
        for problem in self.problems(level)[:20]:
            verdicts = [problem.judge(answer) for answer in one_wrong_entry(problem, self.rng)]
            rewards += [verdict.reward for verdict in verdicts if verdict.status == "wrong" and verdict.reward is not None]
        if not rewards:
            return
        reward = sum(rewards) / len(rewards) if self.cls.kind == "optimization" else max(rewards)
        self.figure("one wrong entry earns", reward)
        if reward > ONE_WRONG_REWARD:
            self.find("one-wrong", level, f"one wrong entry earns {reward:.2f}: cap score, or let exponent grow with the length")

    def first_rung(self, level: int) -> None:
        """Level 0 is where a small model can begin."""
        size = size_over(self.problems(level), max)
        self.report.figures["level 0"] = {name: round(value) for name, value in vars(size).items()}
        seen: dict[str, list[str]] = {}
        for code, message in first_rung(self.problems(level)):
            seen.setdefault(code, []).append(message)
        for code, messages in seen.items():
            self.find(code, level, "; ".join(messages))

    def step(self, level: int) -> None:
        """What is read and written grows slowly from the level before."""
        before, after = (size_over(self.problems(one), median) for one in (level - 1, level))
        parameters = (self.cls.parameters(level - 1), self.cls.parameters(level))
        if grown := too_large_a_step(before, after, parameters):
            self.find("step", level, f"from level {level - 1}: {'; '.join(grown)}: put a level between, or grow slower")

    def guessing(self, level: int) -> None:
        """Answers that need no thought, and answers by simple rules, each over many problems."""
        draws = 60 if self.fast else GUESS_DRAWS
        problems = [*self.problems(level), *(self.cls.sample(level, seed) for seed in range(60, draws))]
        frequent = Counter(problem.reference for problem in problems).most_common(3)
        rule, right = self.best(level, "guesses", problems, lambda problem: self.thoughtless(problem, frequent))
        limit = GUESS_LIMITS.get(level, GUESS_LIMITS[3])
        if wilson(right, draws)[0] > limit:
            seen = f"{rule} is right in {right} of {draws}, at most {limit} may be"
            self.find("guess", level, f"{seen}: widen the instance, or ask for the witness, or add it to guesses()")
        if self.fast and level not in (1, RULE_LEVEL):
            return
        problems = problems[: 30 if self.fast else draws]
        rule, right = self.best(level, "rules", problems, simple_rules)
        if level >= RULE_LEVEL and wilson(right, len(problems))[0] > RULE_LIMIT:
            mend = "widen the draw, plant a trap, or add it to guesses(); excuse it where it is the algorithm"
            self.find("simple-rule", level, f"{rule} is right in {right} of {len(problems)}: {mend}")

    def best(
        self, level: int, figure: str, problems: Sequence[Environment], answers: Callable[[Environment], Mapping[str, Any]]
    ) -> tuple[str, int]:
        """The name of the answer that is right most often, and how often."""
        hits: Counter[str] = Counter()
        for problem in problems:
            for rules, verdict in self.judged(problem, answers(problem)):
                if verdict.correct:
                    hits.update(rules)
        rule, right = max(hits.items(), key=lambda item: item[1], default=("", 0))
        self.report.figures.setdefault(figure, {})[level] = (right / len(problems), rule)
        return rule, right

    @staticmethod
    def judged(problem: Environment, answers: Mapping[str, Any]) -> Iterator[tuple[list[str], Verdict]]:
        """Each different answer once: the names of the rules that give it, and its verdict."""
        names: dict[Any, list[str]] = {}
        for name, answer in answers.items():
            names.setdefault(freeze(answer), []).append(name)
        for answer, rules in names.items():
            yield rules, problem.judge(answer)

    @staticmethod
    def thoughtless(problem: Environment, frequent: Sequence[tuple[Any, int]]) -> dict[str, Any]:
        """Frequent references, constants, generic texts, and the environment's own guesses."""
        found = {f"a frequent reference: {_short(answer)}": answer for answer, _ in frequent}
        found |= {f"the constant {name}": answer for name, answer in constants(problem.format).items()}
        for text in GENERIC:
            with suppress(Unparsable, Infeasible):
                found[f"the text {text!r}"] = problem.format.parse(text)
        return found | {f"guess {number}": answer for number, answer in enumerate(problem.guesses())}

    def higher_up(self, level: int) -> None:
        """Between the levels that are tested in full and the highest one, references are right too."""
        for seed in range(3):
            problem = self.cls.sample(level, seed)
            verdict = problem.verify(wrap(problem.reference_text))
            if not verdict.correct:
                self.find("reference", level, f"the reference of seed {seed} is {verdict}")

    def summit(self, level: int) -> None:
        """The highest level is still drawn, stated, solved and judged, in time and length."""
        seconds = _seconds(lambda: self.cls.sample(level, 0).prompt() and self.cls.sample(level, 0).reference) / 2
        problem = self.cls.sample(level, 0)
        verdict = problem.verify(wrap(problem.reference_text))
        self.figure(f"all {level}", seconds)
        self.length(level, problem)
        if not verdict.correct:
            self.find("reference", level, f"the reference of max_level is {verdict}")
        if seconds > 3 * SECONDS:
            self.find("time", level, f"a problem of max_level takes {seconds * 1000:.0f} ms: lower max_level")


def _seconds(step: Callable[..., Any], *arguments: Any, **options: Any) -> float:
    start = time.process_time()
    step(*arguments, **options)
    return time.process_time() - start


def _short(answer: Any) -> str:
    text = str(answer)
    return text if len(text) <= 50 else text[:47] + "..."
