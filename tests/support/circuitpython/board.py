"""Simulated ``board``: the pins of a Pico by name."""

board_id = "raspberry_pi_pico"


class Pin:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "board." + self.name


VOLTAGE_MONITOR = Pin("VOLTAGE_MONITOR")
VBUS_SENSE = Pin("VBUS_SENSE")

for _number in (*range(23), 26, 27, 28):
    globals()[f"GP{_number}"] = Pin(f"GP{_number}")
