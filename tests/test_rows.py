"""Rows: what is exported, that `datasets` loads it, and that `verify_row` judges it."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from toys import Successor, source

import rlve
from rlve.answers.extraction import wrap
from rlve.environment import EVALUATION_SEED
from rlve.evaluation.problem_sets import problem_set
from rlve.sharing.rows import COLUMNS, draw_rows, row_of, units_of, units_of_set, verify_row, write_rows

ENVIRONMENTS = ["integer_sorting", "cnf_satisfying_assignment"]


@pytest.fixture
def mine(tmp_path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(source("RowDoubling", "Double", "2 * self.x") + source("RowTripling", "Triple", "3 * self.x"))
    return str(path)


def rows_of(environments, levels, count: int, *, workers: int = 1, **options) -> list[dict]:
    return list(draw_rows(units_of(environments, levels, count, **options), workers))


def test_a_row_is_a_problem_with_its_reference():
    [row] = rows_of("integer_sorting", [2], 1)
    assert tuple(row) == COLUMNS
    problem = rlve.problem(row["environment"], row["level"], row["seed"])
    assert (row["prompt"], row["answer"], row["version"]) == (problem.prompt(), problem.reference_text, problem.version)


def test_every_row_is_judged_by_verify_row():
    for row in rows_of(ENVIRONMENTS, [0, 3], 5):
        assert rlve.verify_row(row, wrap(row["answer"])).correct
        assert rlve.verify_row(row, "hm").status == "unparsable"


def test_boxed_rows_ask_for_boxes():
    [row] = rows_of("integer_sorting", [2], 1, style="boxed")
    assert row["prompt"].endswith("inside \\boxed{}.")
    assert rlve.verify_row(row, wrap(row["answer"], "boxed")).correct
    with pytest.raises(ValueError, match="style"):
        units_of("integer_sorting", [2], 1, style="loud")


def test_rows_are_all_different_and_as_many_as_asked_for():
    rows = rows_of(ENVIRONMENTS, range(3), 30)
    assert Counter((row["environment"], row["level"]) for row in rows) == {
        (name, level): 30 for name in ENVIRONMENTS for level in range(3)
    }
    assert len({row["prompt"] for row in rows}) == len(rows)


def test_a_level_of_few_problems_gives_those_it_has():
    assert sorted(row["answer"] for row in rows_of(Successor, [0], 50)) == sorted(str(number + 1) for number in range(10))


def test_seeds_are_those_of_training():
    assert max(row["seed"] for row in rows_of("integer_sorting", [4], 200)) < EVALUATION_SEED


def test_the_seed_fixes_the_rows():
    first, again, other = (rows_of(ENVIRONMENTS, [2], 5, seed=seed) for seed in (0, 0, 1))
    assert first == again
    assert not {row["prompt"] for row in first} & {row["prompt"] for row in other}


def test_more_rows_begin_with_the_fewer():
    assert rows_of("integer_sorting", [2], 9)[:4] == rows_of("integer_sorting", [2], 4)


def test_levels_above_max_level_are_left_out(monkeypatch):
    monkeypatch.setattr(Successor, "max_level", 1)
    assert {row["level"] for row in rows_of(Successor, range(5), 1)} == {0, 1}
    with pytest.raises(ValueError, match="successor has levels 0 to 1: none of those asked for"):
        units_of(Successor, [2, 3], 1)


def test_the_rows_do_not_depend_on_the_number_of_workers(mine):
    wanted = [*ENVIRONMENTS, f"{mine}:RowDoubling", f"{mine}:RowTripling"]
    done = []
    units = units_of(wanted, range(2), 6)
    assert list(draw_rows(units, 2, done.append)) == list(draw_rows(units, 1))
    assert done == list(range(1, 9))


def test_classes_of_this_process_alone_are_drawn_in_it(monkeypatch):
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", lambda *rest, **more: pytest.fail("no process for these"))
    rows = rows_of([Successor, "integer_sorting"], [0, 1], 3, workers=2)
    assert Counter(row["environment"] for row in rows) == {"successor": 6, "integer_sorting": 6}


def test_the_problems_of_a_set_are_rows_in_its_order():
    problems = problem_set(ENVIRONMENTS, {0: 7, 1: 2})
    rows = list(draw_rows(units_of_set(problems)))
    assert [tuple(row[name] for name in COLUMNS[2:]) for row in rows] == list(problems.entries)
    assert [row["prompt"] for row in rows] == [drawn.prompt() for drawn in problems.problems()]
    assert [unit.count for unit in units_of_set(problems)] == [7, 2] * 2


def test_a_problem_made_by_hand_is_no_row():
    with pytest.raises(ValueError, match="one made by hand cannot be drawn again"):
        row_of(Successor(number=3))


ROW = {"environment": "integer_sorting", "version": 1, "level": 0, "seed": 7}


def test_numbers_may_be_those_of_numpy_or_text():
    np = pytest.importorskip("numpy")
    answer = wrap(rlve.problem("integer_sorting", 0, 7).reference_text)
    assert rlve.verify_row({**ROW, "level": np.int64(0), "seed": np.int32(7)}, answer).correct
    assert rlve.verify_row({**ROW, "version": "1", "seed": "7"}, answer).correct


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "integer_sorting is at version 1 here, and this was made with version 2"),
        ({"environment": "integer_sortin"}, "unknown environment 'integer_sortin': did you mean integer_sorting"),
        ({"level": 99}, "integer_sorting has levels 0 to 30, got 99"),
        ({"level": -1}, "level should be an integer >= 0, got -1"),
        ({"seed": -1}, "seed should be an integer >= 0, got -1"),
        ({"seed": "x"}, "seed should be an integer, got 'x'"),
        ({"level": None}, "level should be an integer, got None"),
        ({"level": 0.5}, "level should be an integer, got 0.5"),
        ({"seed": float("inf")}, "seed should be an integer, got inf"),
    ],
)
def test_a_row_that_cannot_be_drawn_is_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        rlve.verify_row({**ROW, **changes}, "<answer>1</answer>")


@pytest.mark.parametrize("missing", ROW)
def test_a_row_without_a_column_is_refused(missing):
    row = {name: value for name, value in ROW.items() if name != missing}
    with pytest.raises(ValueError, match=f"a row has the columns prompt, .*, seed: '{missing}' is missing"):
        rlve.verify_row(row, "<answer>1</answer>")


def test_an_environment_of_ones_own_is_known_after_make(mine, tmp_path):
    [row] = rows_of(f"{mine}:RowDoubling", [0], 1)
    path = tmp_path / "row.json"
    path.write_text(json.dumps(row))
    code = (
        "import json, sys, rlve\n"
        "row = json.load(open(sys.argv[1]))\n"
        "try:\n    rlve.verify_row(row, '')\nexcept rlve.UnknownEnvironment as error:\n    print(error)\n"
        "rlve.make(sys.argv[2])\n"
        "print(rlve.verify_row(row, f'<answer>{row[\"answer\"]}</answer>').status)"
    )
    done = subprocess.run([sys.executable, "-c", code, path, f"{mine}:RowDoubling"], capture_output=True, text=True, check=True)
    first, last = done.stdout.splitlines()
    assert "unknown environment 'row_doubling'" in first
    assert last == "correct"


def test_datasets_loads_jsonl_and_parquet_alike(tmp_path, monkeypatch):
    datasets = pytest.importorskip("datasets")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_OFFLINE", True)
    rows = rows_of(ENVIRONMENTS, [0, 1], 3)
    rows[0]["prompt"] += "\u2028\u00e9\u5f90\n\t\"'\\"
    loaded = {}
    for form, kind in (("jsonl", "json"), ("parquet", "parquet")):
        path = tmp_path / f"rows.{form}"
        assert write_rows(iter(rows), path, form) == len(rows)
        loaded[form] = datasets.load_dataset(kind, data_files=str(path), split="train", cache_dir=str(tmp_path / "cache"))
    assert loaded["jsonl"].to_list() == loaded["parquet"].to_list() == rows
    assert loaded["jsonl"].features == loaded["parquet"].features
    assert all(rlve.verify_row(row, wrap(row["answer"])).correct for row in loaded["parquet"])


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_file_is_written_whole_or_not_at_all(form, tmp_path):
    pytest.importorskip("pyarrow")
    path: Path = tmp_path / "rows"
    path.write_text("as before")

    def broken():
        yield from rows_of(Successor, [0], 2)
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        write_rows(broken(), path, form)
    assert path.read_text() == "as before"
    assert list(tmp_path.iterdir()) == [path]


def test_another_format_is_refused(tmp_path):
    with pytest.raises(ValueError, match="'csv'"):
        write_rows(iter([]), tmp_path / "rows.csv", "csv")


@pytest.mark.parametrize("row", [[], None, 5, "text", (1, 2)])
def test_what_is_no_row_is_refused(row):
    with pytest.raises(ValueError, match="a row is a mapping"):
        verify_row(row, "<answer>1</answer>")


def test_levels_may_end_far_above_those_there_are():
    last = rlve.make("integer_sorting").max_level
    assert [unit.level for unit in units_of("integer_sorting", range(last, 10**12), 1)] == [last]
    assert len(problem_set("integer_sorting", range(last, 10**12), 2)) == 2
