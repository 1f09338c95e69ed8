"""Trees: graphs without cycles, and what can be read off them."""
