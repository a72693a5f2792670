"""Button events from a ``keypad`` scanner, a buzzer on PWM. Other boards use them too."""

# It imports no hardware.

_RELEASED = 4


class Buttons:
    """The board's ``buttons``. ``keys``: a ``keypad.Keys`` over up, down, A and B.

    ``event``: the one ``keypad.Event`` to reuse. ``held``: mask of the buttons that were down
    before ``keys`` was made. CircuitPython 10 reports only their release, 9 their press as well.
    """

    def __init__(self, keys, event, held):
        self._keys = keys
        self._event = event
        self._held = held
        self._let_go = 0

    def poll(self):
        """Return the next event: 0 to 3 for a press, 4 to 7 for a release, -1 for none."""
        events = self._keys.events
        if events.overflowed:
            # Some events are lost, so start over: release all, then press what is down.
            self._let_go |= self._held
            events.clear()
            self._keys.reset()
        if self._let_go:
            for index in range(_RELEASED):
                if self._let_go & 1 << index:
                    self._let_go &= ~(1 << index)
                    self._held &= ~(1 << index)
                    return index + _RELEASED
        event = self._event
        while events.get_into(event):
            index = event.key_number
            bit = 1 << index
            if event.pressed and not self._held & bit:
                self._held |= bit
                return index
            if not event.pressed and self._held & bit:
                self._held &= ~bit
                return index + _RELEASED
        return -1

    def held(self):
        """Return a mask (1 << index) of the buttons that are down, by the events polled so far."""
        return self._held


class Sound:
    """The board's ``sound``: a buzzer on a ``pwmio.PWMOut``."""

    def __init__(self, pwm):
        self._pwm = pwm

    def tone(self, hz, duty):
        """``hz`` 0 is silence; ``duty`` in per mille, 500 the loudest."""
        if hz:
            self._pwm.frequency = hz
        self._pwm.duty_cycle = duty * 65535 // 1000 if hz else 0
