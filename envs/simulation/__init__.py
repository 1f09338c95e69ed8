"""Processes followed step by step."""
