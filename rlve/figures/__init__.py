"""Figures, from plain data: plots, SVG panels, heat maps, the report page."""
