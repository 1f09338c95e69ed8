"""The gallery: what is on its pages, and that the committed one, docs/gallery.md, is not stale."""

import re
from pathlib import Path

import pytest

import rlve
from rlve import registry
from rlve.authoring.gallery import page, pages, write_gallery
from rlve.authoring.report import REPORT, read_entries

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {"integer_sorting": "sequences", "cnf_satisfying_assignment": "logic", "largest_convex_polygon_subset": "geometry"}


@pytest.fixture
def few(monkeypatch):
    """A repository of three environments in three rooms."""
    kept = {name: entry for name, entry in registry.index().items() if name in ROOMS}
    assert {name: entry["room"] for name, entry in kept.items()} == ROOMS
    monkeypatch.setattr(registry, "index", lambda: kept)


@pytest.fixture
def root(few, tmp_path) -> Path:
    """A checkout of its own."""
    return tmp_path


def section(page: str, name: str) -> str:
    return page.split(f"\n### {name}\n")[1].split("\n### ")[0]


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
    entries = read_entries(ROOT / REPORT)
    assert {name: entry["version"] for name, entry in entries.items()} == {name: rlve.make(name).version for name in rlve.names()}


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
                assert not anchor or f"\n### {anchor}\n" in found[target], name


def test_problems_stand_there_with_their_answers(root):
    part = section(pages(root, root)["sequences.md"], "integer_sorting")
    for level in (0, 1, 3, 8):
        problem = rlve.problem("integer_sorting", level, 0)
        assert f"````text\n{problem.prompt()}\n\n<answer>{problem.reference_text}</answer>\n````" in part


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
