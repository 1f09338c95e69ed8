"""Figures of runs and studies, from plain numbers."""

import re
from xml.dom import minidom

import pytest

from rlve.figures.panels import level_panel, more_panels, run_svg
from rlve.runs.records import with_levels
from rlve.statistics import MANY, quantiles, running_mean


def record(step, environments=2, **more):
    levels = {f"env_{n}": [0, step + n] for n in range(environments)}
    return {"step": step, "levels": levels, "level": step + (environments - 1) / 2, "effective_prompt_ratio": 0.5, **more}


def labels(lines):
    return [line.label for line in lines if line.label]


def test_a_figure_shows_the_records():
    measured = {"accuracy": 0.25, "reward": -0.5, "entropy": 1.5, "completion_tokens": 7}
    history = [record(1, **measured), record(2), record(3, **measured)]  # at step 2 nothing was judged
    levels = level_panel(history)
    assert [(line.label, list(line.points)) for line in levels.lines] == [
        ("env 0", [(1, 1), (2, 2), (3, 3)]),
        ("env 1", [(1, 2), (2, 3), (3, 4)]),
    ]
    text = run_svg(history, title="a run < another")
    assert minidom.parseString(text).documentElement.tagName == "svg"
    assert "a run &lt; another" in text and "at the end: accuracy, mean of 15 0.25, reward, mean of 15 -0.5" in text
    for words in ("EPR", "at the end: env 0 3, env 1 4", "entropy, mean of 15 1.5", "mean length, mean of 15 7"):
        assert words in text
    assert not re.search(r"\b(nan|inf)\b", text)


@pytest.mark.parametrize("history", [[], [{"step": 1, "effective_prompt_ratio": 0.0, "faults": 0, "truncated": 0}]])
def test_little_history_makes_a_figure_too(history):
    assert level_panel(history).lines == []
    assert run_svg(history).count("no data yet") == (6 if not history else 5)


def test_many_environments_are_quantiles_and_the_extremes_by_name():
    few, many = ([record(1, count), record(2, count)] for count in (MANY, 401))
    assert labels(level_panel(few).lines) == [f"env {n}" for n in range(MANY)]
    lines = level_panel(many).lines
    assert labels(lines) == [
        "90 % quantile",
        "median of 401 environments",
        "10 % quantile",
        "highest: env 400",
        "lowest: env 0",
    ]
    assert [line.points[-1] for line in lines] == [(2, 362), (2, 202), (2, 42), (2, 402), (2, 2)]
    [accuracy] = more_panels([], {1: {f"env_{n}": n / 20 for n in range(11)}, 2: {"env_10": 0.5, "env_0": 0.1}})
    assert labels(accuracy.lines)[-2:] == ["highest: env 10", "lowest: env 0"] and accuracy.lines[1].points[0] == (1, 0.25)


def test_records_of_what_changed_read_like_full_ones():
    full = [record(1), record(2), {**record(3), "levels": record(2)["levels"]}, {"step": 4}, record(5)]
    sparse = [record(1), {**record(2), "levels": record(2)["levels"]}, {**record(3), "levels": {}}, {"step": 4}]
    sparse.append({**record(5), "levels": {"env_0": [0, 5], "env_1": [0, 6]}})
    assert list(with_levels(full)) == list(with_levels(sparse))
    assert [one["levels"]["env_0"][1] for one in with_levels(sparse)] == [1, 2, 2, 2, 5]
    again = [*sparse, {"step": 6, "levels": {"env_1": [1, 7]}}]
    assert list(with_levels(again))[-1]["levels"] == {"env_0": [0, 5], "env_1": [1, 7]}
    assert list(with_levels([{"step": 1}])) == [{"step": 1}] and list(with_levels([])) == []
    assert run_svg(full) == run_svg(sparse)


def test_the_figure_of_the_demo_has_a_column_an_environment():
    pytest.importorskip("matplotlib")
    from rlve.figures.plotting import demo_figure

    windows = {f"env_{n}": [(0, 1 + n), (0, 2 + n)] for n in range(2)}
    before, after = (
        {name: dict.fromkeys((0, 3), (share, share - 0.1, share + 0.1)) for name in windows} for share in (0.25, 0.75)
    )
    climb, other, bars, _ = demo_figure(windows, before, after).axes
    assert [climb.get_title(), other.get_title()] == ["env 0", "env 1"]
    assert [list(line.get_ydata()) for line in bars.lines] == [[25, 25], [75, 75]]
    assert list(bars.lines[0].get_xdata()) == [0, 3]
    assert [text.get_text() for text in bars.get_legend().get_texts()] == ["before", "after"]


def test_running_mean_and_quantiles():
    assert running_mean([1, 2, 3, 4], width=2) == [1, 1.5, 2.5, 3.5]
    assert running_mean([]) == []
    assert quantiles(range(101)) == [10, 50, 90] and quantiles([3]) == [3, 3, 3]
