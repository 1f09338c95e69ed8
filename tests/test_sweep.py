"""Studies: cells, what is left to be done, results; and one run for real."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rlve.cli import cli
from rlve.studies.sweep import flags, read_study, run_study

ROOT = Path(__file__).resolve().parent.parent
STUDY = """
seeds = [0, 1]
environments = ["STARTER", "integer_sorting,puzzles"]

[train]
max-steps = 3
max-completion-length = 8

[arms.paper]
scheduler = "paper"
tau-num = 64

[arms.untrained]
max-steps = 0

[evaluations.greedy]
levels = "0-1"

[evaluations.others]
environments = "MINI_HELD_OUT"
"""


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


def test_cells_are_the_grid_and_carry_the_options_of_their_arm(study, tmp_path):
    cells = read_study(study, tmp_path / "out")
    assert [(cell.arm, cell.environments, cell.seed) for cell in cells[:4]] == [
        ("paper", "STARTER", 0),
        ("untrained", "STARTER", 0),
        ("paper", "integer_sorting,puzzles", 0),
        ("untrained", "integer_sorting,puzzles", 0),
    ]
    assert len(cells) == 8 and len({cell.folder for cell in cells}) == 8
    train, greedy, others = cells[0].commands()
    assert (
        train[:3] == ["train", "--max-steps", "3"] and "--tau-num" in train and train[-2:] == ["--output-dir", str(cells[0].run)]
    )
    assert greedy[greedy.index("--environments") + 1] == "STARTER" and greedy[greedy.index("--model") + 1] == str(cells[0].run)
    assert others[others.index("--environments") + 1] == "MINI_HELD_OUT"
    greedy, _ = cells[1].commands()
    assert greedy[greedy.index("--model") + 1] == "tiny", "nothing is trained with 0 steps"


def test_flags():
    assert flags({"tau-num": 64, "shaped": False, "use_vllm": True, "static": "0-1"}) == [
        "--tau-num",
        "64",
        "--no-shaped",
        "--use-vllm",
        "--static",
        "0-1",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("steps = 3", "has steps: expected arms, environments, evaluations, seeds, train"),
        ("seeds = [1]", "needs at least one table"),
        ("arms = 3", "needs at least one table"),
        ("seeds = 3\n[arms.a]", "should be lists"),
        ("= 3", "is no TOML"),
        ("arms.a = {}\ntrain = 5", "tables of options"),
        ("arms.a = {}\nevaluations.greedy = 3", "tables of options"),
        ("arms.a = {x = [1]}", "x should be a text"),
        *((f"arms.a = {{}}\nseeds = [{seed}]", "seeds should be integers") for seed in ('"x"', "true", "0.5", "-1")),
        ("arms.a = {}\nenvironments = [5]", "environments texts"),
        ("arms.a = {}\nseeds = [0, 0]", "kept in one folder"),
        ('[arms."a b"]\n[arms.a_b]', "kept in one folder"),
        *((f'arms.a = {{}}\n[evaluations."{name}"]', "is kept in a folder of its name") for name in ("run", "../z", "..")),
    ],
)
def test_a_wrong_file_says_what_was_expected(tmp_path, text, message):
    path = tmp_path / "study.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_study(path, tmp_path)


def test_the_study_of_the_documents_can_be_read():
    cells = read_study(ROOT / "benchmarks" / "schedulers" / "tiny.toml", Path("runs"))
    result = CliRunner().invoke(cli, ["sweep", str(ROOT / "benchmarks" / "schedulers" / "tiny.toml"), "--dry-run"])
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == sum(len(list(cell.commands())) for cell in cells) > 20


def test_a_study_runs_goes_on_and_names_what_failed(toy, toy_model, tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(
        f"""
environments = ["{toy}"]
[train]
model = "{toy_model}"
max-steps = 2
prompts-per-step = 2
num-generations = 2
max-completion-length = 8
[arms.paper]
scheduler = "paper"
tau-num = 4
[arms.wrong]
tau-num = 4
scheduler = "two_way"
[evaluations.greedy]
levels = "0-1"
problems = 4
max-completion-length = 8
"""
    )
    folder = tmp_path / "out"
    cells = read_study(path, folder)
    said = []
    with pytest.raises(RuntimeError, match="1 of 2 cells failed"):
        run_study(cells, folder, say=said.append)
    assert any("paper-0: done" in line for line in said) and any(
        "FAILED: rlve train ended with exit code 2" in line for line in said
    )
    [result] = json.loads((folder / "results.json").read_text())
    assert (result["arm"], result["seed"], result["steps"]) == ("paper", 0, 2)
    assert set(result["greedy"]["next_number"]) == {"0", "1"} and result["greedy"]["next_number"]["0"][1] == 2
    assert 0 <= result["effective_prompt_ratio_correct"] <= 1
    assert list(cells[0].commands()) == [], "a finished cell is not done again"
    (cells[0].folder / "greedy" / "summary.md").unlink()
    assert list(cells[0].commands()) == [["evaluate", "--resume", str(cells[0].folder / "greedy")]]
    assert run_study(cells[:1], folder, say=said.append)[0]["arm"] == "paper"


@pytest.mark.parametrize("name", ["max-steps", "max_steps"])
def test_an_arm_of_no_steps_trains_nothing(name, tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(f"arms.a = {{{name} = 0}}\nevaluations.greedy = {{}}")
    assert [command[0] for command in read_study(path, tmp_path)[0].commands()] == ["evaluate"]
