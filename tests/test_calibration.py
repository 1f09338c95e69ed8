"""Calibration: first levels from a few groups, and the way into a training."""

import json

import pytest
from click.testing import CliRunner
from toys import Successor, source

from rlve.cli import cli
from rlve.errors import RequestError
from rlve.evaluation.calibration import calibrate, read_levels
from rlve.models.backends import Completion, Sampling
from rlve.models.chat import AS_MADE
from rlve.registry import problem


class Able:
    """Right below a level, wrong above; at it right every other time."""

    sampling, prompting = Sampling(1.0), AS_MADE

    def __init__(self, level):
        self.level, self.asked = level, 0

    def complete(self, prompts, first):
        """What number follows x? The level shows in x of this toy: see `Levelled`."""
        self.asked += len(prompts)
        found = []
        for place, prompt in enumerate(prompts):
            number = int(prompt.split("follows ")[1].split("?")[0])
            level = number // 1000
            right = level < self.level or (level == self.level and (first + place) % 2 == 0)
            found.append(Completion(f"<answer>{number + right}</answer>", 5, False))
        return found

    def describe(self):
        return {}


class Levelled(Successor):
    max_level = 30

    @classmethod
    def parameters(cls, level):
        return {"n": 1000 * level}

    @classmethod
    def draw(cls, rng, n):
        return cls(number=n + rng.randrange(1000))


@pytest.mark.parametrize("level", [0, 1, 7, 18, 30])
def test_it_finds_the_level_in_a_few_groups(level):
    able = Able(level)
    found = calibrate(able, [Levelled], num_generations=4, seed=5)
    assert abs(found.levels["levelled"] - level) <= 1
    assert able.asked == sum(total for _, _, total in found.groups["levelled"]) <= 32
    assert calibrate(Able(level), [Levelled], num_generations=4, seed=5) == found


def test_an_environment_that_fails_is_named_and_left_out(tmp_path, caplog):
    path = tmp_path / "broken.py"
    text = source("CalibrationBroken", "Double", "2 * self.x")
    path.write_text(text.replace("return cls(x=rng.randint(1, size))", "raise OSError('gone')"))
    with caplog.at_level("WARNING", "rlve"):
        found = calibrate(Able(3), [str(path)], rounds=2)
    assert found.groups == {"calibration_broken": []}
    assert "calibration_broken" in caplog.text and "gone" in caplog.text


def test_the_command_writes_what_train_reads(toy, toy_model, tmp_path):
    output = tmp_path / "levels.json"
    result = CliRunner().invoke(
        cli,
        ["calibrate", "--model", str(toy_model), "-e", toy, "--max-completion-length", "8", "-o", str(output), "--rounds", "3"],
    )
    assert result.exit_code == 0, result.output
    levels = read_levels(output)
    assert list(levels) == ["next_number"] and 0 <= levels["next_number"] <= 40
    assert f"rlve train --start {output}" in result.output
    data = json.loads(output.read_text())
    assert data["settings"]["model"] == str(toy_model) and data["groups"]["next_number"]
    levels["next_number"] = 2
    output.write_text(json.dumps({"levels": levels}))
    run = tmp_path / "run"
    arguments = [
        "train",
        "--model",
        str(toy_model),
        "-e",
        toy,
        "--max-steps",
        "1",
        "--prompts-per-step",
        "2",
        "--num-generations",
        "2",
    ]
    arguments += ["--max-completion-length", "8", "--output-dir", str(run), "--start", str(output)]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    first = json.loads((run / "outcomes.jsonl").read_text().splitlines()[0])
    assert first["level"] == 2
    result = CliRunner().invoke(
        cli, [*arguments[:-4], "--scheduler", "paper", "--output-dir", str(tmp_path / "x"), "--start", str(output)]
    )
    assert result.exit_code == 2 and "scheduler paper: got an unexpected keyword argument 'start'" in result.output


def test_the_command_asks_nothing_where_it_could_not_write(tmp_path, monkeypatch):
    monkeypatch.setattr("rlve.evaluation.command.make_backend", lambda given: pytest.fail("a model was loaded"))
    result = CliRunner().invoke(cli, ["calibrate", "-o", str(tmp_path / "no" / "levels.json")])
    assert result.exit_code == 2 and "there is no folder" in result.output


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"levels": 3}', '{"levels": {"a": "x"}}'])
def test_another_file_is_refused(tmp_path, text):
    path = tmp_path / "levels.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="is no file of `rlve calibrate`"):
        read_levels(path)


def test_seeds_are_those_of_training():
    class Watching(Able):
        def complete(self, prompts, first):
            self.prompts = [*getattr(self, "prompts", []), *prompts]
            return super().complete(prompts, first)

    able = Watching(3)
    calibrate(able, [Levelled], rounds=2)
    evaluation = {problem(Levelled, level, 1_000_000_000 + seed).prompt() for level in range(31) for seed in range(20)}
    assert len(set(able.prompts) & evaluation) <= 1  # numbers may coincide


class CutOff(Able):
    """Reaches the length limit in two of three completions."""

    def complete(self, prompts, first):
        written = super().complete(prompts, first)
        return [one._replace(truncated=(first + place) % 3 > 0) for place, one in enumerate(written)]


def test_completions_that_were_cut_off_are_said_so():
    with pytest.warns(
        UserWarning, match=r"6\d % of the completions were cut off .*, most in levelled \(\d+\).*raise max_completion_length"
    ):
        calibrate(CutOff(3), [Levelled], num_generations=4, seed=5)


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"levels": []}', *(f'{{"levels": {{"a": {one}}}}}' for one in ("1e999", "true", "2.7", "-3")), "[" * 100_000],
)
def test_levels_of_another_kind_are_a_line(text, tmp_path):
    path = tmp_path / "levels.json"
    path.write_text(text)
    with pytest.raises(RequestError, match="no file of `rlve calibrate`"):
        read_levels(path)
