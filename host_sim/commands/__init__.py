"""The subcommands of `pocketpig`: what they read from the command line and print."""

import contextlib
import signal
from collections.abc import Iterable, Iterator


@contextlib.contextmanager
def until_stopped() -> Iterator[None]:
    """End the block quietly at SIGTERM or Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)


def grouped(rows: Iterable[tuple[str, str, str]]) -> str:
    """Return the help of subcommands: (group, name, help) of each, rows of a group together."""
    lines: list[str] = []
    last = ""
    for group, name, summary in rows:
        if group != last:
            lines += ["", f"{group}:"]
            last = group
        lines.append(f"  {name:<10} {summary}")
    return "\n".join(lines)
