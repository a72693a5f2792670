"""Title, menu, set-up of a game, and what they lead to."""
