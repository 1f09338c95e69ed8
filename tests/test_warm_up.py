"""The warm-up: which problems it holds, what is learnt of them, and that the model it leaves goes on."""

import json
from itertools import count, islice

import pytest
from click.testing import CliRunner
from toys import Successor, source

import rlve
from rlve.cli import cli
from rlve.environment import EVALUATION_SEED
from rlve.evaluation.problem_sets import content, different
from rlve.runs.health import remarks
from rlve.training.settings import WarmUpSettings

pytest.importorskip("trl")

from rlve.models import load
from rlve.training.warm_up import RECORD, RESERVED, draw_examples, rows

NUMBERS = {"levels": "0-1", "examples": 40, "num_train_epochs": 3, "problems": 0, "per_device_train_batch_size": 10}


class Many(Successor):
    """With problems enough."""

    @classmethod
    def parameters(cls, level):
        return {"n": 300 + 100 * level}


@pytest.fixture(scope="module")
def twice(tmp_path_factory) -> str:
    file = tmp_path_factory.mktemp("twice") / "twice.py"
    file.write_text(source("Twice", "Double", "2 * self.x"))
    return str(file)


def test_no_problem_is_one_of_an_evaluation_and_all_differ() -> None:
    drawn = draw_examples([Many], range(2), 100, seed=0)
    held = {content(one) for one in drawn}
    assert len(held) == len(drawn) == 100
    assert all(one.task.seed < EVALUATION_SEED for one in drawn)
    assert [sum(one.task.level == level for one in drawn) for level in (0, 1)] == [50, 50]
    evaluation = {content(one) for level in (0, 1) for one in different(Many, level, RESERVED, count(EVALUATION_SEED))}
    assert not held & evaluation
    first = {content(rlve.problem(Many, 0, seed)) for seed in islice(count(EVALUATION_SEED), 10)}
    assert not held & first, "nor one of the first seeds that rlve evaluate takes"
    assert drawn == draw_examples([Many], range(2), 100, seed=0) != draw_examples([Many], range(2), 100, seed=1)


def test_where_there_are_few_problems_there_are_fewer_examples() -> None:
    class Few(Many):
        """Twenty problems."""

        @classmethod
        def parameters(cls, level):
            return {"n": 20}

    assert len(draw_examples([Few, Many], [0], 40, seed=0)) == 20 + 20 - RESERVED
    with pytest.raises(ValueError, match="none of the environments has one of the levels 50 to 51"):
        draw_examples([Few], range(50, 52), 10, seed=0)


def test_an_environment_that_fails_is_named_and_left_out() -> None:
    class Broken(Many):
        """Its reference is a fault."""

        def solve(self):
            return 1 // 0

    with pytest.warns(UserWarning, match="broken is left out at level 0: ZeroDivisionError"):
        drawn = draw_examples([Broken, Many], [0], 20, seed=0)
    assert {one.name for one in drawn} == {"many"}
    with pytest.warns(UserWarning, match="left out"), pytest.raises(ValueError, match="no example could be drawn"):
        draw_examples([Broken], [0], 20, seed=0)


def test_the_loss_is_on_the_answer_and_its_end(toy_model) -> None:
    model, tokenizer = load(toy_model)
    asked = WarmUpSettings(system_prompt="Be brief.", style="boxed")
    drawn = Many.sample(0, 3)
    (row,) = rows([drawn], asked, model, tokenizer)
    taught = [token for token, label in zip(row["input_ids"], row["labels"], strict=True) if label != -100]
    assert tokenizer.decode(taught) == f"\\boxed{{{drawn.reference_text}}}{tokenizer.eos_token}"
    assert tokenizer.decode(row["input_ids"][: -len(taught)]) == asked.prompting().text(tokenizer, drawn)
    assert [label for label in row["labels"] if label != -100] == taught


@pytest.mark.parametrize("rank", [0, 2])
def test_on_a_cpu_the_loss_is_trls(toy_model, rank, tmp_path) -> None:
    from datasets import Dataset
    from trl import SFTConfig, SFTTrainer

    from rlve.training.grpo import lora_config
    from rlve.training.warm_up import _answers_only

    losses = []
    for kind in (SFTTrainer, _answers_only()):
        model, tokenizer = load(toy_model)
        data = Dataset.from_list(rows([Many.sample(0, seed) for seed in range(8)], WarmUpSettings(), model, tokenizer))
        config = SFTConfig(
            str(tmp_path),
            max_steps=3,
            learning_rate=1e-2,
            logging_steps=1,
            report_to="none",
            save_strategy="no",
            use_cpu=True,
            bf16=False,
        )
        peft = lora_config(rank) if rank else None
        trainer = kind(model=model, args=config, train_dataset=data, processing_class=tokenizer, peft_config=peft)
        trainer.train()
        losses.append([entry["loss"] for entry in trainer.state.log_history if "loss" in entry])
    assert losses[0] == pytest.approx(losses[1], rel=1e-3) and len(losses[0]) == 3


@pytest.mark.parametrize("rank", [0, 2])
def test_it_learns_and_goes_on_in_a_training(toy_model, twice, tmp_path, rank) -> None:
    said: list[str] = []
    place = tmp_path / "warm"
    numbers = {**NUMBERS, "learning_rate": 5e-3, "lora_r": rank}
    done = rlve.warm_up(toy_model, twice, say=said.append, output_dir=place, **numbers)
    assert sum(done.examples.values()) == 40 and len(done.losses) == 12
    assert done.losses[-1] < 0.9 * done.losses[0]
    assert any("loss" in line for line in said) and any("40 examples of 1 environments" in line for line in said)
    before, after = (dict(load(one)[0].named_parameters()) for one in (toy_model, place))
    moved = [name for name in before if not before[name].equal(after[name])]
    assert len(moved) == len(before) if not rank else any("proj" in name for name in moved)
    record = json.loads((place / RECORD).read_text())
    assert record["settings"]["lora_r"] == rank and record["examples"] == [["twice", 0, 20], ["twice", 1, 20]]
    result = rlve.train(
        str(place), twice, max_steps=1, prompts_per_step=2, num_generations=2, max_completion_length=8, report_to="none"
    )
    assert result.stopped == "finished"


def test_the_command_probes_before_and_after(toy_model, twice, tmp_path) -> None:
    place = tmp_path / "warm"
    options = ["--examples", 20, "--learning-rate", 5e-3, "--problems", 2, "--max-completion-length", 12, "--output-dir", place]
    result = CliRunner().invoke(cli, ["warm-up", "--model", str(toy_model), "-e", twice, *map(str, options)])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[-1] == f"go on with: rlve train --model {place}"
    assert any(line.startswith("probe before: ") for line in lines) and any(line.startswith("probe after: ") for line in lines)
    assert any(line.startswith("twice\t0\t") and " > " in line for line in lines)
    record = json.loads((place / RECORD).read_text())
    assert [row[:2] for row in record["before"]] == [row[:2] for row in record["after"]] == [["twice", "0"], ["twice", "1"]]
    again = CliRunner().invoke(cli, ["warm-up", "--model", str(toy_model), "-e", twice, "--output-dir", str(place)])
    assert again.exit_code == 2 and "holds something already" in again.output


def test_a_model_that_reasons_is_refused(toy_model, twice, tmp_path) -> None:
    model, tokenizer = load(toy_model)
    tokenizer.chat_template = (
        "{% for m in messages %}{{ m['content'] }}\n{% endfor %}{% if enable_thinking is not defined %}<think>\n{% endif %}"
    )
    model.save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    with pytest.raises(ValueError, match="begins with a thought"):
        rlve.warm_up(str(tmp_path / "model"), twice, output_dir=tmp_path / "warm", say=print, **NUMBERS)
    assert not (tmp_path / "warm").exists()


@pytest.mark.parametrize("old", WarmUpSettings.renamed)
def test_an_old_name_gets_an_error_that_says_the_new_one(old) -> None:
    new = WarmUpSettings.renamed[old]
    with pytest.raises(ValueError, match=f"{old} is now called {new}"):
        rlve.warm_up("tiny", **{old: 1})
    result = CliRunner().invoke(cli, ["warm-up", f"--{old.replace('_', '-')}", "1"])
    assert result.exit_code == 2 and f"is now called --{new.replace('_', '-')}" in result.output


def test_the_record_gives_the_settings_back() -> None:
    chosen = WarmUpSettings(environments="C4,./mine.py", levels="1-2", lora_r=4, system_prompt="Be brief.")
    assert WarmUpSettings.from_dict(json.loads(json.dumps(chosen.as_dict()))) == chosen
    with pytest.raises(ValueError, match="lora_alpha scales adapters"):
        WarmUpSettings(lora_alpha=4)


def test_a_training_that_finds_nothing_names_it() -> None:
    step = {"effective_prompt_ratio": 0.0, "accuracy": 0.0, "format_rate": 0.1}
    found = {one.name: one.remedy for one in remarks([{**step, "step": number} for number in range(10)], rollouts=8)}
    assert "rlve warm-up" in found["stuck"] and "rlve probe" in found["stuck"] and "rlve warm-up" in found["format"]
