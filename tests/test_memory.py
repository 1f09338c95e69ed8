"""The memory estimate: parameters against models without weights, what is kept for the backward pass against tensors counted."""

from __future__ import annotations

import weakref
from itertools import pairwise
from typing import Any

import pytest

from rlve.models.memory import BASE, SIZES, TILE_ENTRIES, TILE_TOKENS, Shape, engine_need, memory_need, qwen2, shape_of

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
        ("7B", {"hidden": 3584, "layers": 28, "intermediate": 18944, "heads": 28, "key_value_heads": 4, "vocabulary": 152_064, "tied": False}),
    ],
    ids=["0.5B", "7B"],
)  # fmt: skip
def test_a_shape_by_formula_is_the_one_counted(size: str, sizes: dict[str, Any]) -> None:
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
    assert adapted.get_nb_trainable_parameters()[0] == shape.adapter(4)
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
    need = memory_need(
        qwen2(**SMALL),
        rollouts=4,
        at_once=4,
        prompt_length=128,
        max_completion_length=256,
        lora_r=rank,
        gradient_checkpointing=checkpointing,
    )
    tile = 2 * min(4 * 256, TILE_TOKENS) * TILE_ENTRIES
    gradients = need["trained"] / (4 if rank else 3)
    assert found <= (need["learning"] + gradients) * 1e9 - tile <= 1.4 * found


SHAPE = SIZES["1.5B"]


def need_of(**changes: Any) -> dict[str, float]:
    settings = {"rollouts": 128, "at_once": 4, "max_completion_length": 1024, **changes}
    return memory_need(SHAPE, **settings)


def test_the_peak_holds_the_larger_of_writing_and_learning() -> None:
    few, many = need_of(at_once=1), need_of(at_once=16)
    assert few["writing"] == many["writing"] > few["learning"] and many["learning"] > many["writing"]
    for need in (few, many):
        larger = max(need["writing"], need["learning"])
        assert need["peak"] == pytest.approx(BASE + need["weights"] + need["trained"] + larger)


def test_vllm_keeps_its_share_unless_it_sleeps() -> None:
    awake, asleep = need_of(vllm=10.0), need_of(vllm=10.0, sleep=True)
    assert awake["peak"] == pytest.approx(BASE + awake["weights"] + awake["trained"] + 10 + awake["learning"])
    assert awake["peak"] - asleep["peak"] == pytest.approx(min(10, awake["learning"]))
    assert engine_need(SHAPE, 16, 2048) > engine_need(SHAPE, 8, 2048) > 2 * SHAPE.parameters / 1e9


@pytest.mark.parametrize(
    "growing",
    [
        [{"max_completion_length": length} for length in (128, 512, 2048)],
        [{"prompt_length": length} for length in (128, 512, 2048)],
        [{"at_once": count, "rollouts": 16} for count in (4, 8, 16)],
        [{"rollouts": count, "at_once": 1} for count in (64, 128, 256)],
        [{"lora_r": rank} for rank in (8, 16, 64, None)],
        [{"load_in_4bit": True}, {}, {"dtype": "fp32"}],
        [{"gradient_checkpointing": True, "at_once": 16}, {"at_once": 16}],
    ],
    ids=["completion", "prompt", "at once", "rollouts", "rank", "precision", "checkpointing"],
)
def test_more_needs_more(growing: list[dict[str, Any]]) -> None:
    peaks = [need_of(**changes)["peak"] for changes in growing]
    assert all(smaller < larger for smaller, larger in pairwise(peaks))


def test_larger_models_need_more() -> None:
    shapes: list[Shape] = list(SIZES.values())
    peaks = [memory_need(shape, rollouts=64, at_once=2, max_completion_length=512)["peak"] for shape in shapes]
    assert all(smaller < larger for smaller, larger in pairwise(peaks))
    weights = [memory_need(shape, rollouts=64, at_once=2, max_completion_length=512)["weights"] for shape in shapes]
    assert weights == pytest.approx([2 * shape.parameters / 1e9 for shape in shapes])
