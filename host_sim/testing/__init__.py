"""Tools for testers: a pytest plugin and its fixtures. See docs/testing.md."""
