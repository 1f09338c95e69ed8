"""The style sheet of the widgets, as a widget."""

from __future__ import annotations

from ipywidgets import HTML

from rlve.figures.look import STYLE


def style_sheet() -> HTML:
    """The style sheet as an invisible widget."""
    return HTML(f"<style>{STYLE}</style>", layout={"display": "block", "height": "0", "margin": "0", "overflow": "hidden"})
