"""Where the repository lives: changed here only, then `python scripts/update_address.py` carries it everywhere else."""

REPOSITORY = "https://github.com/rlve-workbench/rlve"
