"""Reasoning benchmarks through lm-eval, as far as they run without a hub: the tiny model on exported rows."""

import importlib.util
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import rlve
from rlve.models import load
from rlve.sharing.rows import draw_rows, units_of, write_rows

pytest.importorskip("lm_eval")

SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "lm_eval_benchmarks.py"
spec = importlib.util.spec_from_file_location("lm_eval_benchmarks", SCRIPT)
assert spec is not None and spec.loader is not None
benchmarks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(benchmarks)


@pytest.fixture(scope="module")
def rows(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "some_rows.jsonl"
    write_rows(draw_rows(units_of("STARTER", [0, 4], 2)), path, "jsonl")
    return path


def measured(*arguments: str, output: Path) -> dict:
    result = CliRunner().invoke(benchmarks.main, [*arguments, "--output", str(output)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(output.read_text())


def test_lm_eval_and_our_own_evaluation_agree(rows: Path, tmp_path: Path) -> None:
    from rlve.models.backends import generate

    greedy = ("--temperature", "0", "--max-completion-length", "48", "--tasks", str(rows))
    found = measured("tiny", *greedy, output=tmp_path / "found.json")
    data = [json.loads(line) for line in rows.read_text().splitlines()]
    written = generate(*load("tiny"), [row["prompt"] for row in data], 48)
    ours = [bool(rlve.verify_row(row, one.text).correct) for row, one in zip(data, written, strict=True)]
    assert 0 < sum(ours) < len(ours)
    assert found["results"]["some_rows"]["accuracy,all"] == sum(ours) / len(ours)
    assert [text for sample in found["completions"]["some_rows"] for text in sample[0]] == [one.text for one in written]


def test_an_adapter_of_the_tiny_model_is_measured_with_its_base(rows: Path, tmp_path: Path) -> None:
    import torch
    from peft import LoraConfig, get_peft_model

    model, _ = load("tiny")
    torch.manual_seed(0)
    adapter = get_peft_model(model, LoraConfig(r=2, target_modules="all-linear", init_lora_weights=False))
    adapter.save_pretrained(tmp_path / "adapter")
    config = tmp_path / "adapter" / "adapter_config.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), "base_model_name_or_path": "tiny"}))
    found = measured(
        str(tmp_path / "adapter"),
        *("--tasks", str(rows), "--limit", "3", "--samples", "2", "--temperature", "1", "--max-completion-length", "8"),
        output=tmp_path / "found.json",
    )
    completions = found["completions"]["some_rows"]
    assert [len(sample[0]) for sample in completions] == [2, 2, 2]
    assert found["results"]["some_rows"]["accuracy,all"] == 0  # random adapters spoil the model


@pytest.mark.parametrize(
    ("gold", "text", "right"),
    [
        (73, "so it is \\boxed{073}", True),
        ("$\\frac{1}{2}$", "\\boxed{0.5}", True),
        (["$(1,2)$"], "\\boxed{(1, 2)}", True),
        (["$2\\sqrt{3}$"], "<answer>\\sqrt{12}</answer>", True),
        (73, "73", False),
        (73, "\\boxed{74}", False),
        (73, "\\boxed{73} or \\boxed{74}", False),
        ("x+1", "\\boxed{}", False),
    ],
)
def test_answers_of_maths_benchmarks(gold: object, text: str, right: bool) -> None:
    assert benchmarks.maths_is_right(gold, text) == right


def test_the_tasks_of_a_hub_are_put_as_lm_eval_takes_them() -> None:
    from datasets import Dataset, DatasetDict
    from lm_eval.api.task import ConfigurableTask

    for name in benchmarks.MATHS:
        task = benchmarks.task_of(name, 4, {"max_gen_toks": 16, "do_sample": False})
        question, answer = benchmarks.MATHS[name]["question"], benchmarks.MATHS[name]["answer"]
        doc = {question: "What is 1 + 1?", answer: ["$2$"] if name == "olympiad_bench" else 2}
        assert task["process_results"](doc, [["\\boxed{2}", "\\boxed{3}"]]) == {"accuracy": 0.5}
        assert "{{" + question + "}}" in task["doc_to_text"]
        local = {key: value for key, value in task.items() if key not in ("dataset_path", "dataset_name", "dataset_kwargs")}
        here = DatasetDict({task["test_split"]: Dataset.from_list([doc])})
        built = ConfigurableTask(config={**local, "custom_dataset": lambda here=here, **_: here})
        assert built.doc_to_text(doc).startswith("What is 1 + 1?\n\n")
    assert benchmarks.task_of("gsm8k", 1, {}) == "gsm8k"
