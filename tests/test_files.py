"""Files are written whole or not at all, wherever a path leads, and one process at a time works on a place."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rlve.errors import RlveError, TakenError
from rlve.runs.files import read, read_object, replace_text, replacing
from rlve.runs.folder import RunFolder, complete_checkpoint
from rlve.runs.lock import locked


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    replace_text(link, "new")
    assert link.is_symlink() and target.read_text() == "new" and target.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "target"]


def test_a_pipe_and_a_device_are_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    replace_text(pipe, "through")
    reader.join(10)
    assert got == ["through"] and not pipe.is_file()
    replace_text(Path("/dev/null"), "away")
    assert Path("/dev/null").is_char_device()


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(FileExistsError), replacing(path) as new:
        new.open("x")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_two_writers_do_not_share_a_temporary_name(tmp_path: Path) -> None:
    with replacing(tmp_path / "file") as first, replacing(tmp_path / "file") as second:
        assert first != second
        first.write_text("1")
        second.write_text("2")
    assert (tmp_path / "file").read_text() == "1"


@pytest.mark.parametrize("folder", [True, False])
def test_another_process_is_refused_and_a_killed_one_does_not_block(tmp_path: Path, folder: bool) -> None:
    place = tmp_path if folder else tmp_path / "rows.jsonl"
    hold = (
        "import sys, time; from pathlib import Path; from rlve.runs.lock import locked\n"
        "with locked(Path(sys.argv[1])):\n    print('held', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", hold, str(place)], stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with pytest.raises(FileExistsError, match=rf"in use by process {other.pid} on .+, since \d{{4}}-"), locked(place):
            pass
    finally:
        other.kill()
        other.wait()
    with locked(place):
        pass
    assert not list(tmp_path.glob(".*lock"))


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with (
        pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere to write x to"),
        locked(tmp_path / "nowhere" / "x"),
    ):
        pass


@pytest.mark.parametrize("text", [b"{", b"[1]", b"3", b"\xff\xfe", b"", b"[" * 100_000])
def test_damaged_json_is_a_line(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(text)
    with pytest.raises(ValueError, match=r"x\.json is (damaged|no UTF-8 text)"):
        read_object(path)
    path.write_bytes(json.dumps({"a": 1}).encode() + b"\n" + text.replace(b"\n", b"") + b"\n")
    with pytest.raises(ValueError, match=r"x\.json(, line 2 is damaged| is no UTF-8 text)"):
        read(path)


def test_links_in_a_circle_and_to_no_folder_are_a_line(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "lost").symlink_to("nowhere/file")
    for name, message in (("circle", "leads to itself"), ("lost", "there is no folder")):
        with pytest.raises(RlveError, match=message), replacing(tmp_path / name):
            pass
        with pytest.raises(RlveError, match=message), locked(tmp_path / name):
            pass


def test_a_link_and_its_target_share_one_lock(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    (tmp_path / "folder").mkdir()
    (tmp_path / "way").symlink_to("folder")
    for one, other in (("link", "target"), ("way", "folder")):
        with locked(tmp_path / one), pytest.raises(TakenError), locked(tmp_path / other):
            pass


def test_a_device_is_not_locked(tmp_path: Path) -> None:
    with locked(Path("/dev/null")), locked(Path("/dev/null")):
        pass


def test_half_a_character_does_not_keep_a_page_from_being_written(tmp_path: Path) -> None:
    replace_text(tmp_path / "page", "a\ud800b")
    assert (tmp_path / "page").read_text("utf-8") == "a?b"


@pytest.mark.parametrize(
    "change",
    [
        *(
            {"files": files}
            for files in (["a.bin"], "a.bin", {"..": [1, 2]}, {"a.bin": 5}, {"x" * 5000: [1, 2]}, {"/etc/hosts": 1})
        ),
        *({"step": step} for step in (99, "2", None)),
        {"stream": []},
    ],
    ids=lambda change: str(change)[:40],
)
def test_a_checkpoint_with_a_state_of_another_kind_gives_way_to_the_one_before(change: dict, tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    for step in (1, 2):
        place = run.checkpoints / f"checkpoint-{step}"
        place.mkdir(parents=True)
        (place / "a.bin").write_text("weights")
        complete_checkpoint(place, step, {"stream": {}})
    newest = run.checkpoint()
    assert newest is not None and newest[1]["step"] == 2
    state = read_object(place / "rlve.json")
    (place / "rlve.json").write_text(json.dumps({**state, **change}))
    before = run.checkpoint()
    assert before is not None and before[1]["step"] == 1


def test_lines_whose_step_is_no_integer_are_cut_off(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    lines = ['{"step": "a"}', '{"step": 1}', '{"step": true}', '{"step": NaN}', "[" * 100_000, '{"step": 9}']
    run.metrics.write_text("".join(f"{line}\n" for line in lines))
    run.cut_back(5)
    assert run.metrics.read_text() == '{"step": 1}\n'
