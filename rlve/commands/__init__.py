"""The commands of `rlve`, by what they are for; `rlve.__main__` puts them together."""
