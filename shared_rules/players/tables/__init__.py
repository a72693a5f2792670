"""The perfect player's tables."""
