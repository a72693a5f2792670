# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The keys of the window. Commands are those of ``Session`` and of the window itself."""

import pygame

BUTTON_KEYS = {
    **dict.fromkeys((pygame.K_UP, pygame.K_w), "up"),
    **dict.fromkeys((pygame.K_DOWN, pygame.K_s), "down"),
    **dict.fromkeys((pygame.K_a, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE), "a"),
    **dict.fromkeys((pygame.K_b, pygame.K_BACKSPACE, pygame.K_ESCAPE), "b"),
}
COMMAND_KEYS = {
    pygame.K_h: "help",
    pygame.K_F1: "all keys",
    pygame.K_p: "pause",
    pygame.K_PAUSE: "pause",
    pygame.K_m: "mute",
    pygame.K_d: "developer",
    pygame.K_F12: "save picture",
    pygame.K_KP_PLUS: "larger",
    pygame.K_KP_MINUS: "smaller",
}
# With Ctrl or Command.
CONTROL_KEYS = {pygame.K_q: "quit", pygame.K_p: "power", pygame.K_c: "copy", pygame.K_v: "paste"}
# By character, because its key depends on the keyboard layout.
TYPED = {
    "?": "help",
    "+": "larger",
    "=": "larger",
    "-": "smaller",
    ".": "picture",
    ">": "step",
    "[": "slower",
    "]": "faster",
    **{str(n): f"face {n}" for n in range(7)},
}
REPEATED = ("picture", "step", "larger", "smaller")
