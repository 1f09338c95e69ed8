"""`python -m rlve`, and the console script `rlve`."""

import sys
from typing import Any


def main() -> Any:
    """Run the command line; Ctrl-C while it is being loaded ends it in a word, as later."""
    try:
        from rlve.cli import main as run
    except KeyboardInterrupt:
        print("Aborted!", file=sys.stderr)
        raise SystemExit(1) from None
    return run()


if __name__ == "__main__":
    main()
