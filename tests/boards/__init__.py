"""Tests of the boards, and the models of their chips."""
