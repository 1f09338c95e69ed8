"""Two players, perfect play."""
