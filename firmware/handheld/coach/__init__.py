"""Advice, odds, review, drills."""
