"""The widgets in JupyterLab, in a real browser: `make test-browser`. Screenshots go to docs/screenshots."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="needs the extra browser")
pytest.importorskip("jupyterlab", reason="needs the extra browser")

import nbformat
from browser.lab import ROOT, THEMES, lab
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import rlve

pytestmark = pytest.mark.browser
SHOTS = ROOT / "docs" / "screenshots"
PANEL = ".jp-OutputArea .rlve.widget-vbox"
WRITER = """
import sys, time
from rlve import recorded
from rlve.runs import RunFolder, append, read, write_json
source, run = recorded("starter_proportional"), RunFolder(sys.argv[1])
run.path.mkdir()
write_json(run.path / "config.json", source.config())
records, outcomes, samples = source.history(), read(source.outcomes), read(source.samples)
for record in records[: int(sys.argv[2])]:
    append(run.outcomes, [row for row in outcomes if row["step"] == record["step"]])
    append(run.samples, [row for row in samples if row["step"] == record["step"]])
    append(run.metrics, [record])
    time.sleep(float(sys.argv[3]))
"""


@pytest.fixture(scope="module", params=THEMES)
def page(request, tmp_path_factory):
    with lab(tmp_path_factory.mktemp(request.param), request.param) as page:
        page.theme = request.param
        yield page


def shoot(page, name: str) -> None:
    path = SHOTS / f"{name}_{page.theme}.png"
    page.screenshot(PANEL, path)
    assert path.stat().st_size < 150_000


def inputs(page, kind: str):
    """The controls of a kind that are seen."""
    return [element for element in page.browser.find_elements("css selector", f"{PANEL} {kind}") if element.is_displayed()]


def test_explorer(page):
    page.run("explorer.ipynb", ["from rlve.widgets import EnvironmentExplorer\nEnvironmentExplorer(level=3, seed=42)"])
    page.wait(lambda: "19 2 8 23 9 13" in page.text(f"{PANEL} pre"))
    handle = inputs(page, ".noUi-handle, .ui-slider-handle")[0]  # of ipywidgets 8, of 7
    for _ in range(2):
        handle.send_keys(Keys.ARROW_RIGHT)  # the slider is moved by the keyboard
    wanted = rlve.problem("integer_sorting", 5, 42)
    page.wait(lambda: " ".join(map(str, wanted.numbers)) in page.text(f"{PANEL} pre"))
    box = next(element for element in inputs(page, "input[type=text]") if element.get_attribute("placeholder"))
    box.send_keys("1 2 3" + Keys.ENTER)
    page.wait(lambda: f"infeasible (reward -0.5): expected {len(wanted.numbers)} integers, got 3" in page.text())
    box.send_keys(Keys.CONTROL + "a")
    box.send_keys(wanted.reference_text + Keys.ENTER)
    page.wait(lambda: "correct (reward 1)" in page.text())
    box.send_keys(Keys.TAB)
    assert page.browser.switch_to.active_element.text == "check"
    page.browser.switch_to.active_element.send_keys(Keys.TAB)
    page.browser.switch_to.active_element.send_keys(Keys.SPACE)
    page.wait(lambda: page.text(f"{PANEL} pre[aria-label='a right answer']") == wanted.reference_text)
    shoot(page, "explorer")


def test_playground(page):
    page.run("playground.ipynb", ["from rlve.widgets import SchedulerPlayground\nSchedulerPlayground()"])
    page.wait(lambda: len(inputs(page, "figure")) == 4 and "tau_acc" in page.text())
    shoot(page, "playground")
    before = page.text(f"{PANEL} .rlve-badge")
    start = time.monotonic()
    Select(inputs(page, "select")[0]).select_by_visible_text("proportional")
    page.wait(lambda: "gain" in page.text() and page.text(f"{PANEL} .rlve-badge") != before)
    assert time.monotonic() - start < 5  # a second on a machine of one's own
    print(f"changing the rule took {time.monotonic() - start:.2f} s until it was seen")


def test_monitor(page, tmp_path):
    folder = tmp_path / "run"
    page.run("monitor.ipynb", [f"from rlve.widgets import TrainingMonitor\nTrainingMonitor({str(folder)!r}, every=0.2)"])
    page.wait(lambda: "waiting for one" in page.text())
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(folder), "90", "0.05"], cwd=ROOT)
    try:
        page.wait(lambda: "Running: step" in page.text())
        first = step_shown(page)
        page.wait(lambda: step_shown(page) > first)
        page.wait(lambda: step_shown(page) == 90)
    finally:
        writer.terminate()
        writer.wait()
    page.wait(lambda: "<answer>" in page.text())
    shoot(page, "monitor")


def test_monitor_moves_while_a_cell_of_the_same_kernel_trains(page, tmp_path):
    folder = tmp_path / "run"
    writer = WRITER.replace("sys.argv[1]", repr(str(folder))).replace("int(sys.argv[2])", "40")
    cells = [
        f"from rlve.widgets import TrainingMonitor\nmonitor = TrainingMonitor({str(folder)!r}, every=0.2)\nmonitor",
        writer.replace("float(sys.argv[3])", "0.2") + "\nprint('the cell ' + 'has ended')",
        "monitor.stop()",
    ]
    page.run("same.ipynb", cells)
    page.wait(lambda: 1 < step_shown(page) < 40)
    assert "the cell has ended" not in page.text(".jp-Notebook")
    page.wait(lambda: "the cell has ended" in page.text(".jp-Notebook") and "follow again" in page.text())


def step_shown(page) -> int:
    found = re.search(r"step (\d+) of", page.text(f"{PANEL} .rlve-badge"))
    return int(found[1]) if found else 0


def test_the_monitor_tells_of_a_dead_run(page, tmp_path):
    cells = [
        "import os, time\nfrom rlve import recorded\nrun = recorded('starter_paper')\nrun.cut_back(60)",
        "os.utime(run.metrics, (time.time() - 600,) * 2)",
        "from rlve.widgets import TrainingMonitor\nTrainingMonitor(run)",
    ]
    page.run("dead.ipynb", cells)
    page.wait(lambda: "the run looks dead (step 60 of 150)" in page.text())
    shoot(page, "dead_run")


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook(page, path: Path):
    page.write(path.name, nbformat.read(path, as_version=4))
    page.open(path.name)
    page.run_all()
    code = "return [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map(item => item.textContent)"
    page.wait(lambda: all(text.strip("[]: ").isdigit() for text in page.browser.execute_script(code)), seconds=900)
    assert page.text("[data-mime-type='application/vnd.jupyter.error']") == ""
