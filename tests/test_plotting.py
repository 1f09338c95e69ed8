"""Figures of training runs."""

import pytest

from rlve.figures.plotting import LINES, demo_figure, running_mean, training_figure

pytest.importorskip("matplotlib")


def record(step, environments=2, **more):
    levels = {f"env_{n}": [0, step + n] for n in range(environments)}
    return {"step": step, "levels": levels, "level": step + (environments - 1) / 2, "effective_prompt_ratio": 0.5, **more}


def labels(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_a_figure_shows_the_records(tmp_path):
    measured = {"accuracy": 0.25, "reward": -0.5, "entropy": 1.5, "completion_tokens": 7}
    history = [record(1, **measured), record(2), record(3, **measured)]  # at step 2 nothing was judged
    figure = training_figure(history, title="a run")
    levels, success, ratio, entropy, lengths = figure.axes
    assert figure.get_suptitle() == "a run"
    assert labels(levels) == ["env 0", "env 1"]
    assert [list(line.get_ydata()) for line in levels.lines] == [[1, 2, 3], [2, 3, 4]]
    assert [list(line.get_xdata()) for line in success.lines] == [[1, 3]] * 4
    assert list(success.lines[0].get_ydata()) == [0.25, 0.25]
    assert success.get_ylim()[0] <= -0.5
    assert list(ratio.lines[0].get_ydata()) == [0.5] * 3
    assert list(entropy.lines[0].get_ydata()) == [1.5] * 2
    assert list(lengths.lines[0].get_ydata()) == [7] * 2
    figure.savefig(tmp_path / "figure.png")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("history", [[], [{"step": 1, "effective_prompt_ratio": 0.0, "faults": 0, "truncated": 0}]])
def test_little_history_makes_a_figure_too(history, tmp_path, recwarn):
    figure = training_figure(history)
    assert len(figure.axes[0].lines) == 0
    figure.savefig(tmp_path / "figure.png")
    assert not recwarn.list


def test_many_environments_are_drawn_as_their_mean_too():
    levels = training_figure([record(1, LINES + 1), record(2, LINES + 1)]).axes[0]
    assert labels(levels) == [*(f"env {n}" for n in range(LINES)), f"mean of all {LINES + 1}"]
    assert list(levels.lines[-1].get_ydata()) == [5, 6]
    assert len(training_figure([record(1, LINES)]).axes[0].lines) == LINES


def test_the_figure_of_the_demo_has_a_column_an_environment():
    windows = {f"env_{n}": [(0, 1 + n), (0, 2 + n)] for n in range(2)}
    before, after = (
        {name: dict.fromkeys((0, 3), (share, share - 0.1, share + 0.1)) for name in windows} for share in (0.25, 0.75)
    )
    climb, other, bars, _ = demo_figure(windows, before, after).axes
    assert [climb.get_title(), other.get_title()] == ["env 0", "env 1"]
    assert [list(line.get_ydata()) for line in bars.lines] == [[25, 25], [75, 75]]
    assert list(bars.lines[0].get_xdata()) == [0, 3]
    assert labels(bars) == ["before", "after"]


def test_running_mean():
    assert running_mean([1, 2, 3, 4], width=2) == [1, 1.5, 2.5, 3.5]
    assert running_mean([]) == []
