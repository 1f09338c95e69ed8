"""The environments, one file each, in rooms by topic."""
