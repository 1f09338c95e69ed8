"""What several judges of the room use."""


def with_gaps_filled(row, answer) -> list[int]:
    """The row with the answer's entries in place of its zeros, one after the other."""
    row = list(row)
    for entry in answer:
        if 0 in row:
            row[row.index(0)] = entry
    return row
