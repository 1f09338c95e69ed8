"""Held-out accuracy: what is counted, and that the same call gives the same answer."""

from collections import Counter

import pytest

from rlve.evaluation import Accuracy, evaluate, pool
from rlve.statistics import wilson


def test_wilson_against_values_from_the_literature():
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998, table I
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_pooling_and_faults():
    low = Accuracy("a", (0,), Counter(correct=8, wrong=2))
    high = Accuracy("a", (1,), Counter(correct=2, unparsable=7, fault=1))
    both = pool([low, high])
    assert (both.correct, both.total, both.levels, both.environment) == (10, 19, (0, 1), "a")
    assert pool([low, high], [1]).total == 9
    assert str(low) == "80 % [49-94]"


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_the_same_call_measures_the_same(temperature):
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from rlve.models import examples, tiny_llama, train_tokenizer

    texts = [text for _, pair in zip(range(50), examples("integer_sorting", [0, 1], 0), strict=False) for text in pair]
    tokenizer = train_tokenizer(texts, 320)
    model = tiny_llama(tokenizer, hidden_size=32, num_hidden_layers=1, intermediate_size=48, num_attention_heads=2)
    options = {"problems": 6, "temperature": temperature, "completion_length": 5, "batch_size": 4}
    state = torch.random.get_rng_state()
    first, second = (evaluate(model, tokenizer, "integer_sorting", [0, 1], **options) for _ in range(2))
    assert first == second
    assert [(result.levels, result.total) for result in first] == [((0,), 6), ((1,), 6)]
    assert torch.equal(state, torch.random.get_rng_state())
