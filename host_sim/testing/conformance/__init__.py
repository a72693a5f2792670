"""The conformance suite for every handheld, simulated or real.

`pocketpig device test --port URL` runs it; see docs/testing.md.
"""
