"""A model of a phone's camera in front of the handheld's panel.

Nothing of it was measured with a phone. The figures are the data sheets' for the panels, and
assumptions for the camera. Reflections, the camera's sharpening and JPEG are left out.
"""

import math
from typing import NamedTuple

import numpy as np

WIDTH, HEIGHT = 128, 64


class Panel(NamedTuple):
    """`pitch`: mm between pixels; `dot`: mm of them that shine; `hz`: pictures a second."""

    pitch: float
    dot: float
    hz: float


# The rows shine one after the other. A picture takes 64 rows of 66 clocks with the driver's
# settings, of an oscillator with 370 kHz at its usual setting (data sheet of the SSD1306). How fast
# it is at the one for cameras is not said there.
CAMERA_HZ = 130
# Dot and pitch of the glass's data sheet.
SMALL = Panel(0.17, 0.15, CAMERA_HZ)


class Camera(NamedTuple):
    """`across`: pixels of the picture's long side; `lines_s`: seconds to read its short side."""

    across: int
    lines_s: float = 0.012
    field: float = 65.0  # degrees of the long side
    nearest_mm: float = 100.0  # nearer than this it cannot focus
    aperture_mm: float = 2.5

    @property
    def focal(self) -> float:
        """The focal length in pixels."""
        return self.across / 2 / math.tan(math.radians(self.field / 2))


VIDEO = Camera(1920)


class Chances(NamedTuple):
    """What differs from picture to picture: least and greatest value of each."""

    exposure_s: tuple[float, float] = (1 / 120, 1 / 30)
    gain: tuple[float, float] = (0.7, 4.0)  # of a lit field; 1 is white, more is blown out
    blur: tuple[float, float] = (0.5, 1.0)  # pixels (standard deviation)
    motion: tuple[float, float] = (0.0, 2.0)  # pixels
    halo: tuple[float, float] = (0.02, 0.10)  # of the light, spread over `halo_px`
    halo_px: tuple[float, float] = (6.0, 15.0)
    room: tuple[float, float] = (0.02, 0.4)  # the light of the casing, 1 is a lit field
    roll: tuple[float, float] = (-30.0, 30.0)  # degrees
    noise: tuple[float, float] = (0.005, 0.03)  # of white, at white


def photograph(lit, panel, camera, distance_mm, tilt, source, chances=None):
    """Return a grey picture, an array of bytes (height, width), cut to the panel and its casing.

    `lit`: booleans (64, 128); `tilt`: degrees between the line of sight and the panel's normal, to
    a side that `source`, a NumPy generator, draws as all else that differs.
    """
    ranges = chances or Chances()
    drawn = {name: source.uniform(*ends) for name, ends in ranges._asdict().items()}
    for name in ("exposure_s", "gain"):
        least, most = getattr(ranges, name)
        drawn[name] = math.exp(source.uniform(math.log(least), math.log(most)))
    matrix = _projection(camera, distance_mm, tilt, drawn["roll"], source.uniform(0, 360))
    half = np.array([WIDTH, HEIGHT]) * panel.pitch / 2
    corners = _project(matrix, np.array([(x, y) for x in (-1, 1) for y in (-1, 1)]) * half)
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = 0.15 * (high - low).max() + 8
    left, top = np.floor(low - margin).astype(int)
    right, bottom = np.ceil(high + margin).astype(int)

    # Samples a pixel in each direction: some six for each of the panel's pixels.
    fine = min(4, max(2, math.ceil(6 * distance_mm / camera.focal / panel.pitch)))
    xs = left + (np.arange((right - left) * fine, dtype=np.float32) + 0.5) / fine
    ys = top + (np.arange((bottom - top) * fine, dtype=np.float32) + 0.5) / fine
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    place = _project(np.linalg.inv(matrix), grid)
    light = _light(lit, panel, camera, place, grid[..., 1], drawn, source)
    light = light.reshape(bottom - top, fine, right - left, fine).mean(axis=(1, 3))

    defocus = camera.aperture_mm * max(0.0, 1 / distance_mm - 1 / camera.nearest_mm)
    blur = math.hypot(drawn["blur"], camera.focal * defocus / 4)
    light = _spread(light, blur, drawn, source.uniform(0, math.pi))
    light = light * drawn["gain"]
    white = drawn["noise"]
    light = light + source.normal(size=light.shape) * white * np.sqrt(0.2 + np.clip(light, 0, 1))
    return (np.clip(light, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)


def _projection(camera, distance, tilt, roll, side):
    """Return the matrix from mm on the panel to pixels of the picture."""
    turn = _about_z(side) @ _about_x(tilt) @ _about_z(-side) @ _about_z(roll)
    inner = np.diag([camera.focal, camera.focal, 1.0])
    return inner @ np.column_stack([turn[:, 0], turn[:, 1], [0, 0, distance]])


def _about_z(degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _about_x(degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _project(matrix, points):
    matrix = matrix.astype(points.dtype)
    found = points @ matrix[:, :2].T + matrix[:, 2]
    return found[..., :2] / found[..., 2:]


def _light(lit, panel, camera, place, line, drawn, source):
    """Return the light that comes from each place (mm): 1 is the mean of a lit field."""
    x = place[..., 0] / panel.pitch + WIDTH / 2
    y = place[..., 1] / panel.pitch + HEIGHT / 2
    inside = (x >= 0) & (x < WIDTH) & (y >= 0) & (y < HEIGHT)
    column = np.clip(x, 0, WIDTH - 1).astype(int)
    row = np.clip(y, 0, HEIGHT - 1).astype(int)
    share = panel.dot / panel.pitch
    edge = (1 - share) / 2
    dot = (abs(x % 1 - 0.5) < 0.5 - edge) & (abs(y % 1 - 0.5) < 0.5 - edge)
    # A row shines once in each picture of the panel. The camera exposes its lines one after the
    # other, and so catches one flash more of some rows: the bands.
    begin = line / (camera.across * 9 / 16) * camera.lines_s + source.uniform(0, 1)
    phase = row / HEIGHT
    flashes = np.floor((begin + drawn["exposure_s"]) * panel.hz - phase)
    flashes -= np.floor(begin * panel.hz - phase)
    shining = lit[row, column] & inside & dot
    light = shining * flashes / (drawn["exposure_s"] * panel.hz) / share**2
    # The dark glass around the panel, and the casing around the glass.
    glass = (abs(x - WIDTH / 2) < WIDTH / 2 + 8) & (abs(y - HEIGHT / 2) < HEIGHT / 2 + 8)
    return light + np.where(glass, 0.04, 1.0) * drawn["room"]


def _spread(light, blur, drawn, direction):
    """Return the light behind the lens: blurred, moved, with a halo."""
    height, width = light.shape
    fy = np.fft.fftfreq(height)[:, None]
    fx = np.fft.rfftfreq(width)[None, :]
    square = 2 * math.pi**2 * (fx**2 + fy**2)
    along = fx * math.cos(direction) + fy * math.sin(direction)
    sharp = np.exp(-square * blur**2) * np.sinc(along * drawn["motion"])
    wide = np.exp(-square * drawn["halo_px"] ** 2)
    passed = (1 - drawn["halo"]) * sharp + drawn["halo"] * wide
    return np.fft.irfft2(np.fft.rfft2(light) * passed, s=light.shape)
