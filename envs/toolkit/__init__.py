"""What several environments share; no room of its own."""
