"""Environments are found by every name they go by, and a wrong name is told the right ones."""

import importlib.metadata
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from toys import source

import rlve
from rlve import Environment, Integer, UnknownEnvironment, registry


@pytest.fixture(autouse=True)
def nothing_stays_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_local", {})


def write(path: Path, *names: str, add: int = 1) -> Path:
    path.write_text("\n".join(source(name, f"Add {add} to", f"self.x + {add}") for name in names))
    return path


def test_names_and_paper_names() -> None:
    for name, entry in registry.index().items():
        cls = rlve.make(name)
        assert (cls.name, cls.room, cls.kind, cls.max_level) == (name, entry["room"], entry["kind"], entry["max_level"])
        assert rlve.make(cls) is cls
        if cls.paper_name:
            assert rlve.make(cls.paper_name) is cls


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("integer_sortin", "integer_sorting"),
        ("IntegerSorting", "integer_sorting"),
        ("INTEGER_SORTING", "integer_sorting"),
        ("sorting", "Sorting"),
        ("ShortestPaht", "ShortestPath"),
        ("reversal", "longest_nondecreasing_subsequence_after_one_reversal"),
        ("zzzzzz", "rlve list"),
        ("", "rlve list"),
        ("sequences", "sequences is a room"),
        ("C4", "C4 is a collection"),
    ],
)
def test_a_wrong_name_suggests_right_ones(wrong: str, right: str) -> None:
    with pytest.raises(UnknownEnvironment, match=right):
        rlve.make(wrong)


@pytest.mark.parametrize("thing", [None, 3, int, rlve])
def test_what_is_no_name(thing: object) -> None:
    with pytest.raises(TypeError, match="expected the name of an environment or its class"):
        rlve.make(thing)  # type: ignore[arg-type]


def test_rooms() -> None:
    assert "sequences" in rlve.rooms() and "toolkit" not in rlve.rooms()
    assert sorted(name for room in rlve.rooms() for name in rlve.names(room)) == sorted(rlve.names())
    with pytest.raises(UnknownEnvironment, match="sequences"):
        rlve.names("sequence")


def test_collections(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rlve.collections()["C1"] == ["integer_multiplication"]
    assert rlve.collection("ALL") == rlve.names()
    assert [len(rlve.collections()[name]) for name in ("C1", "C4", "C16", "C256")] == [1, 4, 16, 256]
    for smaller, larger in (("C1", "C4"), ("C4", "C16"), ("C16", "C256")):
        assert set(rlve.collections()[smaller]) <= set(rlve.collections()[larger])
    assert not set(rlve.collections()["HELD_OUT"]) & set(rlve.collections()["C256"])
    monkeypatch.setattr(registry, "collections", lambda: {"MIXED": ["post_correspondence_permutation", "integer_sorting", "no"]})
    with pytest.warns(UserWarning, match="2 of its 3"):
        assert rlve.collection("MIXED") == ["post_correspondence_permutation", "integer_sorting"]
    with pytest.raises(UnknownEnvironment, match="MIXED"):
        rlve.collection("mixed")


def test_resolve(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.py", "ResolvedAdding")
    sorting = rlve.make("integer_sorting")
    found = rlve.resolve(f"integer_sorting, strings,{path}:ResolvedAdding")
    assert found == [sorting, *map(rlve.make, rlve.names("strings")), rlve.make("resolved_adding")]
    assert rlve.resolve(["Sorting", sorting, "integer_sorting"]) == [sorting]
    assert rlve.resolve(sorting) == [sorting]
    for nothing in ("", " , ", []):
        with pytest.raises(UnknownEnvironment, match="no environment given"):
            rlve.resolve(nothing)


def test_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "my_env.py", "MyAdding")
    monkeypatch.chdir(tmp_path)
    cls = rlve.make("./my_env.py:MyAdding")
    assert rlve.make("./my_env.py") is cls is rlve.make(str(tmp_path / "my_env.py"))
    assert (cls.name, cls.room) == ("my_adding", None)
    assert rlve.make("my_adding") is cls  # a Task holds the name, and is to find its problem
    problem = rlve.problem("./my_env.py:MyAdding", 2, 5)
    assert problem is rlve.problem("my_adding", 2, 5)
    assert rlve.from_dict(json.loads(json.dumps(problem.to_dict()))) == problem
    with pytest.raises(UnknownEnvironment, match="it has MyAdding"):
        rlve.make("./my_env.py:Other")
    with pytest.raises(UnknownEnvironment, match="no file"):
        rlve.make("./nowhere.py:MyAdding")
    write(tmp_path / "two.py", "FirstAdding", "SecondAdding")
    with pytest.raises(UnknownEnvironment, match="2 environments"):
        rlve.make("./two.py")
    assert rlve.make("./two.py:SecondAdding").name == "second_adding"
    (tmp_path / "none.py").write_text("from rlve import Environment\n")
    with pytest.raises(UnknownEnvironment, match="0 environments"):
        rlve.make("./none.py")


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    path = write(tmp_path / "my_env.py", "ChangingAdding")
    first = rlve.make(str(path))
    assert rlve.problem(str(path), 0, 0).statement().startswith("Add 1 ")
    write(path, "ChangingAdding", add=7)
    later = path.stat().st_mtime_ns + 1_000_000
    os.utime(path, ns=(later, later))
    assert rlve.make(str(path)) is not first
    assert rlve.problem(str(path), 0, 0).statement().startswith("Add 7 ")
    assert rlve.problem("changing_adding", 0, 0).statement().startswith("Add 7 ")


def test_a_file_that_fails_can_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "my_env.py"
    path.write_text("1 / 0")
    for _ in range(2):
        with pytest.raises(ValueError, match=r"my_env\.py cannot be imported: ZeroDivisionError: division by zero \(.*line 1\)"):
            rlve.make(str(path))
    write(path, "MendedAdding")
    os.utime(path, ns=(1, 1))
    assert rlve.make(str(path)).name == "mended_adding"


def test_a_class_may_not_hide_a_built_in_name(tmp_path: Path) -> None:
    path = write(tmp_path / "my_env.py", "IntegerSorting")
    built_in = rlve.make("integer_sorting")
    with pytest.raises(ValueError, match="would hide the built-in integer_sorting"):
        rlve.make(str(path))
    assert rlve.make("integer_sorting") is built_in


class Point:
    """An entry point, as far as the registry looks."""

    def __init__(self, name: str, value: object) -> None:
        self.name, self.value = name, value

    def load(self) -> object:
        return self.value


class PackagedEnvironment(Environment):
    """From an installed package."""

    x: int

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"size": 10 + level}

    @classmethod
    def draw(cls, rng, size: int):
        return cls(x=rng.randint(0, size))

    def statement(self) -> str:
        return f"Repeat {self.x}."

    def answer_format(self) -> Integer:
        return Integer()

    def solve(self) -> int:
        return self.x


def test_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [Point("packaged_environment", PackagedEnvironment), Point("no_class", 3), Point("other_name", PackagedEnvironment)]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda *, group: points if group == "rlve.environments" else [])
    assert rlve.make("packaged_environment") is PackagedEnvironment
    assert rlve.problem("packaged_environment", 1, 1).verify("<answer>-1</answer>").status == "wrong"
    with pytest.raises(ValueError, match="no_class"):
        rlve.make("no_class")
    with pytest.raises(ValueError, match="should agree"):
        rlve.make("other_name")
    with pytest.raises(UnknownEnvironment, match="packaged_environment"):
        rlve.make("packaged_enviroment")


def test_the_index_is_in_step_with_envs() -> None:
    assert registry.index() == registry.build_index(), "run `rlve index`"
    assert list(registry.index()) == sorted(registry.index())


def test_a_problem_is_cached_and_its_arguments_are_checked() -> None:
    assert rlve.problem("integer_sorting", 3, 42) is rlve.problem("Sorting", 3, 42)
    assert rlve.problem("integer_sorting", 3, 42) == rlve.make("integer_sorting").sample(3, 42)
    rlve.problem("integer_sorting", 1, 1)
    for level, seed in ((True, 1), (1.0, 1), (1, True), (1, 1.0), ("1", 1), (1, None), (-1, 1), (1, -1), (31, 1)):
        with pytest.raises(ValueError, match=r"expected|should be|levels 0 to"):
            rlve.problem("integer_sorting", level, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [None, [], {}, {"environment": "integer_sorting"}])
def test_from_dict_says_what_was_expected(data: object) -> None:
    with pytest.raises(ValueError, match="environment, version, task and fields"):
        rlve.from_dict(data)  # type: ignore[arg-type]


def test_four_threads_draw_what_one_draws() -> None:
    tasks = [(name, level, seed) for name in rlve.names() for level in (0, 2) for seed in range(8)]
    alone = [rlve.make(name).sample(level, seed).to_dict() for name, level, seed in tasks]
    registry._problem.cache_clear()

    def draw_all(step: int) -> list[dict]:
        mine = tasks[step * 7 :] + tasks[: step * 7]  # each thread starts elsewhere
        drawn = {task: rlve.problem(*task).to_dict() for task in mine}
        return [drawn[task] for task in tasks]

    with ThreadPoolExecutor(4) as pool:
        for drawn in pool.map(draw_all, range(4)):
            assert drawn == alone


@pytest.mark.parametrize("name", ["{file}", "{file}:Payload", "payload.py", 7, None, ["integer_sorting"]])
def test_data_never_imports_a_file(name: object, tmp_path: Path) -> None:
    file = tmp_path / "payload.py"
    file.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    word = name.format(file=file) if isinstance(name, str) else name
    saved = {**rlve.problem("integer_sorting", 1, 2).to_dict(), "environment": word}
    with pytest.raises(ValueError, match="data names an environment by its name"):
        rlve.from_dict(saved)
    row = {"environment": word, "version": 1, "level": 0, "seed": 0}
    with pytest.raises(ValueError, match="data names an environment by its name"):
        rlve.verify_row(row, "<answer>1</answer>")
    assert not (tmp_path / "ran").exists()
