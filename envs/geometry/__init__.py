"""Points, lines and polygons."""
