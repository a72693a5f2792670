# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Tell the person when the file of `--state` can no longer be written, as on a full disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

if TYPE_CHECKING:
    from host_sim.handset import Handset


class StateWatch:
    """``look`` often; it tells once, through ``say``."""

    # The handheld plays on: its simulated flash is whole, only the file has not followed. The store
    # writes the whole image at its next change, so a fault may be over by the end.

    def __init__(self, handset: Handset, say: Callable[[str], None]) -> None:
        self._handset = handset
        self._say = say
        self._told = False

    @property
    def _fault(self) -> OSError | None:
        # Stores that keep no file have none.
        fault: OSError | None = getattr(self._handset.board.store, "unkept", None)
        return fault

    def look(self) -> None:
        fault = self._fault
        if fault is not None and not self._told:
            self._told = True
            self._say(f"cannot keep the state: {_reason(fault)}. The game goes on unsaved")

    def fault(self) -> str:
        """Why the file is not what the handheld's flash is, "" when it is."""
        fault = self._fault
        return f"the latest state was not kept: {_reason(fault)}" if fault else ""


def _reason(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)
