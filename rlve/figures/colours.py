"""The colours of all figures, told apart by the colour-blind too (of Okabe and Ito)."""

BLUE, ORANGE, GREEN, RED, PINK, SKY, GREY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#999999"
COLOURS = (BLUE, ORANGE, GREEN, RED, PINK, SKY)
"""Those that stand out on white and on black, for lines side by side."""
VERDICTS = {"correct": BLUE, "wrong": ORANGE, "infeasible": PINK, "unparsable": GREY, "fault": RED}
"""A colour for each verdict."""
