"""Self-test, codes, and other screens that few open."""
