"""Statistics and achievements."""
