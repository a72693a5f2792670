"""A handheld made of simulated chips: board, buttons, clock, and the file that keeps its saves."""
