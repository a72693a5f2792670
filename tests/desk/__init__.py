"""Tests of the simulator's window and terminal, and the command line."""
