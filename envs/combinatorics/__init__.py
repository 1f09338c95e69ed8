"""Counting what can be chosen, ordered and arranged."""
