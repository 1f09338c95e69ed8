"""The memory estimate: its counts of parameters against models, its shape by hand."""

import pytest

from rlve.memory import BASE, SHAPES, Shape, lora_memory


def test_parameters_are_those_of_the_models():
    assert {name: round(shape.parameters / 1e6) for name, shape in SHAPES.items()} == {
        "Qwen/Qwen2.5-0.5B-Instruct": 494,
        "Qwen/Qwen2.5-1.5B-Instruct": 1544,
    }


def test_parameters_are_those_that_transformers_and_peft_count():
    transformers, peft = pytest.importorskip("transformers"), pytest.importorskip("peft")
    from rlve.training import lora_config

    shape = Shape(hidden=32, layers=2, intermediate=48, heads=4, key_value_heads=2, vocabulary=64)
    config = transformers.Qwen2Config(
        hidden_size=shape.hidden,
        num_hidden_layers=shape.layers,
        intermediate_size=shape.intermediate,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.key_value_heads,
        vocab_size=shape.vocabulary,
        tie_word_embeddings=True,
    )
    model = transformers.Qwen2ForCausalLM(config)
    assert model.num_parameters() == shape.parameters
    assert peft.get_peft_model(model, lora_config(4)).get_nb_trainable_parameters()[0] == shape.adapter(4)


def test_the_peak_holds_the_larger_of_writing_and_learning():
    shape = SHAPES["Qwen/Qwen2.5-0.5B-Instruct"]
    few, many = (lora_memory(shape, rollouts=128, at_once=count, completion_length=512) for count in (1, 8))
    assert few["writing"] == many["writing"] and many["learning"] == pytest.approx(8 * few["learning"])
    assert many["peak"] == pytest.approx(BASE + many["weights"] + many["adapters"] + many["learning"])
    longer = lora_memory(shape, rollouts=128, at_once=8, completion_length=1024)
    assert longer["peak"] > many["peak"] > few["peak"] > 2
