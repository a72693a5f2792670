"""Tests of the rules of the games, and fair dice."""
