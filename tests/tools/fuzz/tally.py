# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Run a target on inputs, count the outcomes, and keep the inputs that fail."""

import contextlib
import gc
import hashlib
import resource
import signal
import sys
import traceback
from collections import Counter

# An input that takes more CPU time than this is a hang.
HANG_SECONDS = 20
# Python's memory is counted after 1/SETTLED of the inputs and at the end.
SETTLED = 5
# More additional blocks of memory than this at the end are a leak.
GROWTH_BLOCKS = 20_000


class Hang(BaseException):
    """An input that hangs. A BaseException, so that ``except Exception`` does not catch it."""


class Tally:
    """Counts for `target`; `folder` gets the inputs that fail, one of each kind."""

    def __init__(self, target, total, folder):
        self.name = target.name
        self.one = target.make()
        self.total = total
        self.folder = folder
        self.count = 0
        self.outcomes = Counter()
        self.failures = {}
        self.longest = 0
        self._settled_blocks = None

    def __enter__(self):
        self._handler = signal.signal(signal.SIGVTALRM, self._ring)
        return self

    def __exit__(self, *error):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, self._handler)

    def _ring(self, number, frame):
        raise Hang(f"more than {HANG_SECONDS} s of processor time")

    def __call__(self, data):
        self.count += 1
        signal.setitimer(signal.ITIMER_VIRTUAL, HANG_SECONDS)
        try:
            self.outcomes[self.one(data)] += 1
        except (Exception, Hang) as error:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)  # a story may take longer
            self._note(error, data)
        if self.count == self.total // SETTLED:
            self._settled_blocks = blocks()
        self.longest = max(self.longest, len(data))

    def _note(self, error, data):
        self.outcomes["failed"] += 1
        at = traceback.extract_tb(error.__traceback__)[-1]
        kind = f"{type(error).__name__} at {at.filename}:{at.lineno}: {error}"[:300]
        if kind in self.failures or len(self.failures) > 20:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{self.name}-{hashlib.sha256(data).hexdigest()[:12]}"
        path.write_bytes(data)
        self.failures[kind] = path
        print(f"{self.name}: {kind}\n  input: {path}", flush=True)
        # Earlier inputs may matter, or few steps of a game.
        story = getattr(self.one, "story", None)
        if story:
            path.with_suffix(".story").write_text(repr(story))
            print(f"  what led there: {path.with_suffix('.story')}", flush=True)

    @property
    def growth(self):
        """Return the blocks of memory added since the first count."""
        return blocks() - (self._settled_blocks or blocks())

    @property
    def good(self):
        return not self.failures and self.growth < GROWTH_BLOCKS

    def report(self):
        ends = ", ".join(f"{count:,} {word}" for word, count in sorted(self.outcomes.items()))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        more = getattr(self.one, "done", "")
        lines = [
            f"{self.name}: {self.count:,} inputs: {ends}; {more}peak memory {peak:.0f} MB, "
            f"{self.growth:+,} blocks since the first fifth"
        ]
        lines += [f"  {kind}\n  input: {path}" for kind, path in self.failures.items()]
        return "\n".join(lines)


def blocks():
    gc.collect()
    return sys.getallocatedblocks()


@contextlib.contextmanager
def quiet():
    """Suppress the app's console output."""
    with open("/dev/null", "w", encoding="utf-8") as nowhere, contextlib.redirect_stderr(nowhere):
        yield
