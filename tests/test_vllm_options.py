"""What can be said about vLLM without having it: options, errors, and what TRL is told."""

import os
import sys
import warnings
from types import ModuleType, SimpleNamespace

import pytest
from click.testing import CliRunner
from toys import Successor

from rlve.cli import cli
from rlve.evaluation import EvaluationSettings
from rlve.evaluation.command import make_backend
from rlve.models.backends import Completion, Sampling
from rlve.models.vllm_settings import LONGEST_PROMPT, engines_shut_down, fitting, model_length, need_vllm, training_length
from rlve.schedulers import StaticScheduler
from rlve.training import grpo_config, train
from rlve.training.callback import FROM_TRL, RunCallback
from rlve.training.reward import RewardFunction
from rlve.training.settings import TrainingSettings
from rlve.training.stream import OWN, ProblemStream

pytest.importorskip("trl")

NUMBERS = {"prompts_per_step": 2, "num_generations": 2, "max_completion_length": 16, "learning_rate": 1e-3, "max_steps": 1}


@pytest.fixture
def absent(monkeypatch):
    """No vLLM, whatever is installed."""
    from importlib import util

    find = util.find_spec
    monkeypatch.setattr(util, "find_spec", lambda name, *rest: None if name == "vllm" else find(name, *rest))


@pytest.fixture
def present(monkeypatch):
    """A vLLM that starts no engine: `asked` holds what it was told, `answers` what it writes."""
    from importlib import util
    from importlib.machinery import ModuleSpec

    from trl import import_utils

    find = util.find_spec
    monkeypatch.setattr(util, "find_spec", lambda name, *rest: ModuleSpec(name, None) if name == "vllm" else find(name, *rest))
    monkeypatch.setattr(import_utils, "is_vllm_available", lambda: True)
    module = ModuleType("vllm")
    module.asked, module.down = [], []

    class LLM:
        def __init__(self, **options):
            module.asked.append(options)
            self.options = options
            self.model_config = SimpleNamespace(dtype="torch.bfloat16")
            core = SimpleNamespace(shutdown=lambda: module.down.append(self))
            self.llm_engine = SimpleNamespace(engine_core=core)

        def get_tokenizer(self):
            from rlve.models import load

            return load("tiny")[1]

        def generate(self, prompts, sampling, use_tqdm):
            module.asked.append((prompts, sampling))
            answers = [("<answer>1", [5, 6], "length"), ("<answer>2</answer>", [5, 6, 7], "stop")]
            return [
                SimpleNamespace(outputs=[SimpleNamespace(text=text, token_ids=ids, finish_reason=why)])
                for _, (text, ids, why) in zip(prompts, answers * len(prompts), strict=False)
            ]

    module.LLM = LLM
    module.SamplingParams = lambda **settings: settings
    monkeypatch.setitem(sys.modules, "vllm", module)
    return module


def config(most):
    return SimpleNamespace(get_text_config=lambda: SimpleNamespace(max_position_embeddings=most))


def test_the_length_has_room_for_a_long_prompt_as_far_as_the_model_goes():
    assert model_length(config(32768), 512) == LONGEST_PROMPT + 512
    assert model_length(config(2048), 512) == 2048
    assert model_length(config(None), 512) == LONGEST_PROMPT + 512
    assert model_length(config(32768), 512, asked=1000) == 1000


@pytest.mark.parametrize(
    ("most", "asked", "words"),
    [
        (2048, 4096, "vllm_max_model_length=4096 is more than the 2048 tokens that the model was made for"),
        (2048, 512, "a length of 512 tokens .* leaves no room for a prompt beside max_completion_length=512: .* up to the 2048"),
        (256, None, "a length of 256 tokens .* leaves no room"),
    ],
)
def test_a_length_that_cannot_be_is_refused(most, asked, words):
    with pytest.raises(ValueError, match=words):
        model_length(config(most), 512, asked)


def test_without_vllm_it_is_said_what_to_install(absent):
    with pytest.raises(ModuleNotFoundError, match=r"this needs vllm: pip install 'rlve\[vllm\] @ git\+"):
        train("tiny", use_vllm=True, **NUMBERS)
    result = CliRunner().invoke(cli, ["train", "--use-vllm", "--max-steps", "1"])
    assert result.exit_code == 2
    assert "training needs vllm: pip install 'rlve[vllm] @ git+" in result.output
    result = CliRunner().invoke(cli, ["evaluate", "--backend", "vllm", "-e", "integer_sorting", "--levels", "0-0"])
    assert result.exit_code == 2
    assert "evaluating needs vllm: pip install 'rlve[vllm] @ git+" in result.output


def test_a_version_that_trl_does_not_support_is_refused(present, monkeypatch):
    from trl import import_utils

    def of_trl():
        warnings.warn("TRL currently supports vLLM versions from 0.22.0 to 0.31.0. You have version 0.40.0", stacklevel=1)
        return True

    monkeypatch.setattr(import_utils, "is_vllm_available", of_trl)
    with pytest.raises(ValueError, match=r"from 0.22.0 to 0.31.0. You have version 0.40.0 Or: pip install 'rlve\[vllm\] @ git\+"):
        need_vllm()


def test_trl_still_warns_of_the_versions_it_does_not_support(monkeypatch):
    """What the refusal above is built on."""
    from trl import import_utils

    monkeypatch.setattr(import_utils, "_is_package_available", lambda name, return_version: (True, "0.40.0"))
    with pytest.warns(UserWarning, match=r"supports vLLM versions from .* to .*You have version 0\.40\.0"):
        assert import_utils.is_vllm_available()


def test_what_trl_is_told(present):
    model = SimpleNamespace(name_or_path="somewhere", config=config(4096))
    given = {"use_vllm": True, "vllm_gpu_memory_utilization": 0.4, "vllm_enable_sleep_mode": True, "weight_decay": 0.1}
    asked = TrainingSettings.from_arguments(**given, vllm_max_model_length=training_length(model, 512, None))
    options = asked.for_trl()
    assert options.items() >= {**given, "vllm_mode": "colocate", "vllm_max_model_length": 4096}.items()
    told = grpo_config(**{**options, **NUMBERS, "max_completion_length": 512})
    assert told.vllm_importance_sampling_correction
    assert told.vllm_importance_sampling_mode == "token_truncate"
    assert (told.top_p, told.top_k, told.temperature) == (1.0, 0, 1.0)


def test_a_model_in_memory_alone_cannot_be_loaded_by_vllm(present):
    with pytest.raises(ValueError, match="vLLM loads the model by itself: save it to a folder"):
        training_length(SimpleNamespace(name_or_path="", config=config(4096)), 512, None)


@pytest.mark.parametrize(
    "options",
    [{"top_p": 0.9}, {"top_k": 50}, {"min_p": 0.1}, {"repetition_penalty": 1.1}, {"generation_kwargs": {"top_p": 0.5}}],
    ids=str,
)
def test_sampling_that_would_bias_the_importance_ratio_is_refused(options):
    with pytest.raises(ValueError, match=r"does not go with vLLM in training.*the importance ratio would be biased; leave it at"):
        grpo_config(**NUMBERS, use_vllm=True, **options)
    grpo_config(**NUMBERS, **options)


def test_vllm_has_one_switch():
    with pytest.raises(ValueError, match="vllm is now called use_vllm"):
        train("tiny", vllm=True, **NUMBERS)
    result = CliRunner().invoke(cli, ["train", "--vllm-max-model-length", "2048"])
    assert result.exit_code == 2
    assert "vllm_max_model_length belongs to use_vllm" in result.output


def test_the_command_line_passes_trls_names_on_and_keeps_them(monkeypatch):
    kept = {}
    monkeypatch.setattr("rlve.training.command.run_training", lambda given, *rest: kept.update(given) or "finished")
    words = "--use-vllm --vllm-gpu-memory-utilization 0.5 --vllm-max-model-length 2048 --no-vllm-enable-sleep-mode"
    assert CliRunner().invoke(cli, ["train", *words.split()]).exit_code == 0
    assert kept == {
        "use_vllm": True,
        "vllm_gpu_memory_utilization": 0.5,
        "vllm_max_model_length": 2048,
        "vllm_enable_sleep_mode": False,
    }
    settings = TrainingSettings(**kept).for_trl()
    assert settings.items() >= {**kept, "vllm_mode": "colocate"}.items()
    assert not [name for name in TrainingSettings().for_trl() if "vllm" in name]


class Growing(Successor):
    def statement(self):
        return super().statement() + " Think." * self.task.level


def test_prompts_that_are_too_long_are_skipped_and_named(caplog):
    stream = ProblemStream(StaticScheduler([Growing], low=0, high=9), fits=lambda prompt: prompt.count("Think.") < 5)
    rows = iter(stream)
    assert {next(rows)["level"] for _ in range(60)} == {0, 1, 2, 3, 4}
    assert 20 < stream.too_long["growing"] < 100  # about as many as were asked
    assert "1 too long prompts of growing; at Task(environment='growing', level=" in caplog.text
    assert not stream.faults
    assert list(stream.open) == list(range(60))


def test_a_stream_with_nothing_that_fits_says_so_and_ends():
    stream = ProblemStream(StaticScheduler([Growing], low=5, high=9), fits=lambda prompt: "Think." not in prompt)
    with pytest.raises(
        RuntimeError,
        match=r"100 problems in a row could not be drawn or did not fit.*too long, by environment: growing 100: allow longer",
    ):
        next(iter(stream))


def test_rows_of_ones_own_that_are_too_long_give_way_to_problems():
    own = [{"prompt": "short", "answer": "1"}, {"prompt": "Think. " * 9, "answer": "2"}]
    stream = ProblemStream(
        StaticScheduler([Successor], low=0, high=0),
        own_dataset=own,
        own_share=0.5,
        fits=lambda prompt: len(prompt) < 200 and prompt.count("Think.") < 5,
    )
    rows = iter(stream)
    prompts = [row["prompt"] for row in (next(rows) for _ in range(8)) if row["environment"] == OWN]
    assert prompts == ["short"] * 2
    assert stream.too_long == {OWN: 2}


def test_tokens_are_counted_as_the_trainer_makes_them():
    from rlve.models import load

    _, tokenizer = load("tiny")
    number = len(tokenizer("Sort 3 2 1")["input_ids"])
    assert fitting(tokenizer, number)("Sort 3 2 1")
    assert not fitting(tokenizer, number - 1)("Sort 3 2 1")
    tokenizer.chat_template = "{% for m in messages %}[{{ m.content }}]{% endfor %}{{ more }}"
    messages = [{"role": "user", "content": "Sort 3 2 1"}]
    number = len(tokenizer("[Sort 3 2 1]1 2")["input_ids"])
    assert fitting(tokenizer, number, {"more": "1 2"})(messages)
    assert not fitting(tokenizer, number - 1, {"more": "1 2"})(messages)


def test_what_trl_sets_for_vllm_is_taken_back_and_the_engine_ended(present, monkeypatch):
    monkeypatch.setenv("MASTER_PORT", "1234")
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    engine = present.LLM()

    def fails():
        with engines_shut_down() as trainers:
            os.environ |= {"MASTER_PORT": "99", "WORLD_SIZE": "1"}
            trainers += [SimpleNamespace(vllm_generation=SimpleNamespace(llm=engine)), SimpleNamespace()]
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert os.environ["MASTER_PORT"] == "1234"
    assert "WORLD_SIZE" not in os.environ
    assert present.down == [engine]


def test_the_gap_between_sampled_and_trained_probabilities_is_logged():
    from rlve import Task

    records, reward = [], RewardFunction()
    callback = RunCallback(reward, on_step=records.append)
    task = Task("integer_sorting", 0, 1)
    reward(completions=["?"], **{name: [getattr(task, name)] for name in Task._fields})
    state = SimpleNamespace(global_step=1, max_steps=2)
    callback.on_step_end(SimpleNamespace(logging_steps=1), state, SimpleNamespace())
    callback.on_log(
        None, state, None, {"sampling/sampling_logp_difference/mean": 0.002, "sampling/sampling_logp_difference/max": 0.5}
    )
    assert (records[0]["sampling_gap"], records[0]["sampling_gap_max"]) == (0.002, 0.5)
    assert "importance_ratio" not in records[0]
    assert set(FROM_TRL.values()) >= {"sampling_gap", "sampling_gap_max", "importance_ratio"}


def test_a_large_gap_is_warned_of():
    from rlve.runs.health import remarks

    def steps(number, gap):
        return [{"step": step, "format_rate": 1.0, "entropy": 0.4, "sampling_gap": gap} for step in range(1, number + 1)]

    [found] = remarks(steps(10, 0.3))
    assert (found.kind, found.name, found.stops) == ("warning", "sampling-gap", False)
    assert "0.30 nats per token apart" in found.what
    assert remarks(steps(10, 0.02)) == remarks(steps(9, 0.3)) == []


def test_a_backend_asks_vllm_for_each_prompt_with_a_seed_of_its_own(present):
    from rlve.models.vllm_backend import VllmBackend

    backend = VllmBackend(
        "tiny", Sampling(temperature=0.7, top_p=0.9, max_completion_length=8, seed=3), memory_share=0.5, dtype="half"
    )
    assert {"max_model_len": 1024, "gpu_memory_utilization": 0.5, "seed": 3, "dtype": "half"}.items() <= present.asked[0].items()
    assert backend.complete(["Sort 2 1", "Sort 1 2"], first=10) == [
        Completion("<answer>1", 2, True),
        Completion("<answer>2</answer>", 3, False),
    ]
    prompts, sampling = present.asked[1]
    assert prompts == [{"prompt_token_ids": backend.tokenizer(text)["input_ids"]} for text in ("Sort 2 1", "Sort 1 2")]
    common = {"temperature": 0.7, "top_p": 0.9, "top_k": 0, "max_tokens": 8}
    assert sampling == [{**common, "seed": 13}, {**common, "seed": 14}]
    assert backend.describe() == {
        "backend": "vllm",
        "dtype": "bfloat16",
        "max_length": 1024,
    }
    backend.close()
    assert present.down == [backend.engine]


def test_a_template_writes_the_first_token_itself(present):
    """A tokenizer that adds a first token does not add a second one to what the template wrote."""
    from rlve.models.vllm_backend import VllmBackend

    class Tokenizer:
        chat_template = "a template"

        def apply_chat_template(self, messages, **how):
            return f"<s>{messages[-1]['content']}"

        def __call__(self, texts, add_special_tokens):
            return {"input_ids": [[1, 1] if add_special_tokens else [1]] * len(texts)}

    backend = VllmBackend("tiny", Sampling(max_completion_length=8))
    backend.tokenizer = Tokenizer()
    backend.complete(["Sort 2 1"], 0)
    prompts, _ = present.asked[-1]
    assert prompts == [{"prompt_token_ids": [1]}]


def test_an_adapter_is_merged_in_for_vllm(present, tmp_path):
    from peft import get_peft_model

    from rlve.models import load
    from rlve.models.vllm_backend import _whole
    from rlve.training import lora_config

    model, _ = load("tiny")
    adapted = get_peft_model(model, lora_config(2))
    for name, parameter in adapted.named_parameters():
        if "lora_B" in name:
            parameter.data.fill_(0.1)
    adapted.save_pretrained(tmp_path / "adapter")
    (tmp_path / "whole").mkdir()
    place = _whole("tiny", tmp_path / "adapter", str(tmp_path / "whole"))
    merged, plain = load(place)[0].state_dict(), load("tiny")[0].state_dict()
    changed = {name for name in merged if not merged[name].equal(plain[name])}
    assert changed == {name for name in plain if "proj" in name}
    assert _whole("tiny", None, str(tmp_path)) != str(tmp_path)


def test_no_model_is_named_in_words(present):
    from rlve.models.vllm_backend import VllmBackend

    with pytest.raises(ValueError, match=r"there is no model \./nowhere"):
        VllmBackend("./nowhere")
    assert not present.asked


def test_the_settings_of_an_evaluation_choose_the_backend(present):
    assert make_backend(EvaluationSettings(backend="vllm", max_completion_length=8)).describe()["backend"] == "vllm"
    assert make_backend(EvaluationSettings(max_completion_length=8)).describe()["backend"] == "transformers"
    with pytest.raises(ValueError, match="backend says what runs the model here, and base_url that a server does"):
        EvaluationSettings(backend="vllm", base_url="http://localhost:1/v1")
