"""Programs beside the tests: measure, mutate, fuzz, draw the gallery."""
