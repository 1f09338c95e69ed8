"""Words over small alphabets."""
