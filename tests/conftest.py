"""Fixtures of the tests of training and evaluation; and what the environments' own tests cost is printed."""

import inspect
import threading
from pathlib import Path

import pytest
from costs import costs, summary, too_slow
from servers import Server
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
    from rlve.models import make_tiny, teach

    model, tokenizer = make_tiny([toy], [0, 1, 2], **TINY)
    teach(model, tokenizer, [toy], [0, 1, 2], steps=60, batch=32, learning_rate=1e-2, rise=1)
    folder = tmp_path_factory.mktemp("toy_model")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture
def server(monkeypatch):
    """A server in this process; no key is set."""
    pytest.importorskip("openai")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def _costs(config):
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return costs(report for some in reporter.stats.values() for report in some if hasattr(report, "user_properties"))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    if not hasattr(session.config, "workerinput") and too_slow(_costs(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    if found := _costs(config):
        terminalreporter.section("ten slowest environments (CPU-seconds of all their tests)")
        for line in summary(found):
            terminalreporter.write_line(line)
