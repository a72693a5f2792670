# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The buzzer, really heard: its pulses as samples, through pygame's mixer."""

from __future__ import annotations

import array
import functools
import sys

import pygame

from host_sim.simulated.board import Tone

RATE = 44_100
# A chunk of samples this long is 12 ms: what is heard is hardly late.
CHUNK = 512
LOUDEST = 7000  # of 32,767: pulses are piercing
_SHORTEST = RATE // 20
_HIGHEST_HZ = RATE // 2


@functools.lru_cache(maxsize=256)
def samples(hz: int, duty: int) -> bytes:
    """Whole periods of a pulse wave as signed 16-bit samples of one channel, at least 50 ms.

    ``duty`` in per mille is the share of a period with the pin high, as in PWM: 500 is loudest and
    100 thinner and softer, as it is with a real piezo disc behind a capacitor (no direct current).
    Edges between two samples are smoothed by how much of a sample is high, so high tones ring true.
    """
    duty = max(0, min(1000, duty))
    periods = max(1, -(-_SHORTEST * hz // RATE))
    count = round(periods * RATE / hz)
    high = duty / 1000
    wave = array.array("h")
    for index in range(count):
        # Within its period a sample lasts from `start` to `end`; the pin is high before `high`.
        start = index * periods / count % 1.0
        end = start + periods / count
        share = max(0.0, min(end, high) - start) + max(0.0, min(end, 1 + high) - 1.0)
        wave.append(round(2 * LOUDEST * (share * count / periods - high)))
    if sys.byteorder == "big":
        wave.byteswap()
    return wave.tobytes()


class Speaker:
    """Plays the tones it is called with; silent, and harmless, where there is no audio device."""

    def __init__(self) -> None:
        self.muted = False
        self.works = False
        self._channel: pygame.mixer.Channel | None = None
        self._tone = (0, 0)
        self._held = False
        try:
            pygame.mixer.init(RATE, -16, 1, CHUNK, allowedchanges=0)
            self._channel = pygame.mixer.Channel(0)
            self.works = True
        except pygame.error:
            pass

    @property
    def sounding(self) -> bool:
        """Is there a tone to be heard?"""
        return self._tone != (0, 0) and not (self.muted or self._held)

    def __call__(self, tone: Tone) -> None:
        """A tone begins (or silence), and lasts until the next one."""
        audible = 0 < tone.hz < _HIGHEST_HZ and 0 < tone.duty < 1000
        self._tone = (tone.hz, tone.duty) if audible else (0, 0)
        self._play()

    def mute(self, muted: bool) -> None:
        """Hear nothing, whatever the handheld does."""
        self.muted = muted
        self._play()

    def hold(self, held: bool) -> None:
        """Time stands still: so does the sound."""
        if held != self._held:
            self._held = held
            self._play()

    def close(self) -> None:
        """Silence; the device is given back."""
        if self.works:
            self.works = False
            self._channel = None
            pygame.mixer.quit()

    def _play(self) -> None:
        if self._channel is None:
            return
        try:
            if self.sounding:
                self._channel.play(pygame.mixer.Sound(buffer=samples(*self._tone)), loops=-1)
            else:
                self._channel.stop()
        except pygame.error:
            # The device has been unplugged.
            self.works = False
            self._channel = None
