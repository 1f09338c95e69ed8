"""Evaluations with vLLM: what transformers writes greedily, vLLM writes too; and the command line of both."""

import pytest

import rlve
from rlve.cli import cli
from rlve.evaluation import load_evaluation, problem_set
from rlve.models import load
from rlve.models.backends import Completion, Sampling, TransformersBackend
from rlve.runs import RunFolder

pytestmark = pytest.mark.vllm

PRECISE = {"dtype": "float32", "enforce_eager": True}
PROBLEMS = problem_set(rlve.resolve("STARTER"), range(10), 30, name="a small one")


def prompts():
    return [problem.prompt() for problem in PROBLEMS.problems()]


@pytest.fixture
def backend(engine):
    from rlve.models.vllm_backend import VllmBackend

    open_ones = []

    def made(sampling, model="tiny", **options):
        open_ones.append(VllmBackend(model, sampling, **PRECISE, **options))
        return open_ones[-1]

    yield made
    for one in open_ones:
        one.close()


def test_greedy_completions_are_those_of_transformers(backend):
    how = Sampling(max_completion_length=16)
    wanted = TransformersBackend(*load("tiny"), how).complete(prompts(), 0)
    vllm = backend(how)
    assert vllm.complete(prompts(), 0) == wanted
    assert any(one.truncated for one in wanted) and not all(one.truncated for one in wanted)
    assert vllm.describe() == {
        "backend": "vllm",
        "dtype": "float32",
        "max_length": 1024,
    }


def test_an_adapter_is_heard(backend, tmp_path):
    import torch
    from peft import get_peft_model

    from rlve.training import lora_config

    torch.manual_seed(0)
    adapted = get_peft_model(load("tiny")[0], lora_config(4))
    for name, parameter in adapted.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.02)
    adapted.save_pretrained(tmp_path)
    how = Sampling(max_completion_length=16)
    wanted = TransformersBackend(*load("tiny", tmp_path), how).complete(prompts(), 0)
    assert wanted != TransformersBackend(*load("tiny"), how).complete(prompts(), 0)
    assert backend(how, adapter=tmp_path).complete(prompts(), 0) == wanted


def test_a_sampled_completion_depends_on_its_place_and_not_on_its_batch(backend):
    vllm = backend(Sampling(temperature=1.0, max_completion_length=24, seed=5), max_length=300)
    whole = vllm.complete(prompts(), 0)
    assert vllm.complete(prompts()[40:60], 40) == whole[40:60]
    others = vllm.complete(prompts(), 1000)
    assert 0 < sum(one == other for one, other in zip(whole, others, strict=True)) < len(whole)


def test_a_prompt_that_does_not_fit_counts_as_cut_off(backend, caplog):
    vllm = backend(Sampling(max_completion_length=24), max_length=60)
    short = rlve.problem("integer_sorting", 0, 0).prompt()
    long = rlve.problem("integer_sorting", 30, 0).prompt()
    first, second, third = vllm.complete([short, long, short], 0)
    assert first == third and first.text
    assert second == Completion("", 0, True)
    assert "1 prompts so far have 60 tokens or more" in caplog.text


def rlve_does(*arguments):
    cli.main(list(map(str, arguments)), standalone_mode=False)  # not by click's runner: vLLM wants a real stdout


def test_the_command_line_trains_resumes_and_evaluates_an_adapter(engine, tmp_path, monkeypatch):
    import functools

    import vllm

    run, numbers = tmp_path / "run", ("--prompts-per-step", 4, "--num-generations", 4, "--max-completion-length", 24)
    rlve_does(
        "train", "--use-vllm", "--vllm-max-model-length", 512, "--lora-r", 4, *numbers, "--max-steps", 2, "--output-dir", run
    )
    rlve_does("train", "--resume", run, "--max-steps", 3)
    assert [record["step"] for record in RunFolder(run).history()] == [1, 2, 3]
    assert all("sampling_gap" in record for record in RunFolder(run).history())
    monkeypatch.setattr(vllm, "LLM", functools.partial(vllm.LLM, **PRECISE))
    asked = ("--model", run, "-e", "integer_sorting", "--levels", "0-5", "--problems", 10, "--max-completion-length", 24)
    rlve_does("evaluate", *asked, "--backend", "vllm", "--output-dir", tmp_path / "vllm")
    rlve_does("evaluate", *asked, "--output-dir", tmp_path / "transformers")
    both = [load_evaluation(tmp_path / name) for name in ("vllm", "transformers")]
    assert both[0].config["backend"]["backend"] == "vllm"
    assert [record["completion"] for record in both[0].records] == [record["completion"] for record in both[1].records]
