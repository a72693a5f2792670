"""Play the buzzer's pulses as samples through pygame's mixer."""

import contextlib
import functools
import os
import struct
import sys
from collections.abc import Iterator

import pygame

from host_sim.simulated.board import Tone

RATE = 44_100
# Samples in a buffer of the mixer: 12 ms, the delay of the sound.
CHUNK = 512
LOUDEST = 7000  # of 32,767; pulse waves are piercing
_SHORTEST = RATE // 20
_HIGHEST_HZ = RATE // 2


@functools.lru_cache(maxsize=256)
def samples(hz: int, duty: int) -> bytes:
    """Return whole periods of a pulse wave: signed 16-bit samples, one channel, at least 50 ms.

    ``duty`` is the share of a period with the pin high, in per mille: 500 is loudest, 100 thinner
    and softer, as with a piezo disc behind a capacitor (no direct current).
    A sample that contains an edge gets its mean level, so that high tones keep their pitch.
    """
    duty = max(0, min(1000, duty))
    periods = max(1, -(-_SHORTEST * hz // RATE))
    count = round(periods * RATE / hz)
    high = duty / 1000
    wave = []
    for index in range(count):
        # The sample lasts from `start` to `end` within its period; the pin is high until `high`.
        start = index * periods / count % 1.0
        end = start + periods / count
        share = max(0.0, min(end, high) - start) + max(0.0, min(end, 1 + high) - 1.0)
        wave.append(round(2 * LOUDEST * (share * count / periods - high)))
    return struct.pack(f"<{count}h", *wave)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Drop what libraries write to the standard error: ALSA complains about a missing device."""
    sys.stderr.flush()
    own = os.dup(2)
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 2)
        yield
    finally:
        os.dup2(own, 2)
        os.close(own)
        os.close(null)


class Speaker:
    """Play the tones that it is called with; silent if there is no audio device."""

    def __init__(self) -> None:
        self.muted = False
        self._channel: pygame.mixer.Channel | None = None
        self._tone = (0, 0)
        self._held = False
        with contextlib.suppress(pygame.error):
            with quiet():
                pygame.mixer.init(RATE, -16, 1, CHUNK, allowedchanges=0)
            self._channel = pygame.mixer.Channel(0)

    @property
    def works(self) -> bool:
        """True while there is an audio device."""
        return self._channel is not None

    @property
    def sounding(self) -> bool:
        """True while a tone is audible."""
        return self._tone != (0, 0) and not (self.muted or self._held)

    def __call__(self, tone: Tone) -> None:
        """Play a tone, or silence, until the next call."""
        audible = 0 < tone.hz < _HIGHEST_HZ and 0 < tone.duty < 1000
        self._tone = (tone.hz, tone.duty) if audible else (0, 0)
        self._play()

    def mute(self, muted: bool) -> None:
        """Mute or unmute all tones."""
        self.muted = muted
        self._play()

    def hold(self, held: bool) -> None:
        """Silence the sound while time stands still."""
        if held != self._held:
            self._held = held
            self._play()

    def close(self) -> None:
        """Stop the sound and release the audio device."""
        if self._channel is not None:
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
            # The audio device was unplugged.
            self._channel = None
