"""Numbers as rows of bits."""
