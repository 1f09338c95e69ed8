"""JupyterLab on a free port and headless Chromium, both with folders of their own that nobody else uses."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import nbformat
from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1180,1500",
)
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
PATIENCE = 90.0  # seconds: the machine may be busy


class Lab:
    """A running server and a browser: opens notebooks, runs them, looks at the page."""

    def __init__(self, url: str, token: str, folder: Path, browser: webdriver.Chrome) -> None:
        self.url, self.token, self.folder, self.browser = url, token, folder, browser

    def open(self, name: str) -> None:
        """Open a notebook of the folder, and wait for its kernel."""
        self.browser.get(f"{self.url}/doc/tree/{name}?token={self.token}&reset")
        self.wait(self.ready)

    def ready(self) -> bool:
        """Whether the kernel of the open notebook is idle; a question for its kernel is answered on the way."""
        if button := self.find(".jp-Dialog .jp-mod-accept"):
            button.click()
        return self.browser.execute_script(
            "return window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
            " && !document.querySelector('.jp-Dialog')"
        )

    def run(self, name: str, cells: Sequence[str]) -> Any:
        """Make a notebook of code cells, open and run it; return the panel (the outermost .rlve) it shows."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        self.write(name, notebook)
        self.open(name)
        self.run_all()
        return self.wait(lambda: self.find(".jp-OutputArea .rlve.widget-vbox"))

    def write(self, name: str, notebook: Any) -> None:
        """Put a notebook into the folder, with this interpreter as its kernel."""
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, self.folder / name)

    def run_all(self) -> None:
        """Run all cells of the open notebook."""
        self.browser.execute_script("window.jupyterapp.commands.execute('notebook:run-all-cells')")

    def find(self, selector: str) -> Any:
        """The first element, or None."""
        found = self.browser.find_elements("css selector", selector)
        return found[0] if found else None

    def text(self, selector: str = ".jp-OutputArea .rlve") -> str:
        """The text of the first element of that kind, as it is seen."""
        return self.browser.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def wait(self, condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """The first true value of a condition; AssertionError with what the page says, when none comes."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if value := condition():
                    return value
            except StaleElementReferenceException:
                pass
            time.sleep(0.05)
        raise AssertionError(f"it did not come within {seconds:.0f} s; the page says:\n{self.text('body')[-3000:]}")

    def screenshot(self, selector: str, path: Path) -> None:
        """An element as a small PNG, of 128 colours."""
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.open(BytesIO(self.find(selector).screenshot_as_png)).convert("RGB").quantize(128).save(path, optimize=True)


@contextmanager
def lab(folder: Path, theme: str) -> Iterator[Lab]:
    """JupyterLab in a theme of THEMES and a browser beside it; what they write lies in `folder`."""
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    port, token = free_port(), secrets.token_hex(16)
    with (folder / "lab.log").open("w") as log:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
                *(f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"),
                *(f"--ServerApp.root_dir={notebooks}", "--LabApp.expose_app_in_browser=True"),
            ],
            env=environment(folder, theme),
            cwd=notebooks,
            stdout=log,
            stderr=log,
        )
    browser = None
    try:
        until_it_answers(f"http://127.0.0.1:{port}/api?token={token}", server, folder / "lab.log")
        browser = chromium(folder / "chromium")
        yield Lab(f"http://127.0.0.1:{port}", token, notebooks, browser)
    finally:
        if browser is not None:
            browser.quit()
        server.terminate()
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()


def environment(folder: Path, theme: str) -> dict[str, str]:
    """Variables that keep Jupyter inside the folder, with its settings and this interpreter as the only kernel."""
    settings = {
        "@jupyterlab/apputils-extension/themes": {"theme": THEMES[theme]},
        "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
        "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},
    }
    for name, values in settings.items():
        path = folder / "settings" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    kernel = folder / "data" / "kernels" / "python3"
    kernel.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "Python 3", "language": "python"}))
    places = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "JUPYTER_RUNTIME_DIR": "runtime"}
    places |= {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces", "IPYTHONDIR": "ipython"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "JPY_"))}
    search = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**kept, **{name: str(folder / place) for name, place in places.items()}, "PYTHONPATH": search}


def chromium(profile: Path) -> webdriver.Chrome:
    """Headless Chromium with a fresh profile."""
    options = Options()
    binary = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    assert binary and driver, "chromium and chromedriver are needed (Debian, Ubuntu: apt install chromium chromium-driver)"
    options.binary_location = binary
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    for attempt in range(3):  # a busy machine may be slow to start it
        try:
            return webdriver.Chrome(options=options, service=Service(driver))
        except WebDriverException:
            if attempt == 2:
                raise
            time.sleep(2)
    raise AssertionError("never reached")


def until_it_answers(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for the server; AssertionError with its log where it ends or stays silent."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise AssertionError(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]
