"""What supplies a Pico, and what its ADC reads of that."""

from dataclasses import dataclass

_USB_MV = 4700  # VBUS less the diode on the Pico
_DIVIDER = 3  # the ADC gets a third of VSYS (Pico data sheet, 4.4)
_FULL_SCALE_MV = 3300
_TOP = 4095


@dataclass
class Supply:
    """``carrier``: the board is the carrier board, whose pin says so. ``lost_mv``: between the cell
    and VSYS, 0 to 40 on the carrier board, 200 to 250 in the diode of the hand-wired build.
    ``adc_error``: share by which the ADC reads too much. ``charging``: what the carrier's charger
    says while USB supplies it.
    """

    usb: bool = True
    cell_mv: float = 4000
    carrier: bool = False
    lost_mv: float = 225
    adc_error: float = 0.0
    charging: bool = True

    @property
    def adc(self) -> int:
        """The ADC's reading of VOLTAGE_MONITOR, 0 to 4095."""
        vsys_mv = _USB_MV if self.usb else self.cell_mv - self.lost_mv
        share = vsys_mv / _DIVIDER / _FULL_SCALE_MV * (1 + self.adc_error)
        return min(_TOP, round(share * _TOP))

    @property
    def low(self) -> tuple[str, ...]:
        """The pins, by their names in pins.toml, that the board pulls low."""
        told = {"carrier": self.carrier, "charge": self.carrier and self.usb and self.charging}
        return tuple(name for name, pulled in told.items() if pulled)
