"""Lists of integers."""
