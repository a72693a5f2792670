"""The user interfaces of a handheld on a computer: window, terminal, speech."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
