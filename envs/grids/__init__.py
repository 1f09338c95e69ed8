"""Rectangles of cells."""
