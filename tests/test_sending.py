"""How a class is named for, or sent to, another process."""

import inspect

import pytest
from toys import Successor

import rlve
from rlve.registry import ENVS
from rlve.sending import NotSendable, place_of, receive, send


def test_an_environment_of_the_repository_goes_by_its_name():
    cls = rlve.make("integer_sorting")
    assert send(cls) == place_of(cls) == "integer_sorting"
    assert receive("integer_sorting") is cls


def test_one_that_is_not_in_the_index_yet_goes_by_its_file(monkeypatch):
    cls = rlve.make("integer_sorting")
    monkeypatch.setattr("rlve.sending.index", dict)
    assert place_of(cls) == f"{ENVS / 'sequences' / 'integer_sorting.py'}:IntegerSorting"
    assert receive(place_of(cls)) is cls


def test_a_file_goes_by_its_path(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("from rlve import Environment, Integer\n\n\n" + inspect.getsource(Successor).replace("Successor", "SentOne"))
    cls = rlve.make(str(path))
    assert send(cls) == place_of(cls) == f"{path}:SentOne"
    assert receive(send(cls)) is cls
    assert rlve.make(place_of(cls)) is cls


def test_a_class_of_a_module_goes_by_reference():
    assert place_of(Successor) is None
    assert len(send(Successor)) < 100 and receive(send(Successor)) is Successor


def test_a_class_that_only_this_process_has_goes_as_itself():
    class OnlyHere(Successor):
        """Add two."""

        def solve(self):
            return super().solve() + 1

    assert place_of(OnlyHere) is None
    there = receive(send(OnlyHere))
    assert there.sample(1, 2).reference == OnlyHere.sample(1, 2).reference
    OnlyHere.generator = (number for number in range(3))
    with pytest.raises(NotSendable, match="OnlyHere refers to what cannot be sent to another process: cannot pickle 'generator'"):
        send(OnlyHere)
