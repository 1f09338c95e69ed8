"""Truth values and formulas."""
