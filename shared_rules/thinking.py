"""Thinking in steps."""

# A thinking function is a generator: it yields None while it works and returns its answer. Another
# generator relays it by `answer = yield from other`. Other callers run it in steps as a `Thought`,
# or at once by `answer_of`. (They do not read the answer from a StopIteration: without memory for
# the exception MicroPython raises one that has no value.)


class Thought:
    """A generator in progress."""

    # answer: what it returned, once `step` was True.

    def __init__(self, steps):
        self._steps = self._run(steps)

    def _run(self, steps):
        self.answer = yield from steps

    def step(self):
        """Do one step; return True once `answer` is set."""
        for _ in self._steps:
            return False
        return True


def answer_of(steps):
    """Run a generator to its end; return its answer."""
    thought = Thought(steps)
    while not thought.step():
        pass
    return thought.answer
