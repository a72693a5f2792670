# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Tell the person when the file of `--state` can no longer be written, as on a full disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

if TYPE_CHECKING:
    from host_sim.simulated.handset import Handset


class StateWatch:
    """``look`` often; it tells once, through ``say``."""

    # The handheld plays on: its flash is whole, only the file has not followed. The whole image is
    # written at the next change, so a fault may be over by the end.

    def __init__(self, handset: Handset, say: Callable[[str], None]) -> None:
        self._handset = handset
        self._say = say
        self._writes = -1
        self._told = False

    def look(self) -> None:
        """Look at the file if the flash has been written since."""
        writes = self._handset.board.store.flash.writes
        if self._told or writes == self._writes:
            return
        self._writes = writes
        fault = self.fault()
        if fault:
            self._told = True
            self._say(f"{fault}. The game goes on, but it is not saved")

    def fault(self) -> str:
        """What is wrong when the file does not hold what the flash does, else ""."""
        store = self._handset.board.store
        if store.image is None or not store.flash.writes:
            return ""
        try:
            if store.image.read_bytes() == store.contents:
                return ""
            reason = "it cannot be written; is the disk full?"
        except OSError as error:
            reason = str(error.strerror)
        return f"the state is not kept in {store.image}: {reason}"
