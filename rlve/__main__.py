"""`python -m rlve`, and the console script `rlve`."""

from rlve.cli import main

if __name__ == "__main__":
    main()
