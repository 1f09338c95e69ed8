"""Problem sets: the fixed lists of held-out problems that models are measured on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rlve.environment import EVALUATION_SEED, Environment
from rlve.errors import RequestError
from rlve.registry import EnvironmentLike, make, problem, resolve

HELD_OUT_LEVELS = range(5)
IN_DISTRIBUTION_LEVELS = range(20)
TRIES = 100
"""Seeds in a row without a new problem, after which a level has no more of them."""


class ProblemEntry(NamedTuple):
    """One problem of a set; `version` is the environment's when the set was made."""

    environment: str
    version: int
    level: int
    seed: int


@dataclass(frozen=True)
class ProblemSet:
    """A named list of problems. Two sets with the same fingerprint ask the same questions and judge by the same references."""

    name: str
    entries: tuple[ProblemEntry, ...]

    def __len__(self) -> int:
        return len(self.entries)

    def problems(self) -> Iterator[Environment]:
        """The problems, in order. Raises ValueError where an environment has another version than the set was made with."""
        for entry in self.entries:
            check_version(make(entry.environment), entry.version)
            yield problem(entry.environment, entry.level, entry.seed)

    @cached_property
    def fingerprint(self) -> str:
        """16 hexadecimal digits over the list, the prompts and the references: it changes when any of them does."""
        digest = hashlib.sha256()
        for entry, drawn in zip(self.entries, self.problems(), strict=True):
            digest.update("\n".join([*map(str, entry), drawn.prompt(), _reference(drawn), "\n"]).encode())
        return digest.hexdigest()[:16]


def problem_set(
    environments: EnvironmentLike | Iterable[EnvironmentLike],
    levels: Sequence[int] | Mapping[int, int],
    problems: int = 50,
    *,
    name: str | None = None,
) -> ProblemSet:
    """A set over some environments.

    levels: the levels; those above an environment's max_level are left out for it. Or level -> number of problems.
    problems: of each environment, spread evenly over the levels, what does not divide to the lower ones.
    The seeds of a level count up from EVALUATION_SEED; schedulers draw below it.
    Raises ValueError where an environment has none of the levels.
    """
    if not isinstance(levels, Mapping):
        levels = levels if isinstance(levels, range) else list(dict.fromkeys(levels))
    entries: list[ProblemEntry] = []
    for cls in resolve(environments):
        there = levels_of(cls, levels)
        if not there:
            raise RequestError(f"{cls.name} has levels 0 to {cls.max_level}: none of {_words(levels)}")
        counts = {level: levels[level] for level in there} if isinstance(levels, Mapping) else spread(problems, there)
        entries += [
            ProblemEntry(cls.name, cls.version, level, EVALUATION_SEED + index)
            for level, count in counts.items()
            for index in range(count)
        ]
    if not entries:
        raise RequestError("a problem set needs one problem at least")
    return ProblemSet(name or f"{_words(environments)}, levels {_words(levels)}", tuple(entries))


def levels_of(environment: type[Environment], levels: Iterable[int]) -> list[int]:
    """Those of the levels that an environment has; a range may end far above them."""
    if isinstance(levels, range) and levels.step == 1:
        levels = range(levels.start, min(levels.stop, environment.max_level + 1))
    return [level for level in levels if level <= environment.max_level]


def heldout(environments: EnvironmentLike | Iterable[EnvironmentLike] = "HELD_OUT", problems: int = 50) -> ProblemSet:
    """The paper's out-of-distribution test: 50 environments never trained on, 50 problems each, levels 0 to 4."""
    return problem_set(environments, HELD_OUT_LEVELS, problems, name="heldout")


def in_distribution(environments: EnvironmentLike | Iterable[EnvironmentLike], problems: int = 200) -> ProblemSet:
    """The paper's in-distribution test: the environments trained on, levels 0 to 19 or to their max_level."""
    return problem_set(environments, IN_DISTRIBUTION_LEVELS, problems, name="in-distribution")


def spread(count: int, levels: Sequence[int]) -> dict[int, int]:
    """`count` problems over some levels, as evenly as it goes; levels that get none are left out."""
    each, more = divmod(count, len(levels))
    shares = {level: each + (place < more) for place, level in enumerate(levels)}
    return {level: share for level, share in shares.items() if share}


def content(drawn: Environment) -> tuple[str, ...]:
    """What makes a problem the same as another: its statement, the order of its lines left out."""
    return tuple(sorted(drawn.statement().split("\n")))


def different(
    environment: EnvironmentLike, level: int, count: int, seeds: Iterable[int], without: Set[tuple[str, ...]] = frozenset()
) -> list[Environment]:
    """Up to `count` problems of a level that differ in content, by the first seeds that give them; none of those in `without`.

    It ends where TRIES seeds in a row gave no new one, so that a level with few problems gives fewer.
    """
    cls = make(environment) if isinstance(environment, str) else environment
    found: dict[tuple[str, ...], Environment] = {}
    in_vain = 0
    for seed in seeds:
        if len(found) == count or in_vain == TRIES:
            break
        drawn = problem(cls, level, seed)
        key = content(drawn)
        in_vain += 1
        if key not in found and key not in without:
            found[key], in_vain = drawn, 0
    return list(found.values())


def check_version(environment: type[Environment], version: int) -> None:
    """Raise ValueError where a problem was written down with another version of its environment."""
    if environment.version != version:
        raise RequestError(
            f"{environment.name} is at version {environment.version} here, and this was made with version {version}: "
            "its problems have changed since"
        )


def _reference(drawn: Environment) -> str:
    try:
        return drawn.reference_text
    except Exception:  # a fault of the environment: so its verdicts will say
        return "fault"


def _words(what: object) -> str:
    if isinstance(what, range) and len(what) > 1:
        return f"{what[0]}-{what[-1]}"
    if isinstance(what, range | Mapping | list | tuple):
        parts = [part if isinstance(part, str) else getattr(part, "name", str(part)) for part in what]
        numbers = [int(part) for part in parts if part.isdecimal()]
        in_a_row = len(numbers) == len(parts) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        return f"{parts[0]}-{parts[-1]}" if in_a_row else ", ".join(parts)
    return what if isinstance(what, str) else getattr(what, "name", str(what))
