"""The gallery: what is on its pages, and that the committed one, docs/gallery.md, is not stale."""

import re
from functools import partial
from html import escape as html_escape
from pathlib import Path

import pytest

import rlve
from rlve import registry
from rlve._address import REPOSITORY
from rlve.authoring.gallery import PROBES, html, measured_reach, page, write_html
from rlve.authoring.report import REPORT, read_entries

ROOT = Path(__file__).resolve().parent.parent
escape = partial(html_escape, quote=False)
ROOMS = {"integer_sorting": "sequences", "cnf_satisfying_assignment": "logic", "largest_convex_polygon_subset": "geometry"}


@pytest.fixture
def few(monkeypatch):
    """A repository of three environments in three rooms."""
    kept = {name: entry for name, entry in registry.index().items() if name in ROOMS}
    assert {name: entry["room"] for name, entry in kept.items()} == ROOMS
    monkeypatch.setattr(registry, "index", lambda: kept)


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


def test_the_page_to_search_shows_problems_with_their_answers_and_what_the_filters_need(few):
    text = html({"integer_sorting": (0.25, 0.125), "cnf_satisfying_assignment": (0.0, 0.0)})
    for name, room in ROOMS.items():
        part = entry(text, name)
        assert (
            f'data-room="{room}" data-kind="{registry.index()[name]["kind"]}"' in part and registry.index()[name]["title"] in part
        )
        for level in (0, 3, 8):
            problem = rlve.problem(name, level, 0)
            answer = f"<answer>{problem.reference_text}</answer>"
            assert f"<pre>{escape(problem.prompt())}</pre>\n<pre>{escape(answer)}</pre>" in unescape_quotes(part)
    assert 'data-reach="often"' in entry(text, "integer_sorting") and "25 % right at level 0, 12 % right at level 1" in text
    assert 'data-reach="never"' in entry(text, "cnf_satisfying_assignment")
    assert 'data-reach="unknown"' in entry(text, "largest_convex_polygon_subset")
    for name in ROOMS:
        [listed] = re.findall(r'data-collection="([^"]*)"', entry(text, name))
        assert listed.split() == [key for key, members in rlve.collections().items() if name in members and key != "ALL"]


def test_the_page_needs_nothing_beside_it(few):
    text = html({})
    assert "src=" not in text and all(link.startswith(REPOSITORY) for link in re.findall(r'href="([^"]*)"', text))
    for source in re.findall(rf'href="{REPOSITORY}/blob/main/([^"]*)"', text):
        assert (ROOT / source).is_file()


def test_reach_is_read_from_the_probes(tmp_path):
    found = measured_reach(ROOT / PROBES)
    assert set(found) <= set(rlve.names()) and all(0 <= share <= 1 for shares in found.values() for share in shares)
    assert {len(shares) for shares in found.values()} == {2} and max(found["integer_multiplication"]) > 0.1
    assert measured_reach(tmp_path) == {}


def test_no_page_of_another_hand_is_overwritten(few, tmp_path):
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(ValueError, match=r"index\.html is no page of the gallery: choose another folder"):
        write_html(tmp_path, tmp_path)
    assert (tmp_path / "index.html").read_text() == "mine"


def test_writing_twice_changes_nothing(few, tmp_path):
    before = write_html(tmp_path, tmp_path / "site").read_bytes()
    assert write_html(tmp_path, tmp_path / "site").read_bytes() == before


def entry(text: str, name: str) -> str:
    """The part of the page that shows an environment."""
    return text.split(f'<details class="entry" id="{name}"')[1].split("</details>")[0]


def unescape_quotes(text: str) -> str:
    """With the quotes that `html.escape(quote=False)` leaves."""
    return text.replace("&#34;", '"').replace("&#39;", "'")
