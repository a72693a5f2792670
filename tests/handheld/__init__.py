"""Tests of the app: screens, buttons, texts, memory."""
