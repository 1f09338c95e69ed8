"""The memory estimate: parameters against models without weights, what is kept for the backward pass against tensors counted.
Settings by GPU: what is chosen and what is refused. No GPU is needed: one is pretended.
"""

from __future__ import annotations

import re
import weakref
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rlve.models import memory
from rlve.models.memory import (
    BASE,
    CLASSES,
    PROMPT,
    ROOM,
    SIZES,
    TILE_ENTRIES,
    TILE_TOKENS,
    Gpu,
    Shape,
    answers_at_once,
    check_4bit,
    check_fits,
    choose,
    class_of,
    engine_need,
    memory_need,
    mixed_precision,
    row,
    shape_of,
    words,
)

SMALL = {"hidden": 256, "layers": 6, "intermediate": 640, "heads": 8, "key_value_heads": 2, "vocabulary": 8}


def config_of(name: str = "Qwen2Config", **sizes: Any) -> Any:
    transformers = pytest.importorskip("transformers")
    return getattr(transformers, name)(
        hidden_size=sizes["hidden"],
        num_hidden_layers=sizes["layers"],
        intermediate_size=sizes["intermediate"],
        num_attention_heads=sizes["heads"],
        num_key_value_heads=sizes["key_value_heads"],
        vocab_size=sizes["vocabulary"],
        tie_word_embeddings=sizes.get("tied", True),
    )


def test_parameters_are_those_of_the_models() -> None:
    assert {name: round(shape.parameters / 1e6) for name, shape in SIZES.items()} == {
        "0.5B": 494,
        "1.5B": 1544,
        "3B": 3086,
        "7B": 7616,
    }


@pytest.mark.parametrize(
    ("size", "sizes"),
    [
        ("0.5B", {"hidden": 896, "layers": 24, "intermediate": 4864, "heads": 14, "key_value_heads": 2, "vocabulary": 151_936}),
        ("1.5B", {"hidden": 1536, "layers": 28, "intermediate": 8960, "heads": 12, "key_value_heads": 2, "vocabulary": 151_936}),
        ("3B", {"hidden": 2048, "layers": 36, "intermediate": 11008, "heads": 16, "key_value_heads": 2, "vocabulary": 151_936}),
        ("7B", {"hidden": 3584, "layers": 28, "intermediate": 18944, "heads": 28, "key_value_heads": 4, "vocabulary": 152_064, "tied": False}),
    ],
    ids=list(SIZES),
)  # fmt: skip
def test_a_shape_that_is_written_down_is_the_one_counted(size: str, sizes: dict[str, Any]) -> None:
    assert shape_of(config_of(**sizes)) == SIZES[size]


@pytest.mark.parametrize("name", ["Qwen2Config", "LlamaConfig", "Qwen3Config"])
def test_a_shape_has_the_parameters_and_adapters_that_transformers_and_peft_count(name: str) -> None:
    peft = pytest.importorskip("peft")
    import torch
    from transformers import AutoModelForCausalLM

    from rlve.training import lora_config

    config = config_of(name, hidden=32, layers=2, intermediate=48, heads=4, key_value_heads=2, vocabulary=64, tied=False)
    shape = shape_of(config)
    with torch.device("meta"):
        model = AutoModelForCausalLM.from_config(config)
        adapted = peft.get_peft_model(AutoModelForCausalLM.from_config(config), lora_config(4))
    assert model.num_parameters() == shape.parameters
    assert adapted.get_nb_trainable_parameters()[0] == 4 * shape.sides
    assert shape.queries == model.model.layers[0].self_attn.q_proj.out_features
    assert shape.key_values == model.model.layers[0].self_attn.k_proj.out_features


def test_other_kinds_of_models() -> None:
    transformers = pytest.importorskip("transformers")
    shape = shape_of(transformers.GPT2Config(n_embd=32, n_layer=2, n_head=4, vocab_size=64))
    assert (shape.hidden, shape.intermediate, shape.key_values, shape.linear) == (32, 128, 32, 2 * 12 * 32 * 32)
    with pytest.raises(ValueError, match="no decoder of a known kind"):
        shape_of(transformers.T5Config())


class Peak:
    """Counts the bytes of living tensors that the operations inside make; nothing is really computed or allocated."""

    def __init__(self, model: Any) -> None:
        from torch.utils._python_dispatch import TorchDispatchMode
        from torch.utils._pytree import tree_leaves

        outer, self.now, self.most = self, 0, 0
        self.known = weakref.WeakSet(tensor.untyped_storage() for tensor in (*model.parameters(), *model.buffers()))

        class Mode(TorchDispatchMode):
            def __torch_dispatch__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
                out = function(*args, **(kwargs or {}))
                for storage in (leaf.untyped_storage() for leaf in tree_leaves(out) if hasattr(leaf, "untyped_storage")):
                    if storage not in outer.known:
                        outer.known.add(storage)
                        outer.now += storage.nbytes()
                        weakref.finalize(storage, outer.free, storage.nbytes())
                outer.most = max(outer.most, outer.now)
                return out

        self.mode = Mode()

    def free(self, size: int) -> None:
        self.now -= size


def counted(sizes: dict[str, Any], *, at_once: int, prompt: int, completion: int, rank: int | None, checkpointing: bool) -> int:
    """Bytes at the peak of two forward and backward passes as TRL does them, without weights, on tensors that hold nothing."""
    peft = pytest.importorskip("peft")
    import torch
    from torch._subclasses.fake_tensor import FakeTensorMode
    from transformers import AutoModelForCausalLM
    from trl.trainer.utils import add_fused_lm_head

    from rlve.training import lora_config

    with torch.device("meta"):
        dtype = torch.float32 if rank is None else torch.bfloat16
        model = AutoModelForCausalLM.from_config(config_of(**sizes), dtype=dtype, attn_implementation="sdpa")
        add_fused_lm_head(model)
        if rank is not None:
            model = peft.get_peft_model(model, lora_config(rank))
        if checkpointing:
            model.gradient_checkpointing_enable()
            model.enable_input_require_grads()
    with FakeTensorMode(allow_non_fake_inputs=True):
        made: dict[int, Any] = {}
        for module in model.modules():
            for kept in (module._parameters, module._buffers):
                for name, tensor in list(kept.items()):
                    if tensor is not None:
                        fake = made.get(id(tensor), (None, torch.empty(tensor.shape, dtype=tensor.dtype)))[1]
                        if isinstance(tensor, torch.nn.Parameter) and id(tensor) not in made:
                            fake = torch.nn.Parameter(fake, requires_grad=tensor.requires_grad)
                        made[id(tensor)] = (tensor, fake)
                        kept[name] = fake
        model.train()
        tokens = torch.zeros(at_once, prompt + completion, dtype=torch.long)
        labels = tokens.clone()
        labels[:, :prompt] = -100
        peak = Peak(model)
        with peak.mode:
            for _ in range(2):  # the second beside the gradients of the first
                with torch.autocast("cpu", dtype=torch.bfloat16):
                    out = model(input_ids=tokens, attention_mask=torch.ones_like(tokens), labels=labels, fused_lm_head=True)
                out.log_probs.mean().backward()
                del out
    return peak.most


@pytest.mark.parametrize("checkpointing", [False, True], ids=["", "checkpointing"])
@pytest.mark.parametrize("rank", [16, None], ids=["lora", "full"])
def test_what_learning_takes_is_what_the_tensors_take(
    rank: int | None, checkpointing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("trl")
    monkeypatch.setattr("trl.trainer.utils._CHUNKED_LOGPROB_CHUNK_SIZE", SMALL["vocabulary"])  # a GPU's tile is added below
    lengths = {"at_once": 4, "prompt": 128, "completion": 256}
    found = counted(SMALL, **lengths, rank=rank, checkpointing=checkpointing)
    settings = {"prompts_per_step": 1, "num_generations": 4, "max_completion_length": 256, "lora_r": rank}
    need = memory_need(shape_of(config_of(**SMALL)), {**settings, "gradient_checkpointing": checkpointing}, prompt=128)
    tile = 2 * min(4 * 256, TILE_TOKENS) * TILE_ENTRIES
    gradients = need["trained"] / (4 if rank else 3)
    assert found <= (need["learning"] + gradients) * 1e9 - tile <= 1.4 * found


SHAPE = SIZES["1.5B"]


def need_of(memory: float = 100, prompt: int = PROMPT, **changes: Any) -> dict[str, float]:
    settings = {"per_device_train_batch_size": 4, "max_completion_length": 1024, "lora_r": 16, "dtype": "bfloat16", **changes}
    return memory_need(SHAPE, settings, memory, prompt)


def test_the_peak_holds_the_larger_of_writing_and_learning() -> None:
    few, many = need_of(per_device_train_batch_size=1), need_of(per_device_train_batch_size=16)
    assert few["writing"] == many["writing"] > few["learning"] and many["learning"] > many["writing"]
    for need in (few, many):
        larger = max(need["writing"], need["learning"])
        assert need["peak"] == pytest.approx(BASE + need["weights"] + need["trained"] + larger)


def test_vllm_keeps_its_share_unless_it_sleeps() -> None:
    share = {"use_vllm": True, "vllm_gpu_memory_utilization": 0.1}
    awake, asleep = need_of(**share), need_of(**share, vllm_enable_sleep_mode=True)
    assert awake["peak"] == pytest.approx(BASE + awake["weights"] + awake["trained"] + 10 + awake["learning"])
    assert awake["peak"] - asleep["peak"] == pytest.approx(min(10, awake["learning"]))
    assert engine_need(SHAPE, 16, 2048) > engine_need(SHAPE, 8, 2048) > 2 * SHAPE.parameters / 1e9


@pytest.mark.parametrize(
    "growing",
    [
        [{"max_completion_length": length} for length in (128, 512, 2048)],
        [{"prompt": length} for length in (128, 512, 2048)],
        [{"per_device_train_batch_size": count, "prompts_per_step": 2} for count in (4, 8, 16)],
        [{"prompts_per_step": count, "per_device_train_batch_size": 1} for count in (8, 16, 32)],
        [{"num_generations": count, "per_device_train_batch_size": 1} for count in (4, 8, 16)],
        [{"lora_r": rank} for rank in (8, 16, 64, 0)],
        [{"load_in_4bit": True}, {}, {"dtype": "float32"}],
        [{"gradient_checkpointing": True, "per_device_train_batch_size": 16}, {"per_device_train_batch_size": 16}],
        [{"prompts_per_step": 2}, {"prompts_per_step": 2, "per_device_train_batch_size": None}],
    ],
    ids=["completion", "prompt", "batch", "prompts", "generations", "rank", "precision", "checkpointing", "all at once"],
)
def test_more_needs_more(growing: list[dict[str, Any]]) -> None:
    peaks = [need_of(**changes)["peak"] for changes in growing]
    assert all(smaller < larger for smaller, larger in pairwise(peaks))


def test_all_weights_are_no_rank_or_the_rank_0() -> None:
    assert need_of(lora_r=None) == need_of(lora_r=0)


def test_larger_models_need_more() -> None:
    settings = {"prompts_per_step": 8, "per_device_train_batch_size": 2, "max_completion_length": 512, "lora_r": 16}
    shapes: list[Shape] = list(SIZES.values())
    needs = [memory_need(shape, settings) for shape in shapes]
    assert all(smaller["peak"] < larger["peak"] for smaller, larger in pairwise(needs))
    assert [need["weights"] for need in needs] == pytest.approx([2 * shape.parameters / 1e9 for shape in shapes])


T4, L4, A100 = Gpu("Tesla T4", 15.8, False), Gpu("NVIDIA L4", 23.6, True), Gpu("NVIDIA A100", 42.4, True)
with_and_without_vllm = pytest.mark.parametrize("use_vllm", [False, True], ids=["transformers", "vllm"])


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch):
    """Have a GPU at hand, and a model of one of the sizes whatever its name."""

    def gpu(found: Gpu | None, size: str = "1.5B") -> None:
        monkeypatch.setattr(memory, "gpu", lambda: found)
        monkeypatch.setattr(memory, "shape_at", lambda source: (SIZES[size], 32_768))

    return gpu


def rows(use_vllm: bool) -> dict[tuple[str, int], dict[str, Any] | None]:
    """The settings of each size on each class of GPUs, as docs/gpus.md shows them (tests/test_presets.py compares it)."""
    return {
        (size, kind): row(shape, usable, bf16=kind > 16, use_vllm=use_vllm)
        for size, shape in SIZES.items()
        for kind, usable in CLASSES.items()
    }


def test_gpus_have_the_class_that_is_not_larger() -> None:
    assert [class_of(gigabytes) for gigabytes in (8, 15.8, 23.6, 25.4, 42.4, 85, 150)] == [16, 16, 24, 24, 40, 80, 140]


@with_and_without_vllm
def test_every_row_fits_and_leaves_room(use_vllm: bool) -> None:
    for (size, kind), found in rows(use_vllm).items():
        if found is not None:
            assert memory_need(SIZES[size], found, CLASSES[kind])["peak"] <= ROOM * CLASSES[kind] + 1e-9
            assert found["dtype"] == ("float16" if kind == 16 else "bfloat16")
            assert found["prompts_per_step"] * found["num_generations"] % found["per_device_train_batch_size"] == 0
            assert found["use_vllm"] == use_vllm and not (use_vllm and found["load_in_4bit"])
            assert {name.partition("_")[0] == "vllm" for name in found} == ({True, False} if use_vllm else {False})
            assert (found["num_generations"], found["lora_r"]) == (8, 16), "the document says so of all rows"
            assert not use_vllm or found["vllm_max_model_length"] == PROMPT + found["max_completion_length"]


@with_and_without_vllm
def test_larger_gpus_and_smaller_models_never_get_less(use_vllm: bool) -> None:
    rollouts = {
        place: 0 if found is None else found["prompts_per_step"] * found["max_completion_length"]
        for place, found in rows(use_vllm).items()
    }
    kinds, sizes = list(CLASSES), list(SIZES)
    for size in sizes:
        found = [rollouts[size, kind] for kind in kinds]
        assert found == sorted(found)
    for kind in kinds:
        found = [rollouts[size, kind] for size in sizes]
        assert found == sorted(found, reverse=True)


def test_four_bits_only_where_sixteen_do_not_fit() -> None:
    packed = {place for place, found in rows(False).items() if found and found["load_in_4bit"]}
    assert packed and {size for size, _ in packed} == {"7B"}
    for size, kind in packed:
        assert row(SIZES[size], CLASSES[kind], bf16=kind > 16, use_vllm=False, given={"load_in_4bit": False}) is None


def settings_of(memory: float, size: str = "1.5B", *, use_vllm: bool = False, context: int | None = None, **given: Any) -> Any:
    return row(SIZES[size], memory, bf16=True, use_vllm=use_vllm, context=context, given=given)


def test_what_is_given_stays_and_the_rest_is_chosen_around_it() -> None:
    free, longer = settings_of(39), settings_of(39, max_completion_length=8192)
    assert longer["max_completion_length"] == 8192
    assert longer["gradient_checkpointing"] and not free["gradient_checkpointing"]
    given = {"per_device_train_batch_size": 1, "vllm_gpu_memory_utilization": 0.3, "lora_r": 64}
    assert settings_of(39, use_vllm=True, **given).items() >= given.items()
    assert settings_of(39, gradient_checkpointing=True)["gradient_checkpointing"]
    assert not settings_of(22, gradient_checkpointing=False)["gradient_checkpointing"]
    assert settings_of(39, dtype=None, gradient_checkpointing=None) == free, "None is nothing that was asked for"
    assert settings_of(22, lora_r=None) is None and settings_of(22, lora_r=0) is None  # all weights, with Adam, take 24.7 GB
    assert settings_of(139, lora_r=None)["lora_r"] == 0
    assert settings_of(39, per_device_train_batch_size=3) is None  # it divides no number of completions of a step
    short = settings_of(79, "0.5B", context=1024, use_vllm=True)
    assert (short["max_completion_length"], short["vllm_max_model_length"]) == (512, 1024)
    assert settings_of(79, "0.5B", context=2048)["max_completion_length"] == 2048 - PROMPT


def test_vllms_share_is_what_it_needs_or_what_there_is() -> None:
    roomy, tight = settings_of(79, use_vllm=True), settings_of(22, use_vllm=True)
    assert not roomy["vllm_enable_sleep_mode"] and tight["vllm_enable_sleep_mode"]
    for found, gigabytes in ((roomy, 79), (tight, 22)):
        assert 2 * SHAPE.parameters / 1e9 < found["vllm_gpu_memory_utilization"] * gigabytes < gigabytes


def test_without_a_gpu_nothing_is_chosen_or_checked(pretend) -> None:
    pretend(None)
    assert choose("tiny", {"max_completion_length": 48}, False) == ({}, None)
    check_fits("any", {"max_completion_length": 10**6})


def test_what_answers_at_once_fits_on_the_gpu(pretend) -> None:
    pretend(None)
    assert answers_at_once("any", 512) is None
    pretend(T4, "1.5B")
    number = answers_at_once("any", 512)
    assert number is not None and (answers_at_once("any", 8192) or 0) < number <= (answers_at_once("any", 48) or 0)
    pretend(L4, "1.5B")
    assert number < (answers_at_once("any", 512) or 0)
    pretend(T4, "7B")
    with pytest.raises(ValueError, match=r"this model does not fit: its weights need 15\.2 GB, .* Tesla T4 has 15\.8 GB"):
        answers_at_once("any", 512)


@pytest.mark.parametrize(("found", "dtype"), [(None, "bfloat16"), (T4, "float16"), (L4, "bfloat16")])
def test_a_gpu_without_bfloat16_never_gets_it(found: Gpu | None, dtype: str, monkeypatch, tmp_path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from rlve.models import load

    model, tokenizer = load("tiny")
    model.to(torch.bfloat16).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    monkeypatch.setattr("rlve.models.loading.gpu", lambda: found)
    monkeypatch.setattr("rlve.models.loading.device", lambda: "cpu")
    assert str(load(tmp_path)[0].dtype) == f"torch.{dtype}"


def test_a_small_model_keeps_its_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers")
    monkeypatch.setattr(memory, "gpu", lambda: T4)
    assert choose("tiny", {"max_completion_length": 48}, False) == ({}, None)
    check_fits("tiny", {"max_completion_length": 48})


def test_choosing_says_what_was_chosen_and_what_was_kept(pretend) -> None:
    pretend(L4)
    settings, said = choose("m", {"seed": 3, "max_completion_length": 700}, False)
    assert (settings["max_completion_length"], settings["dtype"], settings["lora_r"]) == (700, "bfloat16", 16)
    assert "seed" not in settings
    assert said is not None and "1.5 billion parameters on NVIDIA L4 (23.6 GB), by the row for GPUs of 24 GB" in said
    assert "computed, not measured" in said and said.endswith("yours, kept: max_completion_length=700")
    pretend(T4, "7B")
    settings, said = choose("m", {"lora_r": None}, False)
    assert settings == {} and said is not None and "no settings were found" in said


FITTING = {"max_completion_length": 512, "per_device_train_batch_size": 2, "lora_r": 16}
LARGE = {"max_completion_length": 1024, "per_device_train_batch_size": 16, "lora_r": None, "dtype": "bfloat16"}


def refused(settings: dict[str, Any]) -> str:
    with pytest.raises(ValueError, match="this training does not fit") as refusal:
        check_fits("m", settings)
    return str(refusal.value)


def test_what_cannot_fit_is_refused_with_what_to_change(pretend) -> None:
    pretend(L4)
    check_fits("m", FITTING)
    check_fits(object(), LARGE)  # a model in memory
    said = refused({"lora_r": None, "max_completion_length": 2048})
    assert re.search(r"needs about \d+\.\d GB: weights 6\.2, trained 18\.5, .* NVIDIA L4 has 23\.6 GB", said)
    for change in ("--lora-r 16", "--per-device-train-batch-size 1", "--gradient-checkpointing", "--max-completion-length 1024"):
        assert f"{change} " in said
    assert "--no-memory-check" in said
    assert re.search(r"What fits: --prompts-per-step \d+ .*--lora-r 16 --dtype bfloat16", said)
    assert re.search(r"--load-in-4bit \d+\.\d GB", refused({**FITTING, "max_completion_length": 20_000}))
    awake = {**FITTING, "use_vllm": True, "per_device_train_batch_size": 16, "vllm_gpu_memory_utilization": 0.8}
    assert "--vllm-enable-sleep-mode " in refused(awake)


def test_each_change_that_is_advised_is_computed_to_help(pretend) -> None:
    pretend(A100, "7B")
    said = refused(LARGE)
    peak = float(re.search(r"about (\d+\.\d) GB", said).group(1))  # type: ignore[union-attr]
    advised = [float(number) for number in re.findall(r" (\d+\.\d) GB", said.partition("would make it: ")[2].partition(". ")[0])]
    assert len(advised) == 4 and advised == sorted(advised) and all(number < peak for number in advised)
    assert "--prompts-per-step" not in said.partition("What fits")[0]  # fewer to write, but learning is what takes most
    pretend(Gpu("big", 1000, True), "0.5B")
    check_fits("m", LARGE)
    pretend(Gpu("small", 8, True), "7B")
    assert "take a smaller model" in refused(LARGE)


def test_several_processes_share_a_step_and_are_told_its_whole_number(pretend, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(L4)
    many = {**FITTING, "prompts_per_step": 64}
    assert "--prompts-per-step 32 " in refused(many)
    monkeypatch.setattr("rlve.runs.processes.count", lambda: 4)
    check_fits("m", many)
    assert "--prompts-per-step 128 " in refused({**many, "prompts_per_step": 256})


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
    ("gpu", "dtype", "said"),
    [
        (None, "half", "dtype should be one of bfloat16, float16, float32, got 'half'"),
        (None, "float16", "float16 needs a GPU"),
        (T4, "bfloat16", "Tesla T4 does not compute in bfloat16: take float16"),
    ],
)
def test_precision_refuses(gpu: Gpu | None, dtype: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "gpu", lambda: gpu)
    with pytest.raises(ValueError, match=said):
        mixed_precision(dtype)


def test_precision_becomes_trls_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "gpu", lambda: T4)
    assert mixed_precision("float16") == {"bf16": False, "fp16": True}
    assert mixed_precision("float32") == {"bf16": False, "fp16": False}
    assert mixed_precision(None) == {}


def test_precision_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("trl")
    from rlve.training import train

    monkeypatch.setattr(memory, "gpu", lambda: L4)
    with pytest.raises(ValueError, match="give one or the other"):
        train("tiny", ["integer_sorting"], max_steps=1, dtype="bfloat16", fp16=True)


def test_four_bits_need_adapters_no_vllm_and_bitsandbytes(monkeypatch: pytest.MonkeyPatch) -> None:
    for rank in (None, 0):
        with pytest.raises(ValueError, match="4-bit weights cannot be trained"):
            check_4bit(rank, False)
    with pytest.raises(ValueError, match="do not go with vLLM"):
        check_4bit(16, True)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"needs bitsandbytes: pip install 'rlve\[quantized\] @ git\+"):
        check_4bit(16, False)


def test_settings_are_worded_as_options_of_the_command_line() -> None:
    found = {"prompts_per_step": 16, "lora_r": 0, "dtype": "bfloat16", "load_in_4bit": False, "gradient_checkpointing": True}
    found |= {"per_device_train_batch_size": None, "vllm_gpu_memory_utilization": 0.35}
    assert words(found) == (
        "--prompts-per-step 16 --lora-r 0 --dtype bfloat16 --gradient-checkpointing --vllm-gpu-memory-utilization 0.35"
    )


def test_the_command_uses_the_row_says_so_and_keeps_it_for_a_resume(
    toy: str, toy_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("trl")
    from click.testing import CliRunner

    from rlve.cli import cli
    from rlve.runs import RunFolder

    monkeypatch.setattr(memory, "gpu", lambda: L4)
    monkeypatch.setattr(memory, "SMALL", 0)
    small = ["--prompts-per-step", "2", "--num-generations", "4", "--max-completion-length", "8"]
    small += ["--learning-rate", "1e-3", "--max-steps", "1"]
    command = ["train", "--model", str(toy_model), "-e", toy, *small, "--output-dir", str(tmp_path / "run"), "--save-steps", "1"]
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 0, result.output
    assert "on NVIDIA L4 (23.6 GB), by the row for GPUs of 24 GB in docs/gpus.md (computed, not measured)" in result.stdout
    assert "yours, kept: prompts_per_step=2, num_generations=4, max_completion_length=8" in result.stdout
    assert "--lora-r 16" in result.stdout
    chosen = {"lora_r": 16, "dtype": "bfloat16", "per_device_train_batch_size": 8, "gradient_checkpointing": False}
    chosen |= {"max_completion_length": 8}
    assert RunFolder(tmp_path / "run").config()["settings"].items() >= chosen.items()
    monkeypatch.setattr(memory, "gpu", lambda: None)  # the run goes on by its own settings, wherever it is
    result = CliRunner().invoke(cli, ["train", "--resume", str(tmp_path / "run"), "--max-steps", "2"])
    assert result.exit_code == 0, result.output
    assert "by the row" not in result.stdout and len(RunFolder(tmp_path / "run").history()) == 2
