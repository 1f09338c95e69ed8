"""The demo: its story end to end in two steps, and the table on figures made by hand."""

import json

import pytest

import rlve
from rlve.evaluation import Accuracy, letters
from rlve.studies.demo import change_lines, run_demo

pytest.importorskip("trl")


@pytest.fixture(autouse=True)
def few_problems(monkeypatch):
    monkeypatch.setattr("rlve.studies.demo.BANDS", {"levels 0-1": {0: 3, 1: 2}, "level 8": {8: 2}})


def test_the_demo_tells_its_story(tmp_path):
    told = []
    run_demo(max_steps=2, output_dir=tmp_path / "run", out=told.append)
    text = "\n".join(told)
    assert text.count("-> correct (reward 1)") == 3
    assert "step    2 of 2  EPR 0." in text
    for name in rlve.collection("STARTER"):
        assert text.count(f"\n{name} ") == 3  # its level, and a row for each way of sampling
    assert "core-minutes" in text
    assert "{'loss'" not in text
    data = json.loads((tmp_path / "run" / "demo.json").read_text())
    assert {level: len(marks) for level, marks in data["before"]["greedy"]["integer_sorting"].items()} == {"0": 3, "1": 2, "8": 2}
    assert {path.name for path in (tmp_path / "run").iterdir()} >= {
        "config.json",
        "metrics.jsonl",
        "figure.svg",
        "figure.png",
        "model",
    }


def test_the_table():
    def measured(marks):
        words = {"c": "correct", "w": "wrong", "u": "unparsable"}
        return {
            "greedy": [
                Accuracy(name, (level,), tuple(words[mark] for mark in part))
                for name in rlve.collection("STARTER")
                for level, part in zip((0, 1, 8), marks.split(), strict=True)
            ]
        }

    before, after = measured("ccw ww wu"), measured("ccc cw ww")
    lines = change_lines(before, after).splitlines()
    assert len(lines) == 7  # a heading, four environments, all together, the share that could be read
    assert "40 ->  80  +40 [" in lines[1]
    assert lines[1].endswith("0 ->   0   +0 [ +0  +0]")
    assert lines[-1].split() == ["readable", "answers", "86", "->", "100"]
    assert letters(before["greedy"])["integer_sorting"] == {0: "ccw", 1: "ww", 8: "wu"}
