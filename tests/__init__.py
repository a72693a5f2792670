"""Pocket Pig's tests. Helpers are imported as `from tests.support.micropython_vm import …`."""
