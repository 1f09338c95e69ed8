"""Settings by GPU: what is chosen, what is refused, and that docs/gpus.md says the same. No GPU is needed: one is pretended."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rlve.models import fitting, hardware
from rlve.models.hardware import CLASSES, ROOM, Gpu, Row, row, table, table_lines, words_of
from rlve.models.memory import PROMPT, SIZES

ROOT = Path(__file__).resolve().parent.parent
T4, L4, A100 = Gpu("Tesla T4", 15.8, False), Gpu("NVIDIA L4", 23.6, True), Gpu("NVIDIA A100", 42.4, True)
PLAN = Row(prompts_per_step=16, num_generations=8, max_completion_length=1024, per_device_train_batch_size=16, lora_r=None, dtype="bf16")


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch):
    """Have a GPU at hand, and a model of one of the sizes whatever its name."""

    def gpu(found: Gpu | None, size: str = "1.5B") -> None:
        monkeypatch.setattr(hardware, "gpu", lambda: found)
        monkeypatch.setattr(fitting, "shape_at", lambda source: (SIZES[size], 32_768))

    return gpu


def test_gpus_have_the_class_that_is_not_larger() -> None:
    assert [hardware.class_of(memory) for memory in (8, 15.8, 23.6, 25.4, 42.4, 85, 150)] == [16, 16, 24, 24, 40, 80, 140]


@pytest.mark.parametrize("vllm", [False, True], ids=["transformers", "vllm"])
def test_every_row_fits_and_leaves_room(vllm: bool) -> None:
    for entry in table(vllm=vllm):
        if (found := entry["row"]) is not None:
            usable = CLASSES[entry["gpu"]]
            assert entry["need"] <= ROOM * usable + 1e-9
            assert found.dtype == ("fp16" if entry["gpu"] == 16 else "bf16")
            assert found.prompts_per_step * found.rollouts_per_prompt % found.rollouts_at_once == 0
            assert (found.vllm_gpu_memory_utilization is not None) == vllm
            assert not (vllm and found.load_in_4bit)
            assert {name.partition("_")[0] == "vllm" for name in found.settings()} == ({True, False} if vllm else {False})


@pytest.mark.parametrize("vllm", [False, True], ids=["transformers", "vllm"])
def test_larger_gpus_and_smaller_models_never_get_less(vllm: bool) -> None:
    rollouts = {
        (entry["size"], entry["gpu"]): 0
        if entry["row"] is None
        else entry["row"].prompts_per_step * entry["row"].completion_length
        for entry in table(vllm=vllm)
    }
    kinds, sizes = list(CLASSES), list(SIZES)
    for size in sizes:
        found = [rollouts[size, kind] for kind in kinds]
        assert found == sorted(found)
    for kind in kinds:
        found = [rollouts[size, kind] for size in sizes]
        assert found == sorted(found, reverse=True)


def test_four_bits_only_where_sixteen_do_not_fit() -> None:
    packed = {(entry["size"], entry["gpu"]) for entry in table(vllm=False) if entry["row"] and entry["row"].load_in_4bit}
    assert packed and {size for size, _ in packed} == {"7B"}
    for size, kind in packed:
        assert row(SIZES[size], CLASSES[kind], bf16=kind > 16, given={"load_in_4bit": False}) is None


def test_what_is_given_stays_and_the_rest_is_chosen_around_it() -> None:
    shape, free = SIZES["1.5B"], row(SIZES["1.5B"], 39)
    longer = row(shape, 39, given={"max_completion_length": 8192})
    assert free is not None and longer is not None and longer.completion_length == 8192
    assert longer.gradient_checkpointing and not free.gradient_checkpointing
    fixed = row(shape, 39, vllm=True, given={"per_device_train_batch_size": 1, "vllm_gpu_memory_utilization": 0.3, "lora_r": 64})
    assert fixed is not None
    assert (fixed.rollouts_at_once, fixed.vllm_gpu_memory_utilization, fixed.lora_rank) == (1, 0.3, 64)
    assert row(shape, 39, given={"gradient_checkpointing": True}).gradient_checkpointing  # type: ignore[union-attr]
    assert row(shape, 22, given={"lora_r": None}) is None  # all weights, with Adam, take 24.7 GB
    short = row(SIZES["0.5B"], 79, context=1024, vllm=True)
    assert short is not None and (short.completion_length, short.vllm_max_model_length) == (512, 1024)
    assert row(SIZES["0.5B"], 79, context=2048).completion_length == 2048 - PROMPT  # type: ignore[union-attr]


def test_vllms_share_is_what_it_needs_or_what_there_is() -> None:
    roomy, tight = (row(SIZES["1.5B"], CLASSES[kind], vllm=True) for kind in (80, 24))
    assert roomy is not None and tight is not None
    assert not roomy.vllm_enable_sleep_mode and tight.vllm_enable_sleep_mode
    assert roomy.vllm_max_model_length == PROMPT + roomy.completion_length
    for found, memory in ((roomy, 79), (tight, 22)):
        assert 2 * SIZES["1.5B"].parameters / 1e9 < found.vllm_gpu_memory_utilization * memory < memory


def test_the_document_shows_the_rows_of_the_code() -> None:
    text = (ROOT / "docs" / "gpus.md").read_text("utf-8")
    for vllm in (False, True):
        assert "\n".join(table_lines(vllm=vllm)) in text, "python scripts/gpu_table.py writes it anew"


def test_without_a_gpu_nothing_is_chosen_or_checked(pretend, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(None)
    settings = {"max_completion_length": 48, "lora_r": None}
    assert fitting.choose("tiny", settings, {}, vllm=False) == (settings, None)
    fitting.check("any", **_arguments(max_completion_length=10**6))


def test_a_small_model_keeps_its_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers")
    monkeypatch.setattr(hardware, "gpu", lambda: T4)
    settings = {"max_completion_length": 48}
    assert fitting.choose("tiny", settings, {}, vllm=False) == (settings, None)
    fitting.check("tiny", **_arguments(max_completion_length=48))


def test_choosing_says_what_was_chosen_and_what_was_kept(pretend) -> None:
    pretend(L4)
    settings, words = fitting.choose("m", {"seed": 3, "max_completion_length": 700}, {"max_completion_length": 700}, vllm=False)
    assert (settings["seed"], settings["max_completion_length"], settings["dtype"], settings["lora_r"]) == (3, 700, "bf16", 16)
    assert words is not None and "1.5 billion parameters on NVIDIA L4 (23.6 GB), by the row for GPUs of 24 GB" in words
    assert "computed, not measured" in words and "yours, kept: max_completion_length=700" in words
    pretend(T4, "7B")
    settings, words = fitting.choose("m", {"seed": 3}, {"lora_r": None}, vllm=False)
    assert settings == {"seed": 3} and words is not None and "no settings were found" in words


def _arguments(**changes: Any) -> dict[str, Any]:
    settings: dict[str, Any] = {
        "prompts_per_step": 16,
        "num_generations": 8,
        "max_completion_length": 512,
        "per_device_train_batch_size": 2,
        "lora_r": 16,
        "dtype": None,
        "load_in_4bit": False,
        "use_vllm": False,
        "options": {},
    }
    return {**settings, **changes}


def test_what_cannot_fit_is_refused_with_what_to_change(pretend) -> None:
    pretend(L4)
    fitting.check("m", **_arguments())
    with pytest.raises(ValueError, match="this training does not fit") as refused:
        fitting.check("m", **_arguments(lora_r=None, per_device_train_batch_size=None, max_completion_length=2048))
    words = str(refused.value)
    assert re.search(r"needs about \d+\.\d GB: weights 6\.2, trained 18\.5, .* NVIDIA L4 has 23\.6 GB", words)
    for change in ("--lora-r 16", "--per-device-train-batch-size 1", "--gradient-checkpointing", "--max-completion-length 1024", "--no-memory-check"):
        assert change in words
    assert "What fits: LoRA of rank 16, bf16" in words
    with pytest.raises(ValueError, match=r"--load-in-4bit \d+\.\d GB"):
        fitting.check("m", **_arguments(max_completion_length=20_000))
    with pytest.raises(ValueError, match="vllm_enable_sleep_mode=True"):
        fitting.check("m", **_arguments(use_vllm=True, per_device_train_batch_size=16, options={"vllm_gpu_memory_utilization": 0.8}))


def test_each_change_that_is_advised_is_computed_to_help() -> None:
    words = fitting.refusal(SIZES["7B"], PLAN, A100)
    assert words is not None
    peak = float(re.search(r"about (\d+\.\d) GB", words).group(1))  # type: ignore[union-attr]
    advised = [float(number) for number in re.findall(r" (\d+\.\d) GB", words.partition("would make it: ")[2].partition(". ")[0])]
    assert len(advised) == 4 and advised == sorted(advised) and all(number < peak for number in advised)
    assert "--prompts-per-step" not in words  # fewer to write, but learning is what takes most
    assert fitting.refusal(SIZES["0.5B"], PLAN, Gpu("big", 1000, True)) is None
    nothing = fitting.refusal(SIZES["7B"], PLAN, Gpu("small", 8, True))
    assert nothing is not None and "take a smaller model" in nothing


def test_a_run_is_refused_before_its_weights_are_loaded(pretend, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("trl")
    from rlve.training import trainer as training

    def loading(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("loading")

    pretend(T4, "7B")
    monkeypatch.setattr(training, "load", loading)
    with pytest.raises(ValueError, match="does not fit"):
        training.train("m", ["integer_sorting"], max_steps=1)
    with pytest.raises(RuntimeError, match="loading"):
        training.train("m", ["integer_sorting"], max_steps=1, memory_check=False)


@pytest.mark.parametrize(
    ("gpu", "settings", "words"),
    [
        (None, {"dtype": "half"}, "dtype should be one of bf16, fp16, fp32, got 'half'"),
        (None, {"dtype": "fp16"}, "fp16 needs a GPU"),
        (T4, {"dtype": "bf16"}, "Tesla T4 does not compute in bf16: take fp16"),
        (L4, {"dtype": "bf16", "options": {"fp16": True}}, "give one or the other"),
        (L4, {"load_in_4bit": True, "lora_r": None}, "4-bit weights cannot be trained"),
        (L4, {"load_in_4bit": True, "vllm": True}, "do not go with vLLM"),
    ],
)
def test_precision_refuses(gpu: Gpu | None, settings: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware, "gpu", lambda: gpu)
    settings = {"dtype": None, "load_in_4bit": False, "lora_r": 16, "use_vllm": False, "options": {}, **settings}
    with pytest.raises(ValueError, match=words):
        fitting.precision(**settings)


def test_precision_becomes_trls_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware, "gpu", lambda: T4)
    assert fitting.precision("fp16", False, 16, False, {"beta": 0.1}) == {"beta": 0.1, "bf16": False, "fp16": True}
    assert fitting.precision(None, False, 16, False, {"beta": 0.1}) == {"beta": 0.1}
    monkeypatch.setattr("rlve.models.find_spec", None, raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"needs bitsandbytes: pip install 'rlve\[quantized\]'"):
        fitting.precision(None, True, 16, False, {})


def test_the_words_of_a_row() -> None:
    found = Row(16, 8, 512, 4, 16, "bf16", True, vllm_gpu_memory_utilization=0.35, vllm_enable_sleep_mode=True)
    assert words_of(found) == (
        "LoRA of rank 16, bf16, 16 prompts x 8 rollouts, completions of 512 tokens, 4 at once, checkpointing, vLLM with 35% of the "
        "memory, asleep while the model learns"
    )


def test_the_command_uses_the_row_says_so_and_keeps_it_for_a_resume(
    toy: str, toy_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("trl")
    from click.testing import CliRunner

    from rlve.cli import cli
    from rlve.runs import RunFolder

    monkeypatch.setattr(hardware, "gpu", lambda: L4)
    monkeypatch.setattr(fitting, "SMALL", 0)
    small = ["--prompts-per-step", "2", "--num-generations", "4", "--max-completion-length", "8", "--learning-rate", "1e-3", "--max-steps", "1"]
    command = ["train", "--model", str(toy_model), "-e", toy, *small, "--output-dir", str(tmp_path / "run"), "--save-steps", "1"]
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 0, result.output
    assert "on NVIDIA L4 (23.6 GB), by the row for GPUs of 24 GB in docs/gpus.md (computed, not measured)" in result.stdout
    assert "yours, kept: prompts_per_step=2, num_generations=4, max_completion_length=8" in result.stdout
    assert "LoRA of rank 16" in result.stdout
    chosen = {"lora_r": 16, "dtype": "bf16", "per_device_train_batch_size": 8, "gradient_checkpointing": False, "max_completion_length": 8}
    assert RunFolder(tmp_path / "run").config()["command"]["settings"].items() >= chosen.items()
    monkeypatch.setattr(hardware, "gpu", lambda: None)  # the run goes on by its own settings, wherever it is
    result = CliRunner().invoke(cli, ["train", "--resume", str(tmp_path / "run"), "--max-steps", "2"])
    assert result.exit_code == 0, result.output
    assert "by the row" not in result.stdout and len(RunFolder(tmp_path / "run").history()) == 2
