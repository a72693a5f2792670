"""Tests of what is saved."""
