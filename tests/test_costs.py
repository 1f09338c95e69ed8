"""What the environments' tests cost is added up, the slow ones are named, and only far too slow ones fail a run."""

from types import SimpleNamespace

from costs import GOAL, LIMIT, costs, summary, too_slow


def report(name: str, seconds: float, when: str = "teardown") -> SimpleNamespace:
    return SimpleNamespace(when=when, user_properties=[("environment", name), ("cpu_seconds", seconds)])


def test_costs_add_up_by_environment():
    other = SimpleNamespace(when="teardown", user_properties=[("cpu", 9)])
    found = costs(
        [
            report("a", 0.5),
            report("a", 0.75),
            report("b", 0.25),
            report("b", 9, when="call"),
            other,
            SimpleNamespace(user_properties=[]),
        ]
    )
    assert found == {"a": 1.25, "b": 0.25}


def test_the_slowest_ten_are_listed_and_all_above_the_goal_named():
    found = {f"e{number}": 0.1 * number for number in range(14)}
    lines = summary(found)
    assert lines[0] == "  1.30  e13" and len(lines) == 11
    assert lines[-1] == f"above {GOAL:g} CPU-second: e13, e12, e11"
    assert summary({"a": 0.5}) == ["  0.50  a"]


def test_only_what_is_far_too_slow_fails():
    found = {"a": GOAL * 2, "b": LIMIT + 1}
    assert too_slow(found) == ["b"]
    assert summary(found)[-1] == "FAILED, above 20 CPU-seconds: b"
