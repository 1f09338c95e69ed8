"""The settings of evaluation and calibration: each stands in one place, and is seen everywhere."""

import inspect
import json
from dataclasses import dataclass

import click
import pytest
from click.testing import CliRunner
from update_tables import setting_lines

from rlve.cli import cli
from rlve.cli.options import SettingsCommand, given_settings, settings_options
from rlve.evaluation import EvaluationSettings
from rlve.evaluation.command import evaluate_model
from rlve.evaluation.settings import CalibrationSettings
from rlve.models.backends import Sampling
from rlve.models.chat import Prompting
from rlve.settings import Whole, setting, signature


@dataclass(frozen=True)
class Widened(EvaluationSettings):
    tries: int = setting(1, Whole(1), "Completions of a problem.")


def test_a_setting_is_added_in_one_place_and_seen_everywhere():
    told = []

    @click.command(cls=SettingsCommand, settings=Widened)
    @settings_options(Widened)
    def command(**options):
        told.append(given_settings(Widened, options))

    assert CliRunner().invoke(command, ["--tries", "3"]).exit_code == 0 and told == [{"tries": 3}]
    assert "Completions of a problem. [default: 1]" in " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    assert CliRunner().invoke(command, ["--tries", "0"]).exit_code == 2
    assert signature(lambda **settings: None, Widened).parameters["tries"].default == 1
    assert Widened(tries=3).as_dict()["tries"] == 3
    assert Widened(tries=3).changes(Widened()) == {"tries": (3, 1)}
    assert "| `tries` | `1` | an integer >= 1 | Completions of a problem. |" in setting_lines(Widened)
    with pytest.raises(ValueError, match="tries should be an integer >= 1, got 0"):
        Widened(tries=0)


@pytest.mark.parametrize("settings", [EvaluationSettings, CalibrationSettings])
def test_the_record_gives_the_settings_back(settings):
    chosen = settings(environments="C4,./mine.py", chat=False, system_prompt="Be brief.", chat_template_kwargs=None, seed=3)
    assert settings.from_dict(json.loads(json.dumps(chosen.as_dict()))) == chosen


def test_python_sees_the_settings_of_the_function():
    parameters = inspect.signature(evaluate_model).parameters
    assert set(EvaluationSettings.names()) < set(parameters)
    assert parameters["max_completion_length"].default == 512


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [
        ("evaluate", "--completion-length", "--max-completion-length"),
        ("evaluate", "--folder", "--output-dir"),
        ("evaluate", "--plain", "--no-chat"),
        ("calibrate", "--completion-length", "--max-completion-length"),
        ("calibrate", "--rollouts", "--num-generations"),
        ("calibrate", "--plain", "--no-chat"),
    ],
)
def test_an_old_option_is_answered_with_the_new_name(command, old, new):
    result = CliRunner().invoke(cli, [command, old, "3"])
    assert result.exit_code == 2 and f"{old} is now called {new}" in result.output


def test_an_old_name_in_python_is_answered_with_the_new_one():
    with pytest.raises(ValueError, match="completion_length is now called max_completion_length"):
        evaluate_model(completion_length=3)
    with pytest.raises(ValueError, match=r"unknown setting temprature; perhaps temperature\?"):
        evaluate_model(temprature=3)


def test_prompting_and_sampling_are_those_of_the_settings():
    chosen = EvaluationSettings(style="boxed", chat=True, chat_template_kwargs={"a": 1}, temperature=1, seed=2, top_p=0.5)
    assert chosen.prompting() == Prompting(style="boxed", chat=True, chat_template_kwargs={"a": 1})
    assert chosen.sampling() == Sampling(1.0, 0.5, 512, 2)
    assert EvaluationSettings(temperature="server", base_url="http://s/v1").sampling().temperature is None
    assert CalibrationSettings(seed=2).sampling() == Sampling(1.0, 1.0, 512, 2)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"temperature": "hot"}, "temperature should be a number of at least 0, or server"),
        ({"temperature": -1}, "temperature should be"),
        ({"temperature": float("nan")}, "temperature should be"),
        ({"temperature": "server"}, "only a server"),
        ({"seed": 2**32}, "seed should be"),
        ({"problem_set": "mine"}, "problem_set should be one of heldout, in-distribution"),
        ({"levels": (3, 1)}, "levels should be"),
        ({"base_url": "http://s/v1", "adapter": "a"}, "a server loads adapters itself"),
    ],
)
def test_what_is_no_setting_is_said_so(settings, words):
    with pytest.raises(ValueError, match=words):
        EvaluationSettings(**settings)
