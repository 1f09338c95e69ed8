"""Draw the same problems in another process under another hash seed, and compare fingerprints.

Run as a program it reads requests from stdin and prints fingerprints: see `fingerprints`.
"""

import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import cache

from rlve.environment import Environment
from rlve.registry import HERE
from rlve.sending import receive


def fingerprint(problem: Environment) -> str:
    """A digest of the problem's data, prompt and reference."""
    parts = [problem.to_dict(), problem.prompt(), problem.reference_text]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def fingerprints(requests: Sequence[tuple[str | bytes, int, int]], hash_seed: int = 4321) -> list[str]:
    """The fingerprint of each (class, level, seed), from one other process with PYTHONHASHSEED = `hash_seed`.

    A class is given as `rlve.sending.send` sends it. A problem that cannot be drawn there yields "error: ...".
    """
    search = [str(HERE.parent), *(path for path in sys.path if path)]
    child = subprocess.run(
        [sys.executable, "-m", "rlve.authoring.replay"],
        input=pickle.dumps(list(requests)),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(dict.fromkeys(search))},
    )
    if child.returncode:
        raise RuntimeError(f"the other process failed: {child.stderr.decode(errors='replace').strip()[-500:]}")
    return json.loads(child.stdout)


def main() -> None:
    """Read [(class, level, seed), ...] from stdin, print the fingerprints as JSON."""
    answers = []
    received = cache(receive)
    with redirect_stdout(sys.stderr):  # what an environment prints is no answer
        for sent, level, seed in pickle.load(sys.stdin.buffer):
            try:
                answers.append(fingerprint(received(sent).sample(level, seed)))
            except Exception as error:
                answers.append(f"error: {error!r}")
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
