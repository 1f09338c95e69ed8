"""What is computed in, checkpointing, and 4-bit weights: that they train, and what stays the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")

from rlve.models import load
from rlve.training import train

SMALL: dict[str, Any] = {
    "max_steps": 2,
    "prompts_per_step": 4,
    "num_generations": 4,
    "per_device_train_batch_size": 8,
    "max_completion_length": 8,
    "learning_rate": 1e-3,
}


def parts(model: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The trained parameters and the others, by name."""
    named = dict(model.named_parameters())
    return {n: p for n, p in named.items() if p.requires_grad}, {n: p for n, p in named.items() if not p.requires_grad}


def moved(trained: dict[str, Any]) -> bool:
    """Whether every adapter has left its beginning, where its second half is zero."""
    second = [parameter for name, parameter in trained.items() if "lora_B" in name]
    return bool(second) and all(parameter.abs().sum() > 0 for parameter in second)


def test_checkpointing_changes_the_memory_and_not_the_training(toy: str, toy_model: Path) -> None:
    with_it, without = (
        train(str(toy_model), [toy], lora_r=2, gradient_checkpointing=way, on_plan=lambda plan: None, **SMALL)
        for way in (True, False)
    )
    first, second = parts(with_it.model)[0], parts(without.model)[0]
    assert moved(first)
    assert all(parameter.allclose(second[name], atol=1e-6) for name, parameter in first.items())


def test_half_precision_is_for_the_weights_beside_the_adapters(toy: str, toy_model: Path) -> None:
    result = train(str(toy_model), [toy], lora_r=2, dtype="bfloat16", **SMALL)
    trained, others = parts(result.model)
    assert {str(p.dtype) for p in trained.values()} == {"torch.float32"}
    assert {str(p.dtype) for p in others.values()} == {"torch.bfloat16"}
    assert moved(trained)


def test_all_weights_are_trained_in_full_precision(toy: str, toy_model: Path) -> None:
    result = train(str(toy_model), [toy], dtype="bfloat16", **SMALL)
    trained, others = parts(result.model)
    assert {str(p.dtype) for p in trained.values()} == {"torch.float32"} and not others
    before = dict(load(toy_model)[0].named_parameters())
    assert all(not parameter.equal(before[name]) for name, parameter in trained.items())


def test_four_bit_weights_train_adapters_in_full_precision(toy: str, toy_model: Path, tmp_path: Path) -> None:
    pytest.importorskip("bitsandbytes")
    result = train(str(toy_model), [toy], lora_r=2, dtype="bfloat16", load_in_4bit=True, output_dir=tmp_path / "run", **SMALL)
    trained, others = parts(result.model)
    assert {str(p.dtype) for p in trained.values()} == {"torch.float32"} and moved(trained)
    assert {str(p.dtype) for p in others.values()} == {"torch.uint8", "torch.bfloat16"}
    whole, _ = load(tmp_path / "run")  # the adapter, merged into weights that were not rounded
    assert not getattr(whole, "is_loaded_in_4bit", False)
    with pytest.raises(ValueError, match="merge it into the whole model first"):
        load(tmp_path / "run", load_in_4bit=True)


def test_a_model_in_memory_stays_as_it_is(toy: str, toy_model: Path) -> None:
    pytest.importorskip("bitsandbytes")
    model, tokenizer = load(toy_model)
    with pytest.raises(ValueError, match="one in memory stays as it is"):
        train(model, [toy], tokenizer=tokenizer, lora_r=2, load_in_4bit=True, **SMALL)
