"""Self-test, reports, codes, and other screens that few open."""
