"""The gallery: what is on its pages, and that the committed one, docs/gallery.md, is not stale."""

import json
import re
from pathlib import Path

import pytest

import rlve
from rlve import registry
from rlve.authoring.gallery import HEAD, page, pages, write_gallery

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {"integer_sorting": "sequences", "cnf_satisfying_assignment": "logic", "largest_convex_polygon_subset": "geometry"}
FIGURES = {
    "guesses": {"0": [0.5, "the constant low"], "1": [0.3, "the constant low"], "3": [0.123, "a frequent reference: 3"]},
    "rules": {"3": [0.25, "numbers reversed"]},
    "accepted": 0.5,
    "distinct": [22, 30, 57],
}


@pytest.fixture
def few(monkeypatch):
    """A repository of three environments in three rooms."""
    kept = {name: entry for name, entry in registry.index().items() if name in ROOMS}
    assert {name: entry["room"] for name, entry in kept.items()} == ROOMS
    monkeypatch.setattr(registry, "index", lambda: kept)


@pytest.fixture
def root(few, tmp_path) -> Path:
    """A checkout with a made-up report of the gate."""
    (tmp_path / "docs").mkdir()
    write_report(tmp_path)
    return tmp_path


def write_report(root: Path, **changes) -> None:
    entries = {
        name: {"version": rlve.make(name).version, "tier": "full", "passed": True, "findings": [], **FIGURES} for name in ROOMS
    }
    entries["integer_sorting"].update(changes)
    (root / "docs" / "check_report.json").write_text(json.dumps(entries))


def section(page: str, name: str) -> str:
    return page.split(f"\n## {name}\n")[1].split("\n## ")[0]


def test_the_committed_page_is_not_stale():
    committed = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    stale = sorted(set(committed.split("\n### ")) ^ set(page().split("\n### ")))
    names = dict.fromkeys(part.split("\n", 1)[0] for part in stale)
    assert committed == page(), (
        f"run `rlve enter NAME`, or `rlve gallery` for all: docs/gallery.md would change at {', '.join(names)}"
    )


def test_the_committed_page_has_a_problem_of_each_environment_with_a_right_completion():
    parts = (ROOT / "docs" / "gallery.md").read_text("utf-8").split("\n### ")[1:]
    assert sorted(part.split("\n", 1)[0] for part in parts) == sorted(rlve.names())
    for part in parts:
        problem = rlve.problem(part.split("\n", 1)[0], 1, 0)
        [text] = re.findall(r"````text\n(.*?)\n````", part, re.DOTALL)
        assert text.startswith(problem.prompt())
        assert problem.verify(text.removeprefix(problem.prompt())).correct


def test_the_report_has_every_environment_at_its_version():
    assert pages(ROOT, ROOT / "build" / "gallery")


def test_there_is_a_page_for_each_room_and_one_with_all(root):
    found = pages(root, root / "build" / "gallery")
    assert set(found) == {"README.md", *(f"{room}.md" for room in ROOMS.values())}
    assert "\n3 environments." in found["README.md"]
    for name, room in ROOMS.items():
        assert f"- [{name}]({room}.md#{name}): {registry.index()[name]['title']}\n" in found["README.md"]


def test_links_lead_to_pages_sections_and_sources(root):
    found = pages(root, root / "build" / "gallery")
    for name, text in found.items():
        for target, anchor in re.findall(r"\]\(([^)#]+)#?([^)]*)\)", text):
            if target.startswith("../../"):
                assert (ROOT / target.removeprefix("../../")).is_file()
            else:
                assert not anchor or f"\n## {anchor}\n" in found[target], name


def test_problems_stand_there_with_their_answers(root):
    part = section(pages(root, root)["sequences.md"], "integer_sorting")
    for level in (0, 3):
        problem = rlve.problem("integer_sorting", level, 0)
        assert f"````text\n{problem.prompt()}\n````" in part
        assert f"````text\n{problem.reference_text}\n````" in part


def test_the_level_table_ends_at_max_level(root):
    part = section(pages(root, root)["sequences.md"], "integer_sorting")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")]
    assert rows[0] == ["level", "`n`", "characters of a prompt"]
    cls = rlve.make("integer_sorting")
    assert [row[:2] for row in rows[2:]] == [
        [str(level), str(cls.parameters(level)["n"])] for level in (0, 2, 4, 8, cls.max_level)
    ]
    assert rows[2][2] == str(len(rlve.problem("integer_sorting", 0, 0).prompt()))


def test_the_gate_is_in_words(root):
    assert (
        "**Gate:** passed the full tier. Right at best is an answer without thought (30% at level 1, 12% at level 3) and a simple rule "
        "(25% at level 3); 50% of draws are kept; 57 of 60 seeds give different problems from level 2 on."
    ) in section(pages(root, root)["sequences.md"], "integer_sorting")


@pytest.mark.parametrize("name", ROOMS)
def test_each_kind_says_how_it_is_judged(name, root):
    part = section(pages(root, root)[f"{ROOMS[name]}.md"], name)
    [judged] = re.findall(r"\*\*Judged:\*\* (.*)", part)
    words = {
        "integer_sorting": "the one right answer",
        "cnf_satisfying_assignment": "keeps every condition",
        "largest_convex_polygon_subset": "whose value is the maximum",
    }
    assert words[name] in judged


def test_an_environment_that_did_not_pass_is_shown_so(root):
    write_report(root, passed=False)
    assert "**Gate:** NOT PASSED" in section(pages(root, root)["sequences.md"], "integer_sorting")


@pytest.mark.parametrize("seen", ["lacks it", "has its version 99, not 1"])
def test_a_report_that_does_not_fit_is_refused(seen, root):
    if seen == "lacks it":
        (root / "docs" / "check_report.json").unlink()
    else:
        write_report(root, version=99)
    with pytest.raises(ValueError, match=rf"{seen} \(.*\): run `rlve check --all --report docs/check_report.md` first"):
        pages(root, root)


def test_pages_of_rooms_that_are_gone_are_removed_and_nothing_else(root):
    folder = root / "build" / "gallery"
    folder.mkdir(parents=True)
    (folder / "gone.md").write_text(f"{HEAD}\n# Gone\n")
    (folder / "mine.md").write_text("mine")
    written = write_gallery(root, folder)
    assert {path.name: path.read_text("utf-8") for path in written} == pages(root, folder)
    assert {path.name for path in folder.iterdir()} == {*pages(root, folder), "mine.md"}


def test_no_page_of_another_hand_is_overwritten(root):
    (root / "README.md").write_text("mine")
    with pytest.raises(ValueError, match=r"README\.md is no page of the gallery: choose another folder"):
        write_gallery(root, root)
    assert (root / "README.md").read_text() == "mine"
    assert not (root / "sequences.md").exists()


def test_writing_twice_changes_nothing(root):
    folder = root / "build" / "gallery"
    before = [path.read_bytes() for path in write_gallery(root, folder)]
    assert [path.read_bytes() for path in write_gallery(root, folder)] == before
