"""Best orders, choices and groupings."""
