"""Tell what ``speech`` says when it is time, for speech and braille output."""

import contextlib
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from host_sim.desk.playing import Playing
from host_sim.plain_text import in_encoding
from host_sim.speech.sentences import Sentences
from host_sim.speech.told_app import Teller

# Words that are animated (tumbling dice, running numbers) are told when they have stopped changing.
REST_MS = 150
PATIENCE_S = 4.0  # so long a person wants to hear what is past

# Commands that speak their last argument, in order of preference.
VOICES: Sequence[Sequence[str]] = (
    ("say",),
    ("spd-say", "--wait", "--"),
    ("espeak-ng", "--"),
    ("espeak", "--"),
)


class Voice:
    """Speak through a command of the platform. Call ``step`` often.

    Words wait until those before are spoken, at most for PATIENCE_S: then only the newest are
    spoken, and at once. With ``at_once`` they do not wait.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._speaking: subprocess.Popen[bytes] | None = None
        self._waiting: list[tuple[float, str]] = []  # since when

    def __call__(self, words: str, *, at_once: bool = False) -> None:
        if at_once:
            self.hush()
        self._waiting.append((time.monotonic(), words))
        self.step()

    def step(self) -> None:
        """Speak the next words, if it is time."""
        if self._waiting and time.monotonic() - self._waiting[0][0] >= PATIENCE_S:
            newest = self._waiting[-1]
            self.hush()
            self._waiting = [newest]
        if self._waiting and (self._speaking is None or self._speaking.poll() is not None):
            words = in_encoding(self._waiting.pop(0)[1], sys.getfilesystemencoding())
            null = subprocess.DEVNULL
            with contextlib.suppress(OSError):
                self._speaking = subprocess.Popen(
                    [*self._command, words], stdin=null, stdout=null, stderr=null
                )

    def hush(self) -> None:
        """Stop speaking, and forget what waits."""
        self._waiting.clear()
        if self._speaking is not None:
            self._speaking.terminate()
            self._speaking.wait()
            self._speaking = None


def find_voice() -> Voice | None:
    """Return the platform's voice, None if there is none."""
    return next((Voice(command) for command in VOICES if shutil.which(command[0])), None)


class Lines:
    """Sentences of the lines of a panel, of a handheld at the end of a line.

    It has the methods of `Teller`. ``words`` returns a screen's id and its lines; ``language``: a
    code, for the names of signs.
    """

    def __init__(self, words: Callable[[], tuple[str, list[str]]], language: str) -> None:
        self.mark = words
        self._language = language
        self._sentences = Sentences()

    def tell(self) -> str:
        return str(self._sentences.tell(self._language, *self.mark()))

    def repeat(self) -> str:
        self._sentences.forget()
        return self.tell()


class Narrator:
    """Tell what is new once it has been still for REST_MS. Call ``step`` often.

    ``tell`` gets a line of sentences; ``voice`` gets the same words, at once after a press.
    """

    def __init__(
        self,
        playing: Playing,
        told: Teller | Lines,
        tell: Callable[[str], None],
        voice: Voice | None = None,
    ) -> None:
        self._playing = playing
        self._told = told
        self._tell = tell
        self._voice = voice
        self._seen: object = None
        self._since_ms: int | None = None  # None: it is told
        self._presses = 0

    def step(self) -> None:
        """Tell what is new, if it is still, and let the voice speak on."""
        seen, now = self._told.mark(), self._playing.age_ms
        if seen != self._seen:
            self._seen = seen
            self._since_ms = now
        if self._since_ms is not None and now - self._since_ms >= REST_MS:
            self._since_ms = None
            self._say(self._told.tell())
        if self._voice:
            self._voice.step()

    def repeat(self) -> None:
        """Tell the whole screen again."""
        self._say(self._told.repeat())

    def _say(self, words: str) -> None:
        if not words:
            return
        self._tell(words)
        if self._voice:
            presses = self._playing.presses
            self._voice(words, at_once=presses != self._presses)
            self._presses = presses
