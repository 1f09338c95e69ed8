"""What is said about a run's health, and recorded runs."""

import json
from collections import Counter

import pytest

import rlve
from rlve.figures.heatmap import HeatMap
from rlve.runs import read
from rlve.runs.health import remarks, span, state
from rlve.runs.recordings import RECORDED, recordings
from rlve.runs.tail import Tail

STEP = {"effective_prompt_ratio": 0.5, "accuracy": 0.5, "format_rate": 1.0, "faults": 0, "truncated": 0, "entropy": 0.4}


def steps(number=12, **other):
    return [{"step": step, "seconds": 2.0, **STEP, **other} for step in range(1, number + 1)]


@pytest.mark.parametrize(
    ("history", "silent", "checkpoint", "kind", "words"),
    [
        ([], 5, None, "plain", "no step yet"),
        ([], 700, None, "bad", "looks dead"),
        (steps(), 3, None, "good", "Running: step 12 of 20, 2.0 s a step, about 16 s left"),
        (steps(), 29, None, "good", "Running"),
        (steps(), 31, None, "bad", "No new step for 31 s, where one usually takes 2.0 s"),
        (steps(seconds=60), 200, None, "good", "Running"),
        (steps(seconds=60), 301, 10, "bad", "looks dead"),
        (steps(), 400, 12, "warning", "Stopped after step 12 of 20, 7 min ago"),
        (steps(20), 10_000, None, "good", "Finished: step 20 of 20"),
    ],
)
def test_state(history, silent, checkpoint, kind, words):
    found = state(history, 20, silent, checkpoint)
    assert found.kind == kind and words in found.what
    assert found.kind not in ("bad", "warning") or found.remedy


def test_what_a_run_said_when_it_ended_is_believed_at_once():
    found = state(steps(), 20, 0, None, {"event": "stopped", "step": 12, "why": "interrupted"})
    assert found.kind == "warning" and "Stopped after step 12 of 20" in found.what and "(interrupted)" in found.what
    event = {"event": "stopped", "step": 12, "guard": "stuck", "what": "Stuck.", "remedy": "Change it."}
    assert state([], 20, 0, None, event) == ("bad", "Stopped by the guard stuck after step 12. Stuck.", "Change it.", "", False)
    assert state(steps(), 20, 0, None, {"event": "resumed", "step": 10}).kind == "good"


@pytest.mark.parametrize(
    ("change", "what", "remedy"),
    [
        ({"effective_prompt_ratio": 0.0, "accuracy": 0.02}, "no informative group for 12 steps", "too hard"),
        ({"effective_prompt_ratio": 0.0, "accuracy": 0.99}, "no informative group for 12 steps", "too easy"),
        ({"effective_prompt_ratio": 0.0}, "no informative group", "num_generations"),
        ({"entropy": 0.004}, "Entropy has collapsed to 0.004", "learning rate"),
        ({"faults": 2}, "20 rollouts of the last 10 steps got no reward: an environment failed: sum (20)", "rlve check sum"),
        ({"truncated": 70}, "70 % of the completions are cut off", "max_completion_length"),
        (
            {"truncated": 70, "truncated_in": {"sum": 60, "game": 10}},
            "limit, most in sum (600), game (100).",
            "max_completion_length",
        ),
        ({"format_rate": 0.2}, "Only 20 % of the answers can be read", "instruct"),
    ],
)
def test_findings(change, what, remedy):
    assert remarks(steps(), 100) == []
    (found,) = remarks(steps(**change), 100, Counter(sum=20) if "faults" in change else None)
    assert what in found.what and remedy in found.remedy


def test_little_is_said_of_few_steps_or_few_measures():
    assert remarks(steps(9, effective_prompt_ratio=0.0, entropy=0.0)) == []
    assert remarks([{"step": step} for step in range(20)]) == []
    assert remarks([]) == []
    assert [span(seconds) for seconds in (0.1, 42, 180, 8000, 200_000)] == ["0.1 s", "42 s", "3 min", "2 h", "2 d"]


def test_a_heat_map_counts_groups_once_in_pieces_too():
    run = rlve.recorded("starter_paper")
    rows = read(run.outcomes)
    whole, pieces = HeatMap(), HeatMap()
    whole.add_rows(rows)
    for start in range(0, len(rows), 101):
        pieces.add_rows(rows[start : start + 101])
    squares = whole.squares(columns=150)
    assert pieces.squares(columns=150) == squares
    for record in read(run.metrics):
        here = [square for square in squares if square.first == record["step"]]
        share = sum(square.informative for square in here) / sum(square.groups for square in here)
        assert share == pytest.approx(record["effective_prompt_ratio"])
    assert sum(square.groups for name in whole.counts for square in whole.squares(name)) == 150 * 16
    assert max(square.last for square in whole.squares(columns=40)) == 150


def test_recorded_runs():
    assert {"starter_paper", "starter_proportional", "starter_static_0_1"} <= set(recordings())
    assert sum(path.stat().st_size for path in RECORDED.rglob("*") if path.is_file()) < 1_000_000
    for name in recordings():
        run = rlve.recorded(name)
        config, history = run.config(), run.history()
        assert [record["step"] for record in history] == list(range(1, config["settings"]["max_steps"] + 1))
        assert read(run.samples)[0]["completion"] and len(read(run.outcomes)) == len(history) * 16 * 8
        everything = json.dumps(config)
        assert not any(place in everything for place in ("/tmp", "/home", "/root", "/work"))
    assert rlve.recorded(name).path == run.path
    with pytest.raises(ValueError, match="no recorded run 'magic': expected one of starter_paper"):
        rlve.recorded("magic")


def test_a_tail_reads_what_is_new_in_pieces(tmp_path):
    path = tmp_path / "log.jsonl"
    tail = Tail(path, most=40)
    assert tail.look() == []
    path.write_text("".join(f'{{"step": {number}}}\n' for number in range(5)) + '{"step":')
    assert [row["step"] for _ in range(4) for row in tail.look()] == [0, 1, 2, 3, 4]
    path.write_text('{"step": 9}\n')
    assert tail.look() == [{"step": 9}] and tail.restarted
    path.unlink()
    assert tail.look() == [] and tail.restarted
