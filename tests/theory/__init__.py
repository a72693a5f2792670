"""Tests of the library `pocketpig`: odds, solver, simulation, plots."""
