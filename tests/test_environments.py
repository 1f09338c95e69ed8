"""Every environment: the fast tier of the gate, the oracle on small instances, and the golden fingerprints."""

import itertools
import os
from pathlib import Path
from random import Random

import pytest

import rlve
from rlve.authoring.gate import check_environment, find_oracle, highest_level
from rlve.authoring.golden import golden_path, read_golden
from rlve.authoring.near_misses import near_misses
from rlve.authoring.replay import fingerprint

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _cost(request, record_property):
    """What each test costs its environment in CPU-seconds, other processes included: tests/costs.py adds them up."""
    start = sum(os.times()[:4])
    yield
    record_property("environment", request.node.callspec.params["name"])
    record_property("cpu_seconds", sum(os.times()[:4]) - start)


@pytest.mark.parametrize("name", rlve.names())
def test_fast_gate(name):
    report = check_environment(name, fast=True)
    assert report.passed, str(report)


@pytest.mark.parametrize("name", rlve.names())
def test_the_oracle_agrees_on_200_small_instances(name):
    cls = rlve.make(name)
    oracle = find_oracle(cls)
    assert oracle is not None, f"tests/oracles/{cls.room}/{name}.py should define {name}(problem, answer)"
    levels = range(min(highest_level(oracle), cls.max_level) + 1)
    count = -(-200 // len(levels))
    rng = Random(name)
    judged = {True: 0, False: 0}
    for level in levels:
        problems = [cls.sample(level, seed) for seed in range(count)]
        for problem, other in itertools.pairwise([*problems, problems[0]]):
            misses = list(near_misses(problem.format, problem.reference, rng))
            for answer in [problem.reference, other.reference, *misses[:4], *problem.guesses()]:
                verdict = problem.judge(answer)
                if verdict.status == "unparsable":
                    continue
                right = verdict.status != "infeasible" and oracle(problem, verdict.answer)
                assert verdict.correct == right, f"level {level}, task {problem.task}, answer {answer}: {verdict}"
                judged[right] += 1
    assert judged[True] >= 200
    assert judged[False] >= 200


@pytest.mark.parametrize("name", rlve.names())
def test_golden_fingerprints(name):
    cls = rlve.make(name)
    entries = read_golden(golden_path(ROOT, cls.room))
    assert name in entries, f"no golden fingerprints: run python scripts/update_golden.py {name}"
    entry = entries[name]
    assert entry["version"] == cls.version, f"the version changed: run python scripts/update_golden.py {name}"
    for key, digest in entry["problems"].items():
        level, seed = map(int, key.split())
        here = fingerprint(cls.sample(level, seed))
        assert here == digest, (
            f"level {level}, seed {seed} changed: undo it, or raise `version` and run python scripts/update_golden.py {name}"
        )


@pytest.mark.parametrize("name", rlve.names())
def test_shape(name):
    cls = rlve.make(name)
    assert cls.__doc__
    assert rlve.registry.index()[name]["title"].endswith(".")
    if cls.paper_name:
        assert rlve.make(cls.paper_name) is cls
    wanted = {collection for collection, members in rlve.collections().items() if name in members} - {"ALL"}
    assert cls.paper_name or not wanted, "a member of a paper's collection needs its paper_name"
