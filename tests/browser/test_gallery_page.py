"""The page of `rlve gallery --html` in a real browser: search, filters, links to one environment. `make test-browser` runs it."""

import re
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="needs the extra browser")

from browser.lab import chromium
from selenium.webdriver.support.ui import Select

import rlve
from rlve.authoring.gallery import write_html

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    found = chromium(folder / "chromium")
    found.address = write_html(ROOT, folder).as_uri()
    yield found
    found.quit()


def shown(browser) -> list[str]:
    """The names of the environments that are to be seen."""
    return [node.get_attribute("id") for node in browser.find_elements("css selector", ".entry:not([hidden])")]


def test_search_and_filters(browser):
    browser.get(browser.address)
    assert shown(browser) == sorted(rlve.names())
    Select(browser.find_element("id", "collection")).select_by_value("HELD_OUT")
    assert shown(browser) == sorted(rlve.collection("HELD_OUT"))
    Select(browser.find_element("id", "room")).select_by_value("graphs")
    kept = sorted(set(rlve.collection("HELD_OUT")) & set(rlve.names("graphs")))
    assert shown(browser) == kept
    assert browser.find_element("id", "count").text == f"{len(kept)} of {len(rlve.names())} environments"
    browser.find_element("id", "search").send_keys("no such word anywhere")
    assert shown(browser) == [] and browser.find_element("id", "none").is_displayed()
    browser.find_element("css selector", "button[type=reset]").click()
    assert shown(browser) == sorted(rlve.names()) and not browser.find_element("id", "none").is_displayed()


def test_an_address_names_words_filters_and_an_environment(browser):
    browser.get(f"{browser.address}?search=sort&room=sequences#integer_sorting")
    names = shown(browser)
    assert "integer_sorting" in names and set(names) <= set(rlve.names("sequences"))
    [entry] = browser.find_elements("css selector", ".entry[open]")
    top = browser.execute_script("return arguments[0].getBoundingClientRect().top", entry)
    assert entry.get_attribute("id") == "integer_sorting" and 0 <= top < 800
    assert re.search(r"Level 0\n.*Level 3\n.*Level 8\n.*<answer>", entry.text, re.DOTALL)


def test_it_fits_a_narrow_screen(browser):
    browser.set_window_size(500, 900)
    browser.get(browser.address)
    assert browser.execute_script("return document.documentElement.scrollWidth <= document.documentElement.clientWidth")
