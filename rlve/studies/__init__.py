"""The demo, simulated learners, sweeps and their results."""
