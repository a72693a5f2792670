"""The simulator's window. Needs pygame; `picture` and what it imports need no display."""
