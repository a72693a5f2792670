"""The window: pass events to the buttons, run the handheld, draw its pictures."""

import os
import time
from collections.abc import Callable, Sequence

import pygame
from platformdirs import user_pictures_path
from pygame._sdl2.video import Window

from handheld.board import BUTTONS
from host_sim.desk import actions
from host_sim.desk.casing import icon
from host_sim.desk.playing import Playing
from host_sim.desk.window import layout
from host_sim.desk.window.film import Film
from host_sim.desk.window.gamepad import Gamepads
from host_sim.desk.window.overlay import Overlay
from host_sim.desk.window.paint import drawn
from host_sim.desk.window.picture import DESK, Picture
from host_sim.simulated.handset import View

# The time between steps of the handheld, and between pictures, at least.
STEP_MS = 4
FRAME_S = 1 / 60
# This long after a resize, the window shrinks to the next integer scale.
SNAP_AFTER_S = 0.3
# The largest share of the desktop, and the largest scale, unless a scale is given.
LARGEST_SHARE = 0.9
LARGEST_BY_ITSELF = 6
REPEAT_AFTER_MS, REPEAT_MS = 350, 60

_KEYS = actions.keys("window")
_REPEATED = [each.name for each in actions.ACTIONS if each.repeats]
# {pygame's number: the table's name} of the keys that are not told by what they type.
_NAMES = {
    getattr(pygame, f"K_{name}"): name
    for name in (key.removeprefix("Ctrl+") for key in _KEYS)
    if name[0].isalpha()
}

# Drivers that show nothing. SDL falls back to one if the display named cannot be opened.
UNSEEN = ("dummy", "offscreen")
_LEFT, _RIGHT = 1, 3
_CONTROL = pygame.KMOD_CTRL | pygame.KMOD_META


class PlayWindow:
    """A window on ``playing``; ``run`` returns when it is closed.

    ``scale``: screen pixels a panel pixel, None to fit the desktop. ``film`` records the pictures.
    ``each_turn`` is called once in each pass of the loop. Raises pygame.error if no window can be
    opened.
    """

    def __init__(
        self,
        playing: Playing,
        *,
        scale: int | None = None,
        title: str = "Pocket Pig",
        film: Film | None = None,
        each_turn: Sequence[Callable[[], None]] = (),
    ) -> None:
        self.playing = playing
        self.key_help = True
        self.all_keys = False
        self._film = film
        self._each_turn = each_turn
        self._open = True
        self._shown: tuple[View, Overlay] | None = None
        self._drawn_s = 0.0
        self._resized_s: float | None = None
        self._snapped_from: tuple[int, int] | None = None
        self._maximised = False
        self._hand_cursor = False
        self._keys_down: set[int] = set()
        pygame.display.init()
        if pygame.display.get_driver() in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("no display answers")
        pygame.display.set_caption(title)
        pygame.display.set_icon(drawn(icon(64)))
        self.picture = Picture(scale or _scale_of_desktop())
        pygame.display.set_mode(self.size, pygame.RESIZABLE)
        pygame.key.set_repeat(REPEAT_AFTER_MS, REPEAT_MS)
        self._gamepads = Gamepads()
        # Kept because pygame's events refer to this object without owning it.
        self._window = Window.from_display_module()

    @property
    def size(self) -> tuple[int, int]:
        """The size of the whole picture in pixels."""
        return layout.size_at(self.picture.scale)

    def run(self) -> None:
        """Run until the window is closed."""
        try:
            while self._open:
                self.turn()
                pygame.time.wait(0 if self.playing.busy else STEP_MS)
        finally:
            self._gamepads.close()
            pygame.display.quit()

    def turn(self) -> None:
        """Run one pass of the loop: events, a step, a picture if one is due."""
        for event in pygame.event.get():
            self.handle(event)
        self.playing.step()
        for act in self._each_turn:
            act()
        now = time.monotonic()
        if self._resized_s is not None and now - self._resized_s >= SNAP_AFTER_S:
            self._snap()
        if self._open and now - self._drawn_s >= FRAME_S:
            self._drawn_s = now
            self.draw()

    # -- what comes in ----------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Act on one of pygame's events."""
        if event.type == pygame.QUIT:
            self._open = False
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.KEYUP:
            self._keys_down.discard(event.key)
            self.playing.fingers.release_source(("key", event.key))
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._click(event.button, event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == _LEFT:
            self.playing.fingers.release_source("mouse")
        elif event.type == pygame.MOUSEMOTION:
            self._point(self.button_at(event.pos) is not None)
        elif event.type == pygame.WINDOWFOCUSLOST:
            # The releases go to another window.
            self._keys_down.clear()
            self.playing.fingers.release_all()
        elif event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED):
            self._maximised = event.type == pygame.WINDOWMAXIMIZED
        elif event.type == pygame.VIDEORESIZE:
            # A key may have changed the size since the event.
            width, height = self._window.size
            self._resized((width, height))
        elif event.type == pygame.WINDOWEXPOSED:
            self._shown = None
        else:
            self._pad(event)

    def _key(self, event: pygame.event.Event) -> None:
        again = event.key in self._keys_down
        self._keys_down.add(event.key)
        key = _NAMES.get(event.key, "")
        if event.unicode in _KEYS and not event.unicode.isalpha():
            # Ignore the modifiers: keyboard layouts differ in what a character needs.
            key = event.unicode
        elif event.mod & _CONTROL:
            key = f"Ctrl+{key}"
        elif event.mod & pygame.KMOD_ALT:
            key = ""
        action = _KEYS.get(key, "")
        if action in BUTTONS and not again:
            self.playing.down(action, ("key", event.key))
        elif not again or action in _REPEATED:
            self._do(action)

    def _do(self, command: str) -> None:
        """Run the command of a key or a pad."""
        if command == "quit":
            self._open = False
        elif command == "help":
            self.key_help = not self.key_help
        elif command == "all keys":
            self.all_keys = not self.all_keys
        elif command in ("larger", "smaller"):
            self._change_scale(1 if command == "larger" else -1)
        elif command == "save picture":
            self._save_picture()
        elif command in self.playing.commands:
            self.playing.do(command)

    def _pad(self, event: pygame.event.Event) -> None:
        for push in self._gamepads.handle(event):
            if not push.down:
                self.playing.fingers.release_source(push.source)
            elif push.what in BUTTONS:
                self.playing.down(push.what, push.source)
            else:
                self._do(push.what)

    def _click(self, number: int, pixel: tuple[int, int]) -> None:
        button = self.button_at(pixel)
        if number == _RIGHT and button:
            self.playing.hold(button)
        elif number == _LEFT and button:
            self.playing.down(button, "mouse")

    def button_at(self, pixel: tuple[int, int]) -> str | None:
        """Return the button under a pixel of the window, None if there is none."""
        left, top = self._origin()
        scale = self.picture.scale
        return layout.button_at((pixel[0] - left) / scale, (pixel[1] - top) / scale)

    def _point(self, at_button: bool) -> None:
        if at_button != self._hand_cursor:
            self._hand_cursor = at_button
            hand, arrow = pygame.SYSTEM_CURSOR_HAND, pygame.SYSTEM_CURSOR_ARROW
            pygame.mouse.set_cursor(hand if at_button else arrow)

    def _save_picture(self) -> None:
        path = user_pictures_path() / time.strftime("pocketpig-%Y%m%d-%H%M%S.png")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            image = self.picture.image(self.playing.view(), self._overlay(for_picture=True))
            pygame.image.save(image, path)
            self.playing.say(f"saved {path}")
        except (OSError, pygame.error) as error:
            self.playing.say(f"could not save {path}: {error}")

    # -- size -------------------------------------------------------------------------------------

    def _set_size(self) -> None:
        self._resized_s = None
        self._shown = None
        # Not set_mode: it would open a new window elsewhere and forget the keys held.
        self._window.size = self.size

    def _change_scale(self, by: int) -> None:
        scale = self.picture.scale + by
        largest = layout.scale_for(pygame.display.get_desktop_sizes()[0])
        if layout.SMALLEST_SCALE <= scale <= max(largest, self.picture.scale):
            self.picture = Picture(scale)
            self._set_size()
            # Presses that have waited for the drawing would draw it again and again.
            pygame.event.clear(pygame.KEYDOWN)

    def _resized(self, size: tuple[int, int]) -> None:
        scale = layout.scale_for(size)
        if scale != self.picture.scale:
            self.picture = Picture(scale)
        self._shown = None
        if size not in (self.size, self._snapped_from):
            self._resized_s = time.monotonic()

    def _snap(self) -> None:
        """Fit the window to its scale, once: a window manager may insist on its own size."""
        self._resized_s = None
        surface = pygame.display.get_surface()
        if surface is not None and not self._maximised:
            self._snapped_from = surface.get_size()
            self._set_size()

    def _origin(self) -> tuple[int, int]:
        """Return the picture's top left corner in pixels; the picture is centred in the window."""
        surface = pygame.display.get_surface()
        width, height = surface.get_size() if surface is not None else self.size
        return (width - self.size[0]) // 2, (height - self.size[1]) // 2

    # -- what goes out ----------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the picture if it has changed."""
        view = self.playing.view()
        if self._film is not None:
            self._film.add_view(self.playing.age_ms, view)
        overlay = self._overlay()
        surface = pygame.display.get_surface()
        if surface is None or self._shown == (view, overlay):
            return
        self._shown = (view, overlay)
        surface.fill(DESK)
        self.picture.draw(surface, view, overlay, self._origin())
        pygame.display.flip()

    def _overlay(self, for_picture: bool = False) -> Overlay:
        """Return the overlay; ``for_picture``: without status."""
        playing = self.playing
        return Overlay(
            key_help=self.key_help,
            status="" if for_picture else playing.status(),
            all_keys=self.all_keys,
            off=playing.off and not for_picture,
        )


def _scale_of_desktop() -> int:
    width, height = pygame.display.get_desktop_sizes()[0]
    room = int(width * LARGEST_SHARE), int(height * LARGEST_SHARE)
    return min(LARGEST_BY_ITSELF, layout.scale_for(room))
