"""What `rlve new` starts from: one small, sound environment of each kind, renamed and then edited by its author."""
