"""Vertices and edges."""
