"""Held-out accuracy: what is counted, and that the same call gives the same answer."""

import pytest

from rlve.evaluation import Accuracy, difference, evaluate, letters, pool
from rlve.statistics import paired_difference, wilson


def test_wilson_against_values_from_the_literature():
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998, table I
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_pooling_and_faults():
    low = Accuracy("a", (0,), ("correct",) * 8 + ("wrong",) * 2)
    high = Accuracy("a", (1,), ("correct",) * 2 + ("unparsable",) * 7 + ("fault",))
    both = pool([low, high])
    assert (both.correct, both.total, both.levels, both.environment) == (10, 19, (0, 1), "a")
    assert pool([low, high], [1]).total == 9
    assert str(low) == "80 % [49-94]"
    assert low.format_rate == 1
    assert high.format_rate == pytest.approx(2 / 9)
    assert both.statuses == {"correct": 10, "wrong": 2, "unparsable": 7, "fault": 1}


def test_paired_differences():
    assert paired_difference([0, 0, 1, 1], [1, 0, 1, 1]) == pytest.approx((0.25, -0.24, 0.74))  # by hand: sd 0.5, n 4
    assert paired_difference([1, 1], [1, 1]) == (0, 0, 0)
    before = Accuracy("a", (0,), ("wrong", "correct", "fault", "wrong"))
    after = Accuracy("a", (0,), ("correct", "correct", "correct", "fault"))
    assert difference(before, after)[0] == 0.5  # two pairs without a fault
    with pytest.raises(ValueError, match="not of the same problems"):
        difference(before, Accuracy("a", (1,), after.verdicts))


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_the_same_call_measures_the_same(temperature):
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from rlve.models import examples, tiny_llama, train_tokenizer

    texts = [text for _, pair in zip(range(50), examples("integer_sorting", [0, 1], 0), strict=False) for text in pair]
    tokenizer = train_tokenizer(texts, 320)
    model = tiny_llama(tokenizer, hidden_size=32, num_hidden_layers=1, intermediate_size=48, num_attention_heads=2)
    options = {"problems": 6, "temperature": temperature, "max_completion_length": 5, "batch_size": 4}
    state = torch.random.get_rng_state()
    first, second = (evaluate(model, tokenizer, "integer_sorting", [0, 1], **options) for _ in range(2))
    assert first == second
    assert [(result.levels, result.total) for result in first] == [((0,), 6), ((1,), 6)]
    with pytest.raises(ValueError, match="integer_sorting has levels 0 to 30, got 31"):
        evaluate(model, tokenizer, "integer_sorting", [31], **options)
    uneven = evaluate(model, tokenizer, "integer_sorting", {0: 2, 3: 1}, **options)
    assert [(result.levels, result.total) for result in uneven] == [((0,), 2), ((3,), 1)]
    assert torch.equal(state, torch.random.get_rng_state())


@pytest.fixture(scope="module")
def small():
    """An untrained model of one layer and its tokenizer."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from rlve.models import make_tiny

    return make_tiny("integer_sorting", [0, 1], hidden_size=32, num_hidden_layers=1, intermediate_size=48, num_attention_heads=2)


def test_the_models_own_sampling_habits_are_left_out(small):
    """Training samples from the plain distribution; a top_p or a penalty shipped with a model would measure another one."""
    from rlve.models.backends import generate

    model, tokenizer = small
    prompts = ["Sort these", "integers"] * 5
    plain = {temperature: generate(model, tokenizer, prompts, 6, temperature=temperature) for temperature in (0.0, 1.0)}
    assert plain[0.0] != plain[1.0]
    habits = {"top_p": 0.01, "repetition_penalty": 5.0, "temperature": 0.1, "top_k": 1, "do_sample": True}
    before = {name: getattr(model.generation_config, name) for name in habits}
    model.generation_config.update(**habits)
    try:
        assert {temperature: generate(model, tokenizer, prompts, 6, temperature=temperature) for temperature in plain} == plain
    finally:
        model.generation_config.update(**before)


@pytest.mark.parametrize("lists", [False, True])
def test_evaluation_stops_where_training_stops(lists, small):
    """By the tokens of the generation configuration and by the tokenizer's own end token: either may lack the other."""
    import torch

    from rlve.models.backends import end_tokens, generate

    model, tokenizer = small
    own, before = tokenizer.eos_token_id, model.generation_config.eos_token_id
    plain = generate(model, tokenizer, ["Sort these"], 6)[0]
    other = next(token for token in range(len(tokenizer)) if token != own)
    head = model.get_output_embeddings()
    try:
        model.generation_config.eos_token_id = [other] if lists else other
        assert end_tokens(model, tokenizer) == sorted([own, other])
        for token in (own, other):
            bias = torch.zeros(head.out_features)
            bias[token] = 1e4
            hook = head.register_forward_hook(lambda module, inputs, output, bias=bias: output + bias)
            [written] = generate(model, tokenizer, ["Sort these"], 6)
            hook.remove()
            assert (written.tokens, written.truncated) == (1, False)
        model.generation_config.eos_token_id = None
        assert end_tokens(model, tokenizer) == [own]
        assert generate(model, tokenizer, ["Sort these"], 6)[0] == plain
    finally:
        model.generation_config.eos_token_id = before


def test_a_model_with_a_chat_template_is_asked_as_in_training(small, monkeypatch):
    from rlve.models.backends import Completion

    model, tokenizer = small
    asked = []

    def generate(model, words, prompts, *rest, **more):
        asked.extend(prompts)
        return [Completion("", 1, False) for _ in prompts]

    monkeypatch.setattr("rlve.models.backends.generate", generate)
    monkeypatch.setattr(
        tokenizer, "chat_template", "{% for m in messages %}[{{ m.role }}] {{ m.content }}{% endfor %}[assistant]"
    )
    evaluate(model, tokenizer, "integer_sorting", [0], problems=1)
    assert asked[0].startswith("[user] Sort these integers")
    assert asked[0].endswith("</answer>.[assistant]")


def test_letters():
    results = [Accuracy("a", (0,), ("correct", "wrong")), Accuracy("a", (3,), ("fault",)), Accuracy("b", (0,), ("infeasible",))]
    assert letters(results) == {"a": {0: "cw", 3: "f"}, "b": {0: "i"}}
