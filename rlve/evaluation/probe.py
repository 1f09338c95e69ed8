"""Where can a training of this model begin? A few completions of a few problems, at an environment's first levels."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from zlib import crc32

from rlve.environment import EVALUATION_SEED, Environment
from rlve.errors import RequestError
from rlve.evaluation.lenient import lenient
from rlve.evaluation.problem_sets import different
from rlve.evaluation.settings import ProbeSettings
from rlve.models.backends import Backend, Completion, complete_groups
from rlve.registry import EnvironmentLike, make, resolve
from rlve.runs.files import append, read, replace_text
from rlve.runs.folder import versions
from rlve.runs.lock import locked

COLUMNS = ("environment", "level", "right", "lenient", "infeasible", "unparsable", "cut off", "groups, right", "groups, reward")
MARK = "rlve probe"
"""What the first line of a file says it is."""


@dataclass(frozen=True)
class Rung:
    """What a model did at one level of an environment.

    groups: a record a problem: seed, statuses (one letter a completion: c w i u f), lenient (the same after a lenient reading),
    rewards (None for a fault), cut (how many completions were cut off), completions. fault: why no problem could be drawn.
    """

    environment: str
    level: int
    groups: tuple[Mapping[str, Any], ...]
    fault: str = ""

    def share(self, letter: str, reading: str = "statuses") -> float:
        """Of the completions that were judged; NaN where there are none."""
        letters = Counter("".join(group[reading] for group in self.groups))
        judged = letters.total() - letters["f"]
        return letters[letter] / judged if judged else float("nan")

    @property
    def completions(self) -> int:
        """How many there are."""
        return sum(len(group["statuses"]) for group in self.groups)

    @property
    def cut(self) -> float:
        """Share of the completions that were cut off at the length limit; NaN without any."""
        return sum(group["cut"] for group in self.groups) / self.completions if self.groups else float("nan")

    @property
    def faults(self) -> int:
        """Completions that could not be judged."""
        return sum(group["statuses"].count("f") for group in self.groups)

    @property
    def learnable(self) -> float:
        """Share of the groups in which some answers are right and others are not; NaN without any."""
        return self._mixed([{letter == "c" for letter in group["statuses"] if letter != "f"} for group in self.groups])

    @property
    def rewarding(self) -> float:
        """Share of the groups whose rewards differ, be it by form or partial credit alone; NaN without any."""
        return self._mixed([{reward for reward in group["rewards"] if reward is not None} for group in self.groups])

    def _mixed(self, groups: Sequence[set[Any]]) -> float:
        return sum(len(group) > 1 for group in groups) / len(groups) if groups else float("nan")

    def row(self) -> tuple[str, ...]:
        """Its line of the table, in per cent: COLUMNS."""
        shares = [self.share("c"), self.share("c", "lenient"), self.share("i"), self.share("u"), self.cut]
        shares += [self.learnable, self.rewarding]
        return (self.environment, str(self.level), *("" if share != share else f"{100 * share:.0f}" for share in shares))


def probe(
    backend: Backend,
    environments: EnvironmentLike | Sequence[EnvironmentLike],
    levels: Sequence[int] = (0, 1),
    *,
    problems: int = 8,
    num_generations: int = 4,
    batch_size: int = 64,
) -> Iterator[tuple[type[Environment], list[Rung], float]]:
    """For each environment what a model does at its first levels, and the seconds it took.

    The problems are those of an evaluation, `problems` of a level that differ in content, fewer where it has fewer. The same
    backend on the same machine writes the same completions, whatever other environments are asked.
    """
    for cls in resolve(environments):
        start = time.monotonic()
        rungs = []
        for level in (level for level in levels if level <= cls.max_level):
            try:
                drawn = different(cls, level, problems, count(EVALUATION_SEED))
                prompts = [backend.prompting.question(one) for one in drawn]
            except Exception as error:  # whatever an environment raises is its fault, and the others are still asked
                rungs.append(Rung(cls.name, level, (), f"{type(error).__name__}: {error}"))
                continue
            written = complete_groups(backend, prompts, num_generations, _place(cls.name, level), batch_size)
            rungs.append(Rung(cls.name, level, tuple(map(_group, drawn, written))))
        yield cls, rungs, time.monotonic() - start


def run_probe(
    backend: Backend, settings: ProbeSettings, on_environment: Callable[[int], object] = lambda done: None
) -> list[Rung]:
    """Probe as the settings say, and keep it in `settings.output`: environments that stand there already are not asked again.

    on_environment: called with the number of environments done. Raises ValueError where the file holds another probe.
    """
    classes = resolve(list(settings.environments))
    levels = range(settings.levels[0], settings.levels[1] + 1)
    if none := [cls.name for cls in classes if cls.max_level < levels[0]]:
        raise RequestError(f"these environments have none of the levels {levels[0]} to {levels[-1]}: {', '.join(none)}")
    place = None if settings.output is None else Path(settings.output)
    with nullcontext() if place is None else locked(place):
        done = {} if place is None else _begun(place, settings, backend)
        left = [cls for cls in classes if cls.name not in done]
        on_environment(len(classes) - len(left))
        passed = {name: getattr(settings, name) for name in ("problems", "num_generations", "batch_size")}
        found = probe(backend, left, levels, **passed) if left else ()
        for number, (cls, rungs, seconds) in enumerate(found, len(classes) - len(left) + 1):
            done[cls.name] = rungs
            if place is not None:
                append(place, [_line(cls, rungs, seconds)])
            on_environment(number)
    return [rung for cls in classes for rung in done[cls.name]]


def load_probe(file: str | Path) -> list[Rung]:
    """What a file of `rlve probe` holds; ValueError for another file."""
    return [rung for line in _lines(Path(file))[1:] for rung in _rungs(line)]


def conclusions(rungs: Sequence[Rung], shots: int = 0) -> list[str]:
    """What follows for a training, in words: where it can begin, where only form or partial credit differs, where nothing."""
    by_name: dict[str, list[Rung]] = {}
    for rung in rungs:
        by_name.setdefault(rung.environment, []).append(rung)
    begin = {name: [str(rung.level) for rung in some if rung.learnable > 0] for name, some in by_name.items()}
    partly = [name for name, some in by_name.items() if not begin[name] and any(rung.rewarding > 0 for rung in some)]
    right = [name for name, some in by_name.items() if not begin[name] and all(rung.share("c") == 1 for rung in some)]
    nothing = [name for name in by_name if not begin[name] and name not in partly and name not in right]
    starts = ", ".join(f"{name} (level {' and '.join(at)})" for name, at in begin.items() if at)
    lines = []
    if right:
        lines.append(f"always right, begin at higher levels: {', '.join(right)}")
    if partly:
        lines.append(f"only form or partial credit differs on these {len(partly)}: {', '.join(partly)}")
    if nothing:
        lines.append(f"nothing to learn from on these {len(nothing)}: {', '.join(nothing)}")
    if partly or nothing:
        lines.append("a model that does not answer in form yet can be warmed up on them: rlve warm-up (docs/warm_up.md)")
    if shots:
        lines.append(f"{shots} worked examples stood before each question, and a training puts none: this holds with them")
    number = sum(map(bool, begin.values()))
    lines.append(f"a training can begin on these {number} of {len(by_name)}: {starts or 'none'}")
    return lines


def faults(rungs: Sequence[Rung]) -> list[str]:
    """The environments that failed, in words."""
    found = [f"{rung.environment} at level {rung.level} ({rung.fault})" for rung in rungs if rung.fault]
    return found + [f"{rung.environment} at level {rung.level} ({rung.faults} completions)" for rung in rungs if rung.faults]


def _place(name: str, level: int) -> int:
    """Where the sampling of a level begins: elsewhere for each, or the luck of one would be the luck of all."""
    return crc32(f"{name} {level}".encode())


def _group(problem: Environment, written: Sequence[Completion]) -> dict[str, Any]:
    verdicts = [problem.verify(one.text) for one in written]
    read_leniently = [lenient(problem, one.text) for one in written]
    assert problem.task is not None
    return {
        "seed": problem.task.seed,
        "statuses": "".join(verdict.status[0] for verdict in verdicts),
        "lenient": "".join(verdict.status[0] for verdict in read_leniently),
        "rewards": [verdict.reward and round(verdict.reward, 4) for verdict in verdicts],
        "cut": sum(one.truncated for one in written),
        "completions": [one.text for one in written],
    }


def _line(cls: type[Environment], rungs: Sequence[Rung], seconds: float) -> dict[str, Any]:
    levels = [{"level": rung.level, "fault": rung.fault, "groups": list(rung.groups)} for rung in rungs]
    return {"environment": cls.name, "version": cls.version, "seconds": round(seconds, 1), "levels": levels}


def _rungs(line: Mapping[str, Any]) -> list[Rung]:
    return [Rung(line["environment"], one["level"], tuple(one["groups"]), one["fault"]) for one in line["levels"]]


def _lines(place: Path) -> list[dict[str, Any]]:
    lines = read(place)
    if not lines or lines[0].get("what") != MARK:
        raise RequestError(f"{place} is no file of `rlve probe`: choose another name")
    return lines


def _begun(place: Path, settings: ProbeSettings, backend: Backend) -> dict[str, list[Rung]]:
    """Environment -> what was found before; a file is begun where there is none. ValueError where it holds another probe."""
    config = {**settings.as_dict(), "output": None, "environments": None, "base_url": None}  # more environments may follow
    head = {"what": MARK, "settings": config, "backend": backend.describe()}
    if not place.exists() or not place.stat().st_size:
        append(place, [{**head, "versions": versions()}])
        return {}
    lines = _lines(place)
    before, now = {**lines[0]["settings"], **lines[0]["backend"]}, {**config, **head["backend"]}
    other = [f"{name} was {before.get(name)!r}, now {now.get(name)!r}" for name in now if before.get(name) != now.get(name)]
    other += [f"{line['environment']} was at version {line['version']}" for line in lines[1:] if _is_older(line)]
    if other:
        raise RequestError(f"{place} holds another probe, choose another name: {'; '.join(other)}")
    text = place.read_text("utf-8")
    if not text.endswith("\n"):  # a line that was broken off while it was written
        replace_text(place, text[: text.rfind("\n") + 1])
    return {line["environment"]: _rungs(line) for line in lines[1:]}


def _is_older(line: Mapping[str, Any]) -> bool:
    try:
        return make(line["environment"]).version != line["version"]
    except ValueError:  # one from a file, that is not asked again
        return False
