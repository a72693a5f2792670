"""Measure the handheld's program on the emulated Pico, in the chip's own time.

`make bench ARGS="--uf2 FILE --bootrom FILE"` prints the figures with the others. Chip time passes
by instructions, so the figures do not depend on the computer. The emulator leaves out the time that
the I2C bus takes for the bytes of a picture; it is added here. Flash takes no time there either.
"""

from pathlib import Path

from host_sim.drive.drive_files import whole_drive
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client

BYTE_MS = 0.0225  # nine bits at 400 kHz
SLICE_MS = 1.0
QUIET_MS = 8  # so long no byte for the panel: the picture is complete
LIMIT_MS = 3000
# So long no byte before a press. The panel is probed once a second; that sends bytes too.
PAUSE_MS = 400
IDLE_MS = 10_000
READING_MS = 1000  # so long a person looks at a position before asking for advice
# In place of the app, on the same drive.
BARE = b"""
import board
import busio
import time

i2c = busio.I2C(board.GP5, board.GP4, frequency=400000)
while not i2c.try_lock():
    pass
i2c.writeto(0x3C, b"\\x00\\xaf\\xa5")  # on, all pixels lit
while True:
    time.sleep(1)
"""
# Lines of `what | buttons`, from the title; of several buttons the last is measured. What "opens"
# loads another screen; the others change the open one. The second walk plays with the people's own
# dice, then the caller.
PRESSES, OWN_DICE = [
    [line.split(" | ") for line in walk.splitlines()]
    for walk in Path(__file__).with_name("presses.txt").read_text("utf-8").split("\n\n")
]


class Chip(EmulatedPico):
    """An emulated Pico that counts the bytes for its panel."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.panel_bytes = 0
        write, start = self.panel.write, self.panel.start

        def count_write(data):
            self.panel_bytes += len(data)
            return write(data)

        def count_start(reading):
            self.panel_bytes += 1
            return start(reading)

        self.panel.write, self.panel.start = count_write, count_start

    def settle(self):
        """Run until the picture stays as it is."""
        sent = -1
        while sent != self.panel_bytes:
            sent = self.panel_bytes
            self.run(PAUSE_MS)

    def press_ms(self, button):
        """Press a button; return the time to the changed picture, with the time of the bus."""
        self.settle()
        self.press(button)
        began_us = self.clock.now_us()
        before = bytes(self.panel.gddram)
        sent = first = self.panel_bytes
        quiet = took = 0.0
        while quiet < QUIET_MS and self.clock.now_us() - began_us < LIMIT_MS * 1000:
            self.run(SLICE_MS)
            if self.panel_bytes != sent:
                sent = self.panel_bytes
                took = (self.clock.now_us() - began_us) / 1000
                quiet = 0.0
            elif bytes(self.panel.gddram) != before:
                quiet += SLICE_MS
            else:
                first = sent  # only the probe of the panel
        self.release(button)
        return took + (sent - first) * BYTE_MS if quiet else None


def started(files, drive=None):
    """Return a Chip that is powered on a second time, and the time until its panel is lit (ms)."""
    pico = Chip(*files, drive=drive)
    try:
        pico.install()
        pico.power_on(wait=False)
        pico.run(4000)
        pico.power_on(wait=False)
        lit = pico.run_until(lambda: pico.panel.on and (drive or any(pico.panel.gddram)), 10_000)
        assert lit, pico.console
        return pico, pico.clock.since_us / 1000
    except BaseException:
        pico.close()
        raise


def bare_ms(files):
    """Return the time from power-on until a bare program has lit the panel."""
    pico, took = started(files, {**whole_drive(), "code.py": BARE})
    pico.close()
    return took


def presses(files, walk=PRESSES):
    """Return (time to the title, [(what, milliseconds)], share of time awake on a still screen)."""
    pico, title = started(files)
    found = []
    try:
        pico.run(2000)
        for what, buttons in walk:
            found.append((what, [pico.press_ms(button) for button in buttons.split()][-1]))
        pico.settle()
        pico.run(2000)  # code is loaded ahead
        awake_ms = pico.awake_ms
        pico.run(IDLE_MS)
        return title, found, (pico.awake_ms - awake_ms) / IDLE_MS
    finally:
        pico.close()


def advice(files):
    """Return {game: (first, slowest later advice in ms, longest step in ms, least free heap)}."""
    found = {}
    with Chip(*files, test_mode=True) as pico:
        device = Client(pico.link, timeout=90)
        device.call("reset", storage="erase")
        for row in device.call("variants"):
            device.call("seed", seed=3)
            game = device.call("new_game", variant=row["id"], players=[{"kind": "human"}] * 2)
            times = []
            free = []
            pico.run(READING_MS)
            pico.longest_step_ms = 0.0
            longest = 0.0
            for _ in range(5):
                began_us = pico.clock.now_us()
                pico.longest_step_ms = 0.0
                device.call("advice")
                longest = max(longest, pico.longest_step_ms)
                times.append((pico.clock.now_us() - began_us) / 1000)
                free.append(device.call("memory")["free"])
                action = "roll" if "roll" in game["legal"] else game["legal"][0]
                dice = {"dice": 2} if "dice_range" in game and action == "roll" else {}
                game = device.call("act", player=game["to_move"][0], action=action, **dice)
                if game["over"]:
                    break
                pico.run(READING_MS)
            found[row["id"]] = times[0], max(times[1:], default=0.0), longest, min(free)
        device.close()
    return found


def figures(files):
    """Return {name: number}; print the tables. Every press must change the picture."""
    bare = bare_ms(files)
    title, pressed, awake = presses(files)
    pressed += presses(files, OWN_DICE)[1]
    times = {False: [], True: []}  # by whether a press opens another screen
    for what, took in pressed:
        assert took is not None, f"{what}: the press changes nothing"
        print(f"  {what:24} {round(took):>6} ms", flush=True)
        times[" opens " in what].append(took)
    advised = advice(files)
    for game, (first, later, longest, free) in advised.items():
        print(f"  {game:12} advice {first:6.0f} {later:6.0f} step {longest:4.0f} free {free:7,}")
    return {
        "chip_bare_ms": bare,
        "chip_title_ms": title,
        "chip_press_ms_max": max(times[False]),
        "chip_open_ms_max": max(times[True]),
        "chip_advice_ms_max": max(max(first, later) for first, later, _, _ in advised.values()),
        "chip_step_ms_max": max(longest for _, _, longest, _ in advised.values()),
        "chip_heap_free_least": min(free for _, _, _, free in advised.values()),
        "chip_awake_percent": 100 * awake,
    }
