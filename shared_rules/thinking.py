# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Thinking a step at a time."""

# Who thinks is a generator: it yields None while at work and returns its answer. Generators pass
# another one on by `answer = yield from other`; other callers run it as a `Thought`, a step at a
# time, or by `answer_of`. (The answer is not taken from a StopIteration: where there is no room for
# the exception, MicroPython raises one without its value.)


class Thought:
    """A generator in progress."""

    # answer: what it has returned, once `step` was True.

    def __init__(self, steps):
        self._steps = self._run(steps)

    def _run(self, steps):
        self.answer = yield from steps

    def step(self):
        """Think a little; True once the answer is there."""
        for _ in self._steps:
            return False
        return True


def answer_of(steps):
    """Run a generator to its end; return its answer."""
    thought = Thought(steps)
    while not thought.step():
        pass
    return thought.answer
