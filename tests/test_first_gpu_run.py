"""scripts/first_gpu_run.sh, with stand-ins for the GPU and for rlve: it measures every row, also after one that fails."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAND_INS = {
    "nvidia-smi": 'case "$1" in *memory.used*) echo 4321;; *) echo "A GPU, 15360 MiB, 1";; esac',
    "rlve": 'echo "$@"; sleep 0.1; case "$*" in *evaluate*) exit 3;; esac',
    "python": "exit 1",
}


def test_every_row_is_measured(tmp_path):
    for name, text in STAND_INS.items():
        file = tmp_path / "bin" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
    surroundings = {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "MODELS": "org/small large",
        "EVERY": "0.01",
    }
    command = ["bash", str(ROOT / "scripts" / "first_gpu_run.sh"), str(tmp_path / "out")]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in (tmp_path / "out" / "rows.tsv").read_text().splitlines()]
    assert rows[0] == ["row", "exit", "seconds", "peak MiB"]
    assert [(row[0], row[1], row[3]) for row in rows[1:]] == [
        ("small-train", "0", "4321"),
        ("small-evaluate", "3", "4321"),
        ("large-train", "0", "4321"),
        ("large-evaluate", "3", "4321"),
    ]
    assert "train --model org/small -e C16 --max-steps 4" in (tmp_path / "out" / "small-train.log").read_text()
