"""Probabilities and expected values, exactly."""
