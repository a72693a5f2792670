"""The screens of a game."""
