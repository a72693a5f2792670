"""Tests of the carrier board and the cases."""
