"""The command line: what it prints, and its exit codes."""

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from toys import source

import rlve
from rlve import registry
from rlve.authoring.scaffold import write_environment
from rlve.cli import cli

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = (
    "list",
    "show",
    "verify",
    "check",
    "new",
    "enter",
    "index",
    "demo",
    "evaluate",
    "compare",
    "export",
    "merge",
    "publish",
    "gallery",
)
NAME = "integer_sorting"


def run(*arguments: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "my_env.py"
    path.write_text(source("CliDoubling", "Double", "2 * self.x"))
    return str(path)


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.py"
    path.write_text(source("CliBroken", "Double", "1 // 0"))
    return str(path)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Example" in result.output and "\\b " not in result.output
    assert f"  rlve {command}" in result.output
    assert command in run("--help").output


def test_version_and_module() -> None:
    done = subprocess.run([sys.executable, "-m", "rlve", "--version"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rlve,", "version", rlve.__version__]
    done = subprocess.run([sys.executable, "-m", "rlve", "show", "nothing_such"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "unknown environment" in done.stderr and "Traceback" not in done.stderr


def test_list() -> None:
    heading, *rows = [line.split("\t") for line in run("list").stdout.splitlines()]
    assert heading == ["name", "room", "kind", "levels", "title"]
    assert sorted(row[0] for row in rows) == sorted(rlve.names())
    row = next(row for row in rows if row[0] == NAME)
    assert row == [NAME, "sequences", "answer", "0-30", "Sort a list of integers."]
    rooms = {line.split("\t")[1] for line in run("list", "--room", "sequences").stdout.splitlines()[1:]}
    assert rooms == {"sequences"}
    assert NAME in run("list", "--collection", "C4").stdout
    for option in ("--room", "--collection"):
        result = run("list", option, "nothing_such")
        assert result.exit_code == 2 and "expected one of" in result.stderr and not result.stdout


def test_show() -> None:
    problem = rlve.problem(NAME, 3, 7)
    assert run("show", NAME, "--level", "3", "--seed", "7").stdout == problem.prompt() + "\n"
    assert run("show", "Sorting", "--level", "3", "--seed", "7").stdout == problem.prompt() + "\n"
    boxed = run("show", NAME, "--level", "3", "--seed", "7", "--style", "boxed", "--answer").stdout
    assert boxed == f"{problem.prompt('boxed')}\n\nReference answer:\n{problem.reference_text}\n"
    rows = [line.split("\t") for line in run("show", NAME, "--levels").stdout.splitlines()]
    assert rows[0] == ["level", "n"] and rows[1] == ["0", "3"] and len(rows) == 12


def test_a_file_of_ones_own(mine: str) -> None:
    assert "Double" in run("show", mine).stdout
    assert "Double" in run("show", f"{mine}:CliDoubling").stdout
    x = rlve.make(mine).sample(0, 0).x
    assert run("verify", mine, str(2 * x)).exit_code == 0
    result = run("show", f"{mine}:Other")
    assert result.exit_code == 2 and "CliDoubling" in result.stderr


def test_the_file_of_a_built_in_environment_stands_for_its_name() -> None:
    path = registry.ENVS / "sequences" / f"{NAME}.py"
    assert run("show", str(path)).stdout == run("show", NAME).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "integer_sortin"), "did you mean integer_sorting"),
        (("show", NAME, "--level", "31"), "levels 0 to 30"),
        (("show", NAME, "--level", "-1"), "--level"),
        (("show", NAME, "--level", "x"), "--level"),
        (("show", NAME, "--seed", "-1"), "--seed"),
        (("show", NAME, "--style", "loud"), "--style"),
        (("show", "./nowhere.py"), "no file"),
        (("show", "sequences"), "room"),
        (("verify", NAME), "ANSWER"),
        (("verify", NAME, "--lvl", "3", "1 2 3"), "unexpected extra"),
        (("check",), "nothing to check"),
        (("check", "nothing_such"), "unknown environment"),
        (("check", "--room", "nothing_such"), "unknown room"),
        (("new", "x", "--room", "sequences", "--kind", "riddle"), "--kind"),
        (("compare", "x"), "AFTER"),
        (("export", "-e", "nothing_such"), "unknown environment"),
        (("export", "-e", ","), "no environment given"),
        (("export", "-e", NAME, "--levels", "31-40"), "levels 0 to 30"),
        (("export", "-e", NAME, "--levels", "2-1"), "low should not exceed high"),
        (("export", "--count", "0"), "--count"),
        (("export", "--workers", "0"), "--workers"),
        (("export", "--format", "csv"), "--format"),
        (("export", "--set", "heldout", "-e", NAME, "--seed", "0"), "leave out --environments, --seed"),
        (("export", "-e", NAME, "-o", "/nowhere/x.jsonl"), "there is no folder /nowhere to write x.jsonl to"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr and "Traceback" not in result.stderr


@pytest.mark.parametrize("text", ["def (", "import nothing_such_module", "raise ValueError('mine')", "x = 1"])
def test_a_file_that_cannot_be_used(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text)
    for command in ("show", "check"):
        result = run(command, str(path))
        assert result.exit_code == 2 and "bad.py" in result.stderr


def test_verify() -> None:
    problem = rlve.problem(NAME, 3, 7)
    task = (NAME, "--level", "3", "--seed", "7")
    right = problem.reference_text
    for answer in (right, f"thus <answer>{right}</answer>", rf"thus \boxed{{{right}}}", f"[{right.replace(' ', ', ')}]"):
        result = run("verify", *task, answer)
        assert (result.exit_code, result.stdout) == (0, "correct (reward 1)\n")
    assert run("verify", *task, "-", stdin=f"a\n<ANSWER>\n{right}\n</ANSWER>\n").exit_code == 0
    assert run("verify", *task, "-", stdin=right + "\n").exit_code == 0
    for answer, status in ((right + " 5", "infeasible"), ("hello", "unparsable"), (right[::-1], ""), ("", "unparsable")):
        result = run("verify", *task, answer)
        assert result.exit_code == 1 and result.stdout.startswith(status)
    assert run("verify", *task, f"<answer>{right}</answer></think>").exit_code == 1


def test_an_answer_may_begin_with_a_minus(mine: str) -> None:
    for answer in ("-5", "-5 4", "--5", "\u22125"):
        result = run("verify", mine, answer)
        assert result.exit_code == 1, result.output


def test_a_fault_exits_with_3(broken: str) -> None:
    result = run("verify", broken, "4")
    assert result.exit_code == 3 and result.stdout.startswith("fault (no reward)")
    result = run("show", broken, "--answer")
    assert result.exit_code == 3 and "ZeroDivisionError" in result.stderr


def test_check(mine: str, broken: str, tmp_path: Path) -> None:
    page = tmp_path / "gate.md"
    result = run("check", NAME, "--fast", "--report", str(page))
    assert result.exit_code == 0 and f"{NAME} (fast): passed" in result.output
    assert NAME in page.read_text(encoding="utf-8")
    result = run("check", NAME, broken, "--fast")
    assert result.exit_code == 1 and "1 of 2 environments passed" in result.output and "[reference]" in result.output
    assert run("check", mine, "--fast").output.startswith("cli_doubling (fast): ")
    result = run("check", NAME, "--fast", "--report", str(tmp_path / "nowhere" / "gate.md"))
    assert result.exit_code == 2 and "cannot be written" in result.stderr


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A checkout to write into: the package, three environments and their judges."""
    root = tmp_path / "clone"
    shutil.copytree(ROOT / "rlve", root / "rlve", ignore=shutil.ignore_patterns("envs", "__pycache__"))
    (root / "rlve" / "envs").symlink_to("../envs")
    for kept in (
        "envs/__init__.py",
        "envs/sequences/__init__.py",
        f"envs/sequences/{NAME}.py",
        f"tests/oracles/sequences/{NAME}.py",
    ):
        (root / kept).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / kept, root / kept)
    shutil.copytree(ROOT / "envs" / "toolkit", root / "envs" / "toolkit", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def there(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    search = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.run([sys.executable, "-m", "rlve", *arguments], cwd=root, env=search, capture_output=True, text=True)


def test_new_and_index(clone: Path) -> None:
    made = {"my_numbers": ("sequences", "answer"), "my_choice": ("my_room", "optimization"), "my_sums": ("my_room", "constraint")}
    for name, (room, kind) in made.items():
        done = there(clone, "new", name, "--room", room, "--kind", kind, *(["--new-room"] if name == "my_choice" else []))
        assert done.returncode == 0, done.stderr
        assert f"wrote envs/{room}/{name}.py" in done.stdout
        assert f"wrote tests/oracles/{room}/{name}.py" in done.stdout
    assert there(clone, "index").stdout == "rlve/index.json: 4 environments\n"
    assert set(json.loads((clone / "rlve" / "index.json").read_text())) == {NAME, *made}
    assert (clone / "envs" / "my_room" / "__init__.py").read_text() == '"""My room."""\n'
    done = there(clone, "check", *made, "--fast")
    assert done.returncode == 0, done.stdout + done.stderr
    judged = (
        "import rlve; from rlve.authoring.gate import find_oracle; from rlve.authoring.near_misses import near_misses\n"
        f"for name in {list(made)}:\n"
        "    oracle = find_oracle(rlve.make(name))\n"
        "    for seed in range(70):\n"
        "        for problem in [rlve.problem(name, level, seed) for level in range(3)]:\n"
        "            assert oracle(problem, problem.reference)\n"
        "            for answer in near_misses(problem.format, problem.reference, __import__('random').Random(0)):\n"
        "                verdict = problem.judge(answer)\n"
        "                if verdict.answer is not None and verdict.status in ('correct', 'wrong'):\n"
        "                    assert oracle(problem, verdict.answer) == verdict.correct, (problem, answer)\n"
    )
    done = subprocess.run([sys.executable, "-c", judged], cwd=clone, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    done = there(clone, "new", "my_sums", "--room", "sequences", "--kind", "answer")
    assert done.returncode == 2 and "nothing is overwritten" in done.stderr
    if ruff := shutil.which("ruff"):
        files = [
            clone / "envs" / "my_room",
            clone / "envs" / "sequences" / "my_numbers.py",
            clone / "tests" / "oracles" / "my_room",
            clone / "tests" / "oracles" / "sequences" / "my_numbers.py",
        ]
        subprocess.run([ruff, "check", "--config", clone / "pyproject.toml", *files], check=True, capture_output=True)
        subprocess.run([ruff, "format", "--check", "--config", clone / "pyproject.toml", *files], check=True, capture_output=True)
    (clone / "envs" / "my_room" / "my_sums.py").unlink()
    done = there(clone, "index")
    assert done.returncode == 0 and "index.json: 3 environments" in done.stdout


@pytest.mark.parametrize(
    ("name", "room", "words"),
    [
        ("MyPuzzle", "puzzles", "such as my_puzzle"),
        ("my-puzzle", "puzzles", "such as my_puzzle"),
        ("2048", "puzzles", "bad name"),
        ("../x", "puzzles", "bad name"),
        ("a__b", "puzzles", "bad name"),
        ("class", "puzzles", "Python"),
        ("puzzle", "toolkit", "no room"),
        ("puzzle", "../x", "bad room"),
        ("puzzle", "Puzzles", "bad room"),
        ("sequences", "puzzles", "a room"),
        (NAME, "puzzles", "nothing is overwritten"),
        ("judged", "sequences", "nothing is overwritten"),
        ("puzzle", "sequence", r"did you mean sequences\? The rooms are puzzles, sequences; --new-room makes another"),
    ],
)
def test_new_refuses(tmp_path: Path, name: str, room: str, words: str) -> None:
    room_folder, oracles = tmp_path / "envs" / "sequences", tmp_path / "tests" / "oracles"
    for folder in (room_folder, tmp_path / "envs" / "puzzles", tmp_path / "envs" / "toolkit", oracles / "sequences"):
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    (room_folder / f"{NAME}.py").touch()
    (oracles / "sequences" / "judged.py").touch()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ValueError, match=words):
        write_environment(tmp_path, name, room, "answer")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "arguments", [("new", "my_puzzle", "--room", "puzzles", "--kind", "answer"), ("index",), ("gallery",), ("enter", NAME)]
)
def test_new_index_gallery_and_enter_need_a_checkout(monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    monkeypatch.setattr("rlve.authoring.scaffold.checkout", lambda: None)
    result = run(*arguments)
    assert result.exit_code == 2 and "checkout" in result.stderr


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ("integer_sortin", 2, "no envs/<room>/integer_sortin.py: did you mean integer_sorting?"),
        ("no judge", 2, "has no independent judge: tests/oracles/sequences/integer_sorting.py should define"),
        ("a fault", 1, "is not entered, and nothing was written"),
    ],
)
def test_enter_refuses_and_writes_nothing(clone: Path, change: str, code: int, words: str) -> None:
    file, judge = (clone / place / "sequences" / f"{NAME}.py" for place in ("envs", "tests/oracles"))
    if change == "no judge":
        judge.unlink()
    if change == "a fault":
        head = "    def solve(self) -> list[int]:\n"
        file.write_text(file.read_text().replace(head, f"{head}        return [0]\n"))
    before = {path: path.read_bytes() for path in clone.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    done = there(clone, "enter", change if change == "integer_sortin" else NAME)
    assert done.returncode == code and words in done.stderr, done.stdout + done.stderr
    assert {path: path.read_bytes() for path in clone.rglob("*") if path.is_file() and path.suffix != ".pyc"} == before


def test_enter_writes_four_lines_and_says_when_a_version_should_rise(clone: Path) -> None:
    (clone / "docs").mkdir()
    done = there(clone, "enter", NAME)
    files = [
        "rlve/index.json",
        "tests/golden/sequences.jsonl",
        "docs/check_report.json",
        "docs/check_report.md",
        "docs/gallery.md",
    ]
    assert done.returncode == 0 and done.stdout.splitlines()[-5:] == [f"wrote {file}" for file in files], (
        done.stdout + done.stderr
    )
    assert NAME in json.loads((clone / files[2]).read_text())
    before = [(clone / file).read_bytes() for file in files[:2]]
    assert "same version" not in there(clone, "enter", NAME).stderr
    assert [(clone / file).read_bytes() for file in files[:2]] == before
    (clone / "envs" / "sequences" / "under_work.py").write_text("not python")
    page = (clone / files[4]).read_text()
    assert there(clone, "enter", NAME).returncode == 0 and "under_work" not in (clone / files[0]).read_text()
    assert (clone / files[4]).read_text() == page and page.count(f"### {NAME}\n") == 1
    file = clone / "envs" / "sequences" / f"{NAME}.py"
    file.write_text(file.read_text().replace("Sort these", "Please sort these"))
    assert "other problems than before at the same version: raise `version`" in there(clone, "enter", NAME).stderr


def test_export(mine: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    options = ("-e", f"{NAME},{mine}", "--levels", "0-1", "--style", "boxed", "--workers", "1", "-o", str(path))
    result = run("export", *options, "--count", "2")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == f"{path}: 8 rows"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(row["environment"], row["level"]) for row in rows[::2]] == [
        (name, k) for name in (NAME, "cli_doubling") for k in (0, 1)
    ]
    assert all(rlve.verify_row(row, f"\\boxed{{{row['answer']}}}").correct for row in rows)
    assert (
        "cli_doubling has few different problems at level 0: 100 rows instead of 900"
        in run("export", *options, "--count", "900", "--force").stdout
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_environment_that_fails_is_named_by_export(broken: str, tmp_path: Path, workers: str) -> None:
    path = tmp_path / "rows.jsonl"
    result = run("export", "-e", broken, "--levels", "0-1", "--workers", workers, "-o", str(path))
    assert result.exit_code == 3 and "Error: cli_broken failed at level 0, seed " in result.stderr
    assert "ZeroDivisionError" in result.stderr and not path.exists()


def test_export_of_the_evaluation(tmp_path: Path) -> None:
    from rlve.evaluation.problem_sets import heldout

    path = tmp_path / "heldout.jsonl"
    result = run("export", "--set", "heldout", "--workers", "1", "-o", str(path))
    assert result.exit_code == 0 and "note" not in result.output, result.output
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [tuple(row[key] for key in ("environment", "version", "level", "seed")) for row in rows] == list(heldout().entries)


def test_export_does_not_overwrite_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("mine")
    options = ("export", "-e", NAME, "--levels", "0-0", "--count", "2", "--workers", "1", "-o", str(path))
    result = run(*options)
    assert result.exit_code == 2 and "is there already: give another --output, or --force" in result.stderr
    assert path.read_text() == "mine"
    assert run(*options, "--force").exit_code == 0 and len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize("width", [80, 140])
def test_list_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    from rlve.cli.problems import list_

    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr("rlve.cli.shared.sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    monkeypatch.setattr("rlve.cli.problems.sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    lines = CliRunner().invoke(list_, ["--collection", "HELD_OUT"]).stdout.splitlines()
    assert len(lines) >= 50 and max(map(len, lines)) <= width
    assert ("room" in lines[1]) is (width == 140) and "Add entries to their right" in "\n".join(lines)


def test_export_needs_pyarrow_for_parquet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("export", "-e", NAME, "--format", "parquet", "-o", str(tmp_path / "x"))
    assert result.exit_code == 2 and "parquet needs pyarrow: pip install 'rlve[train] @ git+" in result.stderr


def test_gallery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rlve.authoring.scaffold.checkout", lambda: tmp_path)
    monkeypatch.setattr("rlve.authoring.gallery.html", lambda reach: "<!DOCTYPE html>")
    monkeypatch.setattr("rlve.authoring.gallery.page", lambda kept: "c")
    (tmp_path / "docs").mkdir()
    result = run("gallery")
    assert (result.exit_code, result.stdout) == (0, "wrote docs/gallery.md\n")
    assert (tmp_path / "docs" / "gallery.md").read_text() == "c"
    site = tmp_path / "site"
    assert run("gallery", "--html", str(site)).stdout == f"wrote docs/gallery.md\nwrote {site / 'index.html'}\n"
    assert (site / "index.html").read_text() == "<!DOCTYPE html>"
    result = run("gallery", "--html", str(site))
    assert result.exit_code == 2 and "is no page of the gallery: choose another folder" in result.stderr


def test_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    module = type(sys)("rlve.studies.demo")
    module.run_demo = lambda **options: calls.append(options)
    monkeypatch.setitem(sys.modules, "rlve.studies.demo", module)
    assert run("demo", "--max-steps", "5", "--seed", "2").exit_code == 0
    assert [(call["max_steps"], call["seed"], call["output_dir"]) for call in calls] == [(5, 2, None)]

    def without_torch(**options: int) -> None:
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    module.run_demo = without_torch
    result = run("demo")
    assert result.exit_code == 2 and "rlve[train]" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("export", "--levels", "0-" + "9" * 5000), "expected LOW-HIGH"),
        (("evaluate", "--levels", "9" * 5000 + "-1"), "expected LOW-HIGH"),
        (("train", "--output-dir", ""), "expected a path, got ''"),
        (("evaluate", "--output-dir", " "), "expected a path, got ' '"),
        (("train", "--temperature", "nan"), "expected a number above 0, got 'nan'"),
        (("train", "--seed", str(2**32)), "expected an integer from 0 to 4294967295"),
        (("train", "--max-steps", "9" * 5000), "expected an integer >= 1"),
        (("train", "--chat-template-kwargs", "["), "expected a JSON object"),
        (("train", "--own-dataset", "{bytes}"), "is no UTF-8 text"),
        (("train", "--start", "{bytes}"), "is no file of `rlve calibrate`"),
        (("sweep", "{bytes}"), "is no UTF-8 text"),
        (("check", "{exits}"), "cannot be imported: SystemExit: 3"),
        (("train", "-e", "{exits}"), "cannot be imported: SystemExit: 3"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_odd_input_is_a_line_and_no_traceback(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    pytest.importorskip("trl")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00\x9f")
    (tmp_path / "exits.py").write_text("import sys\nsys.exit(3)\n")
    places = {"{bytes}": str(tmp_path / "bytes.toml"), "{exits}": str(tmp_path / "exits.py")}
    result = run(*(places.get(argument, argument) for argument in arguments))
    assert result.exit_code == 2 and words in " ".join(result.stderr.split()), result.output
    assert "Traceback" not in result.stderr and not isinstance(result.exception, ValueError)


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    from rlve import cli as room

    given: list[object] = []
    monkeypatch.setattr(room.cli, "main", lambda **options: given.append(options["color"]))
    for name, value, colour in (("NO_COLOR", "1", False), ("TERM", "dumb", False), ("NO_COLOR", "", None)):
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv(name, value)
        room.main([])
        assert given[-1] is colour


def test_a_file_whose_path_holds_commas_and_colons_is_one_environment(tmp_path: Path) -> None:
    folder = tmp_path / "a,b" / "c:d"
    folder.mkdir(parents=True)
    file = folder / "mine.py"
    source = Path(rlve.make("integer_multiplication").__module__.replace(".", "/") + ".py")
    file.write_text((Path(rlve.__file__).parent.parent / source).read_text().replace("IntegerMultiplication", "MineAlone"))
    for word in (str(file), f"{file}:MineAlone"):
        assert rlve.make(word).name == "mine_alone"
        assert [kind.name for kind in rlve.resolve(word)] == ["mine_alone"]
        assert run("show", word).exit_code == 0
        assert run("check", word, "--fast").exit_code in (0, 1)


def test_threads_that_ask_for_one_file_get_one_class(mine: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    path = Path(mine.rpartition(":")[0] or mine)
    fresh = path.with_name("threaded.py")
    fresh.write_text(path.read_text())
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: rlve.make(str(fresh)), range(8)))
    assert len(set(found)) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_full_disk_is_a_line(form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    asked = ["export", "-e", "integer_sorting", "--levels", "0-0", "--count", "2", "--workers", "1"]
    result = CliRunner().invoke(cli, [*asked, "--format", form, "-o", "/dev/full"])
    assert result.exit_code == 2
    assert "No space left on device" in result.output


def test_a_full_disk_is_no_fault_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("rlve.cli.problems.click.echo", full)
    result = CliRunner().invoke(cli, ["show", "integer_sorting"], standalone_mode=False)
    assert "failed at level" not in str(result.exception)
    assert "No space left" in str(result.exception)


def test_an_environment_that_ends_python_does_not_pass_the_gate(tmp_path: Path) -> None:
    path = tmp_path / "leaving.py"
    path.write_text(source("Leaving", "Double", "2 * self.x").replace('return f"', 'raise SystemExit(0)\n        return f"'))
    for command in (["check", "--fast", str(path)], ["show", str(path)]):
        assert CliRunner().invoke(cli, command).exit_code != 0


def test_the_console_script_ends_in_a_word_where_it_is_interrupted_while_it_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rlve import __main__

    class Interrupted:
        def find_spec(self, name: str, *rest: object) -> None:
            if name == "rlve.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "rlve.cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    with pytest.raises(SystemExit, match="1"):
        __main__.main()
    assert capsys.readouterr().err == "Aborted!\n"
