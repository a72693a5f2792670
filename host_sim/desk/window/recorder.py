# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Record films during play: a key begins and ends one; a thread saves it."""

from __future__ import annotations

import importlib.util
import threading
import time
from typing import Callable

from host_sim.desk.window.film import Film

LARGEST_SCALE = 3  # of a film: above it, saving takes minutes and megabytes


class Recorder:
    """``film`` is None while nothing is recorded. ``say`` shows a message to the user."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.film: Film | None = None
        self._say = say
        self._saving: list[threading.Thread] = []
        self._scale = LARGEST_SCALE

    def toggle(self, scale: int) -> None:
        """Begin a film, or end it and save it in the current folder."""
        if self.film:
            self._save()
        elif importlib.util.find_spec("PIL") is None:
            self._say("films need Pillow: pip install pillow")
        else:
            self._scale = min(scale, LARGEST_SCALE)
            self.film = Film()

    def close(self) -> None:
        """Save the current film, if any, and wait until all films are saved."""
        if self.film:
            self._save()
        for thread in self._saving:
            thread.join()

    def _save(self) -> None:
        film, self.film = self.film, None
        if film is None or not film.shots:
            return
        name = time.strftime("pocketpig-%Y%m%d-%H%M%S.gif")
        self._say(f"saving {name}")

        def save() -> None:
            try:
                film.save(name, self._scale)
                self._say(f"saved {name}")
            except OSError as error:
                self._say(f"could not save {name}: {error}")

        thread = threading.Thread(target=save, name=name)
        self._saving.append(thread)
        thread.start()
