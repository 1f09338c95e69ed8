"""An environment is a class, its instance is a problem: drawn, stated, solved and judged by program.

The three kinds differ in how an answer is judged: `Environment` compares with the reference, `OptimizationEnvironment`
compares objectives, `ConstraintEnvironment` counts the conditions kept. This is the paper's E = (I, P, R) (arXiv
2511.07317): I is `prompt`, P is `sample`, R is `verify`.
"""

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from fractions import Fraction as Rational
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, Self, dataclass_transform, get_args, get_origin, get_type_hints

from rlve.answers.base import AnswerFormat
from rlve.answers.extraction import MARKERS, check_style, final_answer
from rlve.errors import RequestError, RlveError
from rlve.settings import Whole, check_value
from rlve.verdict import REWARDS, Infeasible, Unparsable, Verdict

EVALUATION_SEED = 1_000_000_000  # seeds from here up belong to evaluation: no scheduler draws them
DRAWS = 100  # per sample, before an environment that refuses them all is at fault
SLACK = 10  # how many times larger than what is drawn a problem made by hand may be when it is read from data
PARTIAL = 0.99  # the most that an answer which is not correct can earn


class Task(NamedTuple):
    """What names a problem: the environment's name, the level, the seed."""

    environment: str
    level: int
    seed: int


class DrawError(RlveError, RuntimeError):
    """An environment refused every draw of a sample: a fault of the environment."""


@contextmanager
def staying(name: str) -> Iterator[None]:
    """Make a hook that would end Python (`sys.exit`) a fault of its environment, as it would be by any other exception."""
    try:
        yield
    except SystemExit as error:
        raise DrawError(f"{name} tried to end Python (SystemExit: {error}): raise another exception") from error


def hidden() -> Any:
    """A field of the problem that is no part of its repr or statement, such as a planted solution."""
    return field(repr=False, metadata={"hidden": True})


def grow(start: int, level: int, *, percent: int = 0, plus: int = 0) -> int:
    """A size after `level` steps of size <- floor(size * (1 + percent/100)) + plus."""
    for _ in range(level):
        start = start * (100 + percent) // 100 + plus
    return start


def snake_case(name: str) -> str:
    """IntegerSorting -> integer_sorting."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def camel_case(name: str) -> str:
    """integer_sorting -> IntegerSorting."""
    return "".join([word.capitalize() for word in name.split("_")])


def freeze(value: Any) -> Any:
    """Lists, tuples and ranges, nested too, as tuples."""
    if not isinstance(value, (list, tuple, range)):
        return value
    return tuple([freeze(item) if isinstance(item, (list, tuple, range)) else item for item in value])


_LEAVES = {int, str, bool}
_NATURAL = Whole(0)


def _freeze_field(value: Any, place: str) -> Any:
    if type(value) in _LEAVES:
        return value
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{place} holds {type(value).__name__}: expected int, str, bool or nested sequences of them")
    kinds = set(map(type, value))
    return tuple(value) if kinds <= _LEAVES else tuple([_freeze_field(item, place) for item in value])


def _check_names(cls: type) -> None:
    """TypeError for a name, a highest level or a version that nothing could be kept or found by."""
    own = cls.__dict__
    if "name" in own and not (isinstance(own["name"], str) and re.fullmatch(r"[^\s,:;|/\\]+", own["name"])):
        raise TypeError(f"the name of {cls.__name__} should be one word without , : ; | and slashes, got {own['name']!r}")
    for what, least in (("max_level", 0), ("version", 1)):
        if what in own and (type(own[what]) is not int or own[what] < least):
            raise TypeError(f"{what} of {cls.__name__} should be an integer >= {least}, got {own[what]!r}")


@dataclass_transform(frozen_default=True, field_specifiers=(field, hidden))
class Environment:
    """Base of every environment; on its own, the kind whose answer is correct when it equals `reference`.

    A subclass annotates its fields, and writes `parameters`, `draw`, `statement`, `answer_format`, `solve`; where they
    apply `guesses`, `acceptable` and `score`. It becomes a frozen dataclass; list fields become tuples.
    """

    name: ClassVar[str]
    room: ClassVar[str | None]
    paper_name: ClassVar[str | None] = None
    max_level: ClassVar[int] = 40
    version: ClassVar[int] = 1
    exemptions: ClassVar[Mapping[str, str]] = {}
    """Findings of the quality gate this environment is excused from, each with its reason."""
    kind: ClassVar[Literal["answer", "optimization", "constraint"]] = "answer"

    field_names: ClassVar[tuple[str, ...]]

    draw: ClassVar[Callable[..., Any]]
    """draw(rng, **parameters) -> Self: one problem, without redraw loops."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "__post_init__" in cls.__dict__:
            raise TypeError(f"{cls.__name__} should not define __post_init__: the base freezes and checks the fields there")
        _check_names(cls)
        dataclasses.dataclass(frozen=True)(cls)
        cls.field_names = tuple(item.name for item in dataclasses.fields(cls))  # type: ignore[arg-type]
        parts = cls.__module__.split(".")
        at_home = parts[:2] == ["rlve", "envs"] and len(parts) == 4
        if "name" not in cls.__dict__:
            cls.name = parts[3] if at_home else snake_case(cls.__name__)
        cls.room = parts[2] if at_home else None

    def __post_init__(self) -> None:
        for name in self.field_names:
            value = self.__dict__[name]
            if type(value) is not int:
                self.__dict__[name] = _freeze_field(value, f"field {name} of {type(self).__name__}")

    # What the author writes.

    @classmethod
    def parameters(cls, level: int, /) -> dict[str, int]:
        """The sizes of a level: keyword arguments of `draw`."""
        raise NotImplementedError(f"{cls.__name__} needs parameters(level)")

    def statement(self) -> str:
        """The task and the instance, every rule included."""
        raise NotImplementedError(f"{type(self).__name__} needs statement()")

    def answer_format(self) -> AnswerFormat:
        """How the answer is written."""
        raise NotImplementedError(f"{type(self).__name__} needs answer_format()")

    def solve(self) -> Any:
        """A correct answer; by default the field `solution`."""
        return self.solution  # type: ignore[attr-defined]

    def guesses(self) -> Iterable[Any]:
        """Trivial answers that must not be right: `sample` redraws while one is."""
        return ()

    def acceptable(self) -> bool:
        """False for a draw to be thrown away."""
        return True

    def score(self, answer: Any, /) -> float:
        """Partial credit in [0, 1] for an answer that is not the reference."""
        return 0.0

    def rules(self) -> Mapping[str, Any]:
        """Answers by simple rules that are not the real solution, by name: the gate measures them, `sample` does not redraw."""
        return {}

    # What everyone uses.

    @classmethod
    def sample(cls, level: int, seed: int) -> Self:
        """The problem of that level and seed: the same in every process, thread and Python version.

        Raises ValueError for a level outside 0..max_level or a negative seed, DrawError when all draws are refused.
        """
        if check_value("level", _NATURAL, level) > cls.max_level:
            raise RequestError(f"{cls.name} has levels 0 to {cls.max_level}, got {level}")
        rng = Random(f"{cls.name} {level} {check_value('seed', _NATURAL, seed)}")
        with staying(cls.name):
            parameters = cls.parameters(level)
            for _ in range(DRAWS):
                problem = cls.draw(rng, **parameters)
                if problem.is_accepted():
                    problem.__dict__["task"] = Task(cls.name, level, seed)
                    return problem
        raise DrawError(f"{cls.name} refused {DRAWS} draws at level {level}, seed {seed}: widen the draw or weaken guesses()")

    task: ClassVar[Task | None] = None
    """The Task a sampled problem came from (set on the instance, not compared); None for one made by hand."""

    def is_accepted(self) -> bool:
        """Whether `sample` keeps this draw: it is acceptable and no guess is correct."""
        return self.acceptable() and not any(map(self._passes, self.guesses()))

    def _passes(self, guess: Any) -> bool:
        """Whether `judge` would call a guess correct, in less time: nothing is worked out that only a verdict tells."""
        try:
            return self._is_right(self.format.validate(freeze(guess)))
        except (Exception, SystemExit):
            return False

    def prompt(self, style: str = "answer") -> str:
        """The statement and how to write the answer: in <answer> tags ("answer") or in \\boxed{} ("boxed")."""
        with staying(self.name):
            return f"{self.statement()}\n\nAnswer with {self.format.phrase()} {MARKERS[check_style(style)]}."

    @cached_property
    def format(self) -> AnswerFormat:
        """The answer format, cached."""
        return self.answer_format()

    @cached_property
    def reference(self) -> Any:
        """A correct answer in the format's canonical shape, cached. A wrong-shaped one raises."""
        with staying(self.name):
            return self.format.validate(freeze(self.solve()))

    @property
    def reference_text(self) -> str:
        """The reference written out."""
        return self.format.write(self.reference)

    def verify(self, completion: str, *, extracted: bool = False) -> Verdict:
        """Judge the final answer of a completion, or (extracted) what was already found to be that answer.

        Never raises for a text: a failing environment is a "fault" verdict.
        """
        if not isinstance(completion, str):
            raise TypeError(f"verify expects the completion as a str, got {type(completion).__name__}")
        if self._fault:
            return Verdict("fault", None, self._fault)
        try:
            return self.judge(self.format.parse(completion if extracted else final_answer(completion)))
        except (Unparsable, Infeasible) as wrong:
            return _refusal(wrong)
        except (Exception, SystemExit) as error:
            return Verdict("fault", None, f"reading the answer raised {error!r}")

    def judge(self, answer: Any) -> Verdict:
        """Judge an answer given as a value (a list of ints, say) instead of as text."""
        if self._fault:
            return Verdict("fault", None, self._fault)
        try:
            answer = self.format.validate(freeze(answer))
            correct, credit, shortfall = self._compare(answer)
            if correct:
                return Verdict("correct", REWARDS["correct"], answer=answer)
            return Verdict("wrong", min(credit, PARTIAL), shortfall, answer)
        except (Unparsable, Infeasible) as wrong:
            return _refusal(wrong, answer)
        except (Exception, SystemExit) as error:
            return Verdict("fault", None, f"judging the answer raised {error!r}", answer)

    @cached_property
    def _fault(self) -> str:
        """What is wrong on our own side, before any answer of a model is looked at; empty when nothing is."""
        try:
            if self.format.parse(self.reference_text) != self.reference:
                return "the reference changes when it is written and read again"
            return self._own_side()
        except (Exception, SystemExit) as error:
            return f"the reference of {self.name} failed: {error!r}"

    def _own_side(self) -> str:
        return ""

    def _is_right(self, answer: Any) -> bool:
        """Whether a valid answer is correct."""
        return answer == self.reference

    def _compare(self, answer: Any) -> tuple[bool, float, str]:
        """The same; else its partial credit, and what it falls short of."""
        if answer == self.reference:
            return True, 1.0, ""
        return False, _credit("score", self.score(answer)), "not the reference answer"

    def to_dict(self) -> dict[str, Any]:
        """The problem as JSON-ready data; `from_dict` of the class, or `rlve.from_dict`, restores it."""
        fields = {name: self.__dict__[name] for name in self.field_names}
        return {"environment": self.name, "version": self.version, "task": self.task and list(self.task), "fields": fields}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The problem that `to_dict` wrote.

        Raises ValueError for another environment or version, for fields that are no such problem's, for a problem that is not
        the one its task draws, and for one without a task that is far larger than any that is drawn.
        """
        try:
            name, version, task, fields = (data[key] for key in ("environment", "version", "task", "fields"))
        except (KeyError, TypeError):
            raise RequestError("a saved problem has the keys environment, version, task and fields") from None
        if (name, version) != (cls.name, cls.version):
            raise RequestError(f"expected {cls.name} version {cls.version}, got {name!s:.40} version {version!s:.40}")
        if not isinstance(fields, Mapping) or set(fields) != set(cls.field_names):
            found = ", ".join(map(str, fields))[:200] if isinstance(fields, Mapping) else type(fields).__name__
            raise RequestError(f"{cls.name} has the fields {', '.join(cls.field_names)}; got {found or 'none'}")
        try:
            problem = cls(**fields)
        except (TypeError, RecursionError) as error:
            raise RequestError(str(error)) from None
        hints = get_type_hints(cls)
        for field_name in cls.field_names:
            if not _fits(value := problem.__dict__[field_name], hints[field_name]):
                kind = hints[field_name]
                words = kind.__name__ if isinstance(kind, type) else str(kind).removeprefix("collections.abc.")
                raise RequestError(f"field {field_name} of {cls.name} should be {words}, got {str(value)[:40]!r}")
        if task is None:
            problem._check_size()
            return problem
        if not isinstance(task, (list, tuple)) or [type(part) for part in task] != [str, int, int] or task[0] != cls.name:
            raise RequestError(f"task should be [{cls.name!r}, level, seed], got {task!s:.60}")
        if cls.sample(task[1], task[2]) != problem:
            raise RequestError(f"{cls.name} draws another problem at level {task[1]}, seed {task[2]}: this one was changed")
        problem.__dict__["task"] = Task(*task)
        return problem

    def _check_size(self) -> None:
        """ValueError for a problem that nothing drew and that is far larger than those of the highest level."""
        largest = _largest_fields(type(self))
        for name in self.field_names:
            number, length = _extent(self.__dict__[name])
            if number > SLACK * largest[name][0] or length > SLACK * largest[name][1]:
                raise RequestError(f"field {name} of {self.name} is far larger than in any problem that is drawn")


class OptimizationEnvironment(Environment):
    """Correct when the answer's objective equals that of the reference, compared exactly.

    Partial credit is (smaller / larger)^exponent of the two objectives when both are positive; with `baseline()` it is
    the share of the way from there to the optimum, to the same power; else nothing.
    """

    kind = "optimization"
    goal: ClassVar[Literal["minimum", "maximum"]]
    exponent: ClassVar[int] = 5

    def objective(self, answer: Any, /) -> int | Rational:
        """The value to make smallest or largest; raises Infeasible for an answer that breaks a rule."""
        raise NotImplementedError(f"{type(self).__name__} needs objective(answer)")

    def baseline(self) -> int | Rational | None:
        """An objective that earns nothing, where objectives may be zero or negative."""
        return None

    @cached_property
    def optimum(self) -> int | Rational:
        """The objective of the reference."""
        return self.objective(self.reference)

    def _own_side(self) -> str:
        if self.goal not in ("minimum", "maximum"):
            return f"goal is {self.goal!r}: expected 'minimum' or 'maximum'"
        return "" if _is_exact(self.optimum) else f"objective returned {self.optimum!r}: expected int or Fraction"

    def _is_right(self, answer: Any) -> bool:
        return self.objective(answer) == self.optimum

    def _compare(self, answer: Any) -> tuple[bool, float, str]:
        value, optimum = self.objective(answer), self.optimum
        if not _is_exact(value):
            raise TypeError(f"objective returned {value!r}: expected int or Fraction")
        if value == optimum:
            return True, 1.0, ""
        if (value < optimum) == (self.goal == "minimum"):
            raise ArithmeticError(f"an answer with objective {value} beats the reference's {optimum}")
        return False, self._share(value, optimum), f"objective {value}, the {self.goal} is {optimum}"

    def _share(self, value: int | Rational, optimum: int | Rational) -> float:
        start = self.baseline()
        if start is not None and not _is_exact(start):
            raise TypeError(f"baseline returned {start!r}: expected int, Fraction or None")
        if start is not None:
            share = Rational(value - start, optimum - start) if optimum != start else Rational(0)
        elif value > 0 and optimum > 0:
            share = Rational(min(value, optimum), max(value, optimum))
        else:
            share = Rational(0)
        return float(max(share, Rational(0))) ** self.exponent


class ConstraintEnvironment(Environment):
    """Correct when every condition is kept; partial credit is (kept / total)^exponent."""

    kind = "constraint"
    exponent: ClassVar[int] = 5

    def satisfied(self, answer: Any, /) -> tuple[int, int]:
        """(conditions kept, conditions in all); raises Infeasible for an answer that breaks a hard rule."""
        raise NotImplementedError(f"{type(self).__name__} needs satisfied(answer)")

    def _own_side(self) -> str:
        kept, total = _counts(self.satisfied(self.reference))
        return "" if kept == total > 0 else f"the reference keeps {kept} of {total} conditions"

    def _is_right(self, answer: Any) -> bool:
        kept, total = _counts(self.satisfied(answer))
        return kept == total

    def _compare(self, answer: Any) -> tuple[bool, float, str]:
        kept, total = _counts(self.satisfied(answer))
        return kept == total, (kept / total) ** self.exponent, f"{kept} of {total} conditions kept"


def _extent(value: Any) -> tuple[int, int]:
    """The largest magnitude of the integers in a field, and the number of its entries, characters included."""
    if isinstance(value, str):
        return 0, len(value)
    if not isinstance(value, tuple):
        return abs(value), 1
    inner = [_extent(item) for item in value]
    return max((number for number, _ in inner), default=0), sum(length for _, length in inner) + 1


@cache
def _largest_fields(environment: type[Environment]) -> dict[str, tuple[int, int]]:
    """`_extent` of each field over some problems of the highest level; at least what small problems made by hand have."""
    drawn = [environment.sample(environment.max_level, seed) for seed in range(3)]
    found = {name: [_extent(problem.__dict__[name]) for problem in drawn] for name in environment.field_names}
    return {name: (max(100, *(n for n, _ in pairs)), max(100, *(length for _, length in pairs))) for name, pairs in found.items()}


def _credit(hook: str, value: Any) -> float:
    """What a hook gives as partial credit; TypeError or ValueError names the hook where that is no number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Rational)):
        raise TypeError(f"{hook} returned {value!r}: expected a number from 0 to 1")
    if not 0 <= value <= 1:
        raise RequestError(f"{hook} returned {value!r}: expected a number from 0 to 1")
    return float(value)


def _is_exact(value: Any) -> bool:
    return type(value) is int or isinstance(value, Rational)


def _counts(pair: Any) -> tuple[int, int]:
    """What `satisfied` gives, if it is two counts."""
    if (
        not isinstance(pair, tuple)
        or [type(count) for count in pair] != [int, int]
        or not 0 <= pair[0] <= pair[1]
        or pair[1] == 0
    ):
        raise TypeError(f"satisfied returned {pair!r}: expected (conditions kept, conditions in all)")
    return pair


def _refusal(wrong: Unparsable | Infeasible, answer: Any = None) -> Verdict:
    status = "unparsable" if isinstance(wrong, Unparsable) else "infeasible"
    return Verdict(status, REWARDS[status], str(wrong), answer)


def _fits(value: Any, hint: Any) -> bool:
    """Whether a frozen value has the annotated type: int, str, bool, or a sequence of such."""
    if isinstance(hint, type):
        return type(value) is hint or (hint in (tuple, list, Sequence) and isinstance(value, tuple))
    if get_origin(hint) in (tuple, list, Sequence):
        inner = [item for item in get_args(hint) if item is not Ellipsis]
        if not isinstance(value, tuple):
            return False
        if get_origin(hint) is tuple and Ellipsis not in get_args(hint):
            return len(value) == len(inner) and all(map(_fits, value, inner))
        return all(_fits(item, inner[0]) for item in value)
    return True
