"""Fixtures of the training tests; and what the environments cost in the fast tier is printed."""

import inspect
from pathlib import Path

import pytest
from toys import Successor

TOY = "from rlve import Environment, Integer\n\n\n" + inspect.getsource(Successor).replace("Successor", "NextNumber")
TINY = {"hidden_size": 32, "num_hidden_layers": 1, "intermediate_size": 48, "num_attention_heads": 2}


@pytest.fixture(scope="session")
def toy(tmp_path_factory) -> str:
    """The file of an environment, `next_number`."""
    path = tmp_path_factory.mktemp("toy") / "next_number.py"
    path.write_text(TOY)
    return str(path)


@pytest.fixture(scope="session")
def toy_model(toy, tmp_path_factory) -> Path:
    """The folder of a very small model that gets some of its problems right, not all: with neither nothing is learnt."""
    from rlve.models import make_tiny, warm_up

    model, tokenizer = make_tiny([toy], [0, 1, 2], **TINY)
    warm_up(model, tokenizer, [toy], [0, 1, 2], steps=60, batch=32, learning_rate=1e-2, rise=1)
    folder = tmp_path_factory.mktemp("toy_model")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def pytest_terminal_summary(terminalreporter):
    costs = {}
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        if report.when == "call" and "cpu_seconds" in (properties := dict(report.user_properties)):
            costs[report.nodeid.partition("::")[2]] = properties["cpu_seconds"]
    if costs:
        terminalreporter.section("ten slowest environments (CPU-seconds)")
        for name, seconds in sorted(costs.items(), key=lambda item: -item[1])[:10]:
            terminalreporter.write_line(f"{seconds:6.2f}  {name}")
