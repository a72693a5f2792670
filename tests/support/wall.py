"""A wall clock for tests."""


class Wall:
    """A clock in seconds that the test sets."""

    now = 100.0

    def __call__(self):
        return self.now
