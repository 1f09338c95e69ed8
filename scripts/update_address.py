"""Carry the repository's address from rlve/_address.py to README, badges, notebooks and pyproject.

    python scripts/update_address.py            # rewrite what differs
    python scripts/update_address.py --check    # say what differs, exit 1 if anything does

An address is told by its form: https://<any host>/<any owner>/rlve, or owner/rlve in a Colab, badge, Binder or raw link.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = r"rlve(?![\w-])"
OWNER = r"[A-Za-z0-9][\w.-]*"
FORMS = (  # what precedes owner/name, in each form that holds only the two
    r"colab\.research\.google\.com/github/",
    r"raw\.githubusercontent\.com/",
    r"img\.shields\.io/github/[\w/-]+?/",
    r"mybinder\.org/v2/gh/",
)


def repository(root: Path = ROOT) -> str:
    """The constant, read without importing rlve."""
    found = re.search(
        r'^REPOSITORY = "(https://[^"/]+/[^"/]+/rlve)"$', (root / "rlve/_address.py").read_text("utf-8"), re.MULTILINE
    )
    if not found:
        raise SystemExit('rlve/_address.py should hold one line REPOSITORY = "https://host/owner/rlve"')
    return found.group(1)


def rewritten(text: str, address: str) -> str:
    """`text` with every address of this repository replaced by `address`."""
    owner_and_name = address.split("/", 3)[3]
    text = re.sub(rf"https://(?!raw\.)[\w.-]+/{OWNER}/{NAME}", address, text)
    return re.sub(rf"({'|'.join(FORMS)}){OWNER}/{NAME}", rf"\g<1>{owner_and_name}", text)


def files(root: Path = ROOT) -> list[Path]:
    """The files that may name the repository."""
    patterns = ("*.md", "pyproject.toml", "environment.yml", "docs/**/*.md", "notebooks/**/*.ipynb", "envs/**/*.md")
    return sorted(path for pattern in patterns for path in root.glob(pattern) if ".ipynb_checkpoints" not in path.parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when something differs")
    check = parser.parse_args().check
    address = repository()
    stale = [(path, text) for path in files() if (text := rewritten(old := path.read_text("utf-8"), address)) != old]
    for path, text in stale:
        print(f"{path.relative_to(ROOT)} {'names another address' if check else 'rewritten'}")
        if not check:
            path.write_text(text, encoding="utf-8")
    if check and stale:
        print(f"run python scripts/update_address.py to carry {address} there")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
