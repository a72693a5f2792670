"""A person who uses the emulated Pico by its buttons."""

from host_sim.link.client import Client


class Person:
    """Presses the buttons of `pico`. The client looks, and never presses."""

    def __init__(self, pico):
        self.pico = pico
        self.client = Client(pico.link, timeout=600)

    def press(self, *buttons):
        for button in buttons:
            self.pico.tap(button)
            self.pico.run(200)

    def screen(self):
        return self.client.call("screen")

    def seek(self, label):
        """Go down a list to the row with this label; return that row."""
        for _ in range(16):
            screen = self.screen()
            rows = [line for line in screen["lines"] if line[:1] in ("▶", "▼")]
            assert rows, screen
            if label in rows[0]:
                return rows[0]
            self.press("down")
        raise AssertionError(screen)

    def choose(self, label):
        self.seek(label)
        self.press("a")
