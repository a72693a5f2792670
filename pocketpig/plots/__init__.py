"""Plots of perfect play for `pocketpig plot`: their names. The module `pictures` draws them."""

# {name: what it shows}; read where no solver is installed, too.
KINDS = {
    "surface": "the roll/hold surface in 3-D",
    "cross-section": "roll or hold by score and turn total, at one score of the opponent",
}


class CannotPlot(Exception):
    """There is no such plot; the message says why, and what is allowed."""
