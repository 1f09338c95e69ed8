"""Grids to complete and plans to find."""
