"""Simulated ``watchdog``."""


class WatchDogMode:
    RAISE = "raise"
    RESET = "reset"
