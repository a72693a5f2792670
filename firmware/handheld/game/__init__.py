"""A match: players, dice, undo; its scores and dice as pictures."""
