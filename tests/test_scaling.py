"""What is read out of the results of a scaling study."""

from pathlib import Path

import pytest

from rlve.figures.plotting import curves_figure, scaling_figure
from rlve.registry import collection
from rlve.statistics import wilson
from rlve.studies.scaling import curve, points, recorded_study
from rlve.studies.sweep import read_study

ROOT = Path(__file__).resolve().parent.parent


def result(arm, environments, seed, right):
    return {"arm": arm, "environments": environments, "seed": seed, "heldout": {"a": {"0": [right, 10]}, "b": {"0": [0, 10]}}}


RESULTS = [
    result("rule", "MINI2", 1, 8),
    result("rule", "MINI2", 0, 6),
    result("rule", "MINI1", 0, 4),
    result("untrained", "MINI1", 0, 2),
    result("untrained", "MINI2", 0, 2),
]


def test_points_go_by_the_number_of_environments():
    before, one, two = points(RESULTS, "heldout")
    assert [point.environments for point in (before, one, two)] == [0, 1, 2]
    assert before.shares == (0.1,) and two.shares == (0.3, 0.4), "seeds in order; the untrained model counts once"
    assert two.mean == pytest.approx(0.35)
    assert two.interval == wilson(7, 20)


def test_points_refuse_what_cannot_be_compared():
    with pytest.raises(ValueError, match="different numbers of problems"):
        points([*RESULTS, {**RESULTS[0], "seed": 2, "heldout": {"a": {"0": [1, 4]}}}], "heldout")
    with pytest.raises(ValueError, match="one arm at a time"):
        points([*RESULTS, result("other", "MINI2", 0, 3)], "heldout")


def test_the_figure_shows_every_training():
    pytest.importorskip("matplotlib")
    figure = scaling_figure({"greedy": curve(points(RESULTS, "heldout")), "sampled": curve(points(RESULTS[:3], "heldout"))})
    greedy, sampled = figure.axes
    rings = [
        list(map(float, line.get_ydata())) for line in greedy.lines if line.get_linestyle() == "None" and len(line.get_ydata())
    ]
    assert [20.0] in rings and [30.0, 40.0] in rings
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["before training", "one training", "mean, 95 % over problems"]
    assert [text.get_text() for text in sampled.get_xticklabels()] == ["1", "2"]


def test_curves_have_a_line_for_every_name_in_every_panel():
    pytest.importorskip("matplotlib")
    left, right = curves_figure({"level": {"a": [0, 2], "b": [1, 1]}, "EPR": {"b": [0.5]}}, smooth=2).axes
    assert [list(line.get_ydata()) for line in left.lines] == [[0, 1], [1, 1]]
    assert right.lines[0].get_color() == left.lines[1].get_color()


def test_the_recorded_study_is_the_one_in_benchmarks():
    text, results = recorded_study()
    assert text == (ROOT / "benchmarks" / "scaling" / "mini.toml").read_text("utf-8")
    cells = read_study(ROOT / "benchmarks" / "scaling" / "mini.toml", Path("runs"))
    held_out = {name for cell in cells if cell.trains for name in collection(cell.environments)} & set(
        collection("MINI_HELD_OUT")
    )
    assert not held_out and len({cell.seed for cell in cells}) >= 2
    if results is not None:
        assert {(one["arm"], one["environments"], one["seed"]) for one in results} == {
            (cell.arm, cell.environments, cell.seed) for cell in cells
        }
        assert [point.environments for point in points(results, "heldout_greedy")] == [0, 1, 2, 4, 8]
    read_study(ROOT / "benchmarks" / "scaling" / "gpu.toml", Path("runs"))
