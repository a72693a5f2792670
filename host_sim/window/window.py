# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The window: events to fingers, the handheld's time, pictures to the screen."""

from __future__ import annotations

import os
import time

import pygame
from pygame._sdl2.video import Window

from host_sim.handset import Handset, View
from host_sim.window import casing, layout
from host_sim.window.film import Film
from host_sim.window.picture import Picture

# The handheld steps this often, and the screen shows at most so many pictures a second.
STEP_MS = 4
FRAME_S = 1 / 60
# A window that has been dragged to a size between two scales takes the next smaller one.
SNAP_AFTER_S = 0.3
# Of the desktop, when nobody has named a scale.
LARGEST_SHARE = 0.9
LARGEST_BY_ITSELF = 6

# Drivers that show nothing: SDL takes one by itself when the display that is named is not there.
UNSEEN = ("dummy", "offscreen")

KEYS = {
    pygame.K_UP: "up",
    pygame.K_w: "up",
    pygame.K_DOWN: "down",
    pygame.K_s: "down",
    pygame.K_a: "a",
    pygame.K_RETURN: "a",
    pygame.K_KP_ENTER: "a",
    pygame.K_SPACE: "a",
    pygame.K_b: "b",
    pygame.K_BACKSPACE: "b",
    pygame.K_ESCAPE: "b",
}
_COMMAND_KEYS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class PlayWindow:
    """Opens a window on ``handset``; ``run`` returns when it is closed.

    ``scale``: pixels a panel pixel, None for what fits the desktop. ``film`` records what is seen.
    pygame.error when no window can be opened.
    """

    def __init__(
        self,
        handset: Handset,
        *,
        scale: int | None = None,
        title: str = "Pocket Pig",
        film: Film | None = None,
    ) -> None:
        self.handset = handset
        self.key_help = True
        self._film = film
        self._open = True
        self._shown: tuple[View, bool] | None = None
        self._drawn_s = 0.0
        self._resized_s: float | None = None
        self._snapped_from: tuple[int, int] | None = None
        self._maximised = False
        self._hand_cursor = False
        pygame.display.init()
        if pygame.display.get_driver() in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("no display answers")
        pygame.display.set_caption(title)
        pygame.display.set_icon(casing.draw_icon())
        self.picture = Picture(scale or _scale_of_desktop())
        pygame.display.set_mode(self.picture.size, pygame.RESIZABLE)
        # To be kept: pygame's events refer to this object without owning it.
        self._window = Window.from_display_module()

    def run(self) -> None:
        """Until the window is closed."""
        try:
            while self._open:
                self.turn()
                pygame.time.wait(0 if self.handset.busy else STEP_MS)
        finally:
            pygame.display.quit()

    def turn(self) -> None:
        """Once round the loop: events, a step, a picture if one is due."""
        for event in pygame.event.get():
            self.handle(event)
        self.handset.step()
        now = time.monotonic()
        if self._resized_s is not None and now - self._resized_s >= SNAP_AFTER_S:
            self._snap()
        if self._open and now - self._drawn_s >= FRAME_S:
            self._drawn_s = now
            self.draw()

    # -- what comes in ----------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Act on one of pygame's events."""
        fingers = self.handset.fingers
        if event.type == pygame.QUIT:
            self._open = False
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.KEYUP:
            fingers.let_go(("key", event.key))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            button = self.button_at(event.pos)
            if button:
                fingers.down(button, "mouse")
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            fingers.let_go("mouse")
        elif event.type == pygame.MOUSEMOTION:
            self._point(self.button_at(event.pos) is not None)
        elif event.type == pygame.WINDOWFOCUSLOST:
            # The releases will go to another window.
            fingers.let_go_all()
        elif event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED):
            self._maximised = event.type == pygame.WINDOWMAXIMIZED
        elif event.type == pygame.VIDEORESIZE:
            # The event may be older than the latest change by a key.
            self._resized(self._window.size)
        elif event.type == pygame.WINDOWEXPOSED:
            self._shown = None

    def _key(self, event: pygame.event.Event) -> None:
        if event.mod & _COMMAND_KEYS:
            if event.key == pygame.K_q:
                self._open = False
        elif event.key == pygame.K_h or event.unicode == "?":
            self.key_help = not self.key_help
        elif event.unicode in ("+", "=") or event.key == pygame.K_KP_PLUS:
            self._change_scale(1)
        elif event.unicode == "-" or event.key == pygame.K_KP_MINUS:
            self._change_scale(-1)
        elif event.key == pygame.K_F12:
            self._save_picture()
        elif event.key in KEYS:
            self.handset.fingers.down(KEYS[event.key], ("key", event.key))

    def button_at(self, pixel: tuple[int, int]) -> str | None:
        """The button under a pixel of the window."""
        left, top = self._origin()
        scale = self.picture.scale
        return layout.button_at((pixel[0] - left) / scale, (pixel[1] - top) / scale)

    def _point(self, at_button: bool) -> None:
        if at_button != self._hand_cursor:
            self._hand_cursor = at_button
            hand, arrow = pygame.SYSTEM_CURSOR_HAND, pygame.SYSTEM_CURSOR_ARROW
            pygame.mouse.set_cursor(hand if at_button else arrow)

    def _save_picture(self) -> None:
        name = time.strftime("pocketpig-%Y%m%d-%H%M%S.png")
        try:
            pygame.image.save(self.picture.image(self.handset.view(), self.key_help), name)
            print(f"saved {name}", flush=True)
        except (OSError, pygame.error) as error:
            print(f"could not save {name}: {error}", flush=True)

    # -- size -------------------------------------------------------------------------------------

    def _set_size(self) -> None:
        self._resized_s = None
        self._shown = None
        # Not set_mode: it would make a new window, in another place and without the keys held.
        self._window.size = self.picture.size

    def _change_scale(self, by: int) -> None:
        scale = self.picture.scale + by
        if layout.SMALLEST_SCALE <= scale <= layout.LARGEST_SCALE:
            self.picture = Picture(scale)
            self._set_size()

    def _resized(self, size: tuple[int, int]) -> None:
        scale = layout.scale_for(size)
        if scale != self.picture.scale:
            self.picture = Picture(scale)
        self._shown = None
        if size != self.picture.size and size != self._snapped_from:
            self._resized_s = time.monotonic()

    def _snap(self) -> None:
        """A window manager that insists on its size gets its way."""
        self._resized_s = None
        surface = pygame.display.get_surface()
        if surface is not None and not self._maximised:
            self._snapped_from = surface.get_size()
            self._set_size()

    def _origin(self) -> tuple[int, int]:
        """Where the picture's top left corner is: in the middle of a larger window."""
        surface = pygame.display.get_surface()
        width, height = surface.get_size() if surface is not None else self.picture.size
        return (width - self.picture.size[0]) // 2, (height - self.picture.size[1]) // 2

    # -- what goes out ----------------------------------------------------------------------------

    def draw(self) -> None:
        """Show what there is to see, if it has changed."""
        view = self.handset.view()
        if self._film is not None:
            self._film.see(self.handset.board.clock.now_us() // 1000, view, self.key_help)
        surface = pygame.display.get_surface()
        if surface is None or self._shown == (view, self.key_help):
            return
        self._shown = (view, self.key_help)
        surface.fill(casing.DESK)
        left, top = self._origin()
        self.picture.draw(surface, view, self.key_help, (left, top))
        pygame.display.flip()


def _scale_of_desktop() -> int:
    width, height = pygame.display.get_desktop_sizes()[0]
    room = (int(width * LARGEST_SHARE), int(height * LARGEST_SHARE))
    return min(LARGEST_BY_ITSELF, layout.scale_for(room))
