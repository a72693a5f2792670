"""`pocketpig play`: the window under SDL's dummy driver, its sound, gamepads, pictures,
error messages."""

import ctypes.util
import functools
import importlib.util
import signal
import socket
import sys
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree

import numpy
import pytest

pygame = pytest.importorskip("pygame")

from pygame._sdl2 import controller  # noqa: E402

from handheld import settings  # noqa: E402
from handheld.board import BUTTONS  # noqa: E402
from host_sim import cli  # noqa: E402
from host_sim.commands.arguments import host_and_port  # noqa: E402
from host_sim.desk import actions, casing  # noqa: E402
from host_sim.desk.casing import BOXES, CAPS, CENTRES  # noqa: E402
from host_sim.desk.press_script import KEY_MS  # noqa: E402
from host_sim.desk.session import Session  # noqa: E402
from host_sim.desk.window import layout, speaker  # noqa: E402
from host_sim.desk.window.clipboard import WindowClipboard  # noqa: E402
from host_sim.desk.window.overlay import COLUMNS  # noqa: E402
from host_sim.desk.window.paint import drawn, font  # noqa: E402
from host_sim.desk.window.picture import Picture  # noqa: E402
from host_sim.desk.window.speaker import RATE, Speaker, samples  # noqa: E402
from host_sim.desk.window.window import PlayWindow  # noqa: E402
from host_sim.install_hint import install_hint  # noqa: E402
from host_sim.link.client import Client  # noqa: E402
from host_sim.simulated import state_file  # noqa: E402
from host_sim.simulated.board import Tone  # noqa: E402
from host_sim.simulated.fingers import LONG_US, MOST_WAITING  # noqa: E402
from host_sim.simulated.handset import Handset  # noqa: E402
from host_sim.simulated.state_file import lock_state  # noqa: E402
from tests.support.programs import PATIENCE_S, run, running  # noqa: E402

UP, DOWN, A, B = 1, 2, 4, 8
picture_of = functools.cache(Picture)  # the case takes a tenth of a second to draw
RECORD = "pp1 pig players=2 first=0 : 5 6 h 3 4 5 h 1 6 6 6 h 2"


@pytest.fixture
def handset():
    return Handset(speed=0, seed=7)


@pytest.fixture
def session(handset):
    return Session(handset)


@pytest.fixture
def window(session, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("host_sim.desk.window.window.Picture", picture_of)
    window = PlayWindow(session, scale=3)
    session.clipboard = WindowClipboard()
    pygame.event.clear()
    yield window
    pygame.display.quit()


@pytest.fixture
def game(window, session):
    session.handset.app.load_match(RECORD)
    session.advance(100)
    return window


def post(window, kind, **values):
    pygame.event.post(pygame.event.Event(kind, **values))
    window.turn()


def key(window, code, kind=pygame.KEYDOWN, unicode="", mod=0):
    post(window, kind, key=code, mod=mod, unicode=unicode)


def pixel_of(button, scale=3):
    return tuple(round(each * scale) for each in CENTRES[button])


def brightness_of(surface, x, y, scale=3, origin=(0, 0)):
    """Return the brightness of a panel pixel on the surface, 0 to 255."""
    at = (
        origin[0] + round(layout.PANEL.x + x) * scale + scale // 3,
        origin[1] + round(layout.PANEL.y + y) * scale + scale // 3,
    )
    return sum(surface.get_at(at)[:3]) / 3


def lit_pixels(surface, scale=3, threshold=120):
    """Return the panel on the surface as 64 rows of 128 bytes, 1 for a lit pixel."""
    return bytes(
        brightness_of(surface, x, y, scale) > threshold for y in range(64) for x in range(128)
    )


def shown(window):
    window.draw()
    return pygame.display.get_surface()


class TestPicture:
    def test_it_follows_the_contrast(self, window, handset):
        at = handset.view().picture.index(1)
        lights = []
        for contrast in (0, 60, 160, 255):
            handset.board.panel.contrast = contrast
            lights.append(brightness_of(shown(window), at % 128, at // 128))
        assert 30 < lights[0] < lights[1] < lights[2] < lights[3]  # dim, yet not dark

    def test_a_button_moves(self, window, handset):
        still = pygame.image.tobytes(shown(window), "RGB")
        handset.board.press("b")
        assert pygame.image.tobytes(shown(window), "RGB") != still
        handset.board.release("b")
        assert pygame.image.tobytes(shown(window), "RGB") == still


class TestMouse:
    def test_a_click_holds_a_button_until_it_ends_anywhere(self, window, handset):
        for pos in ((1, 1), (layout.WIDTH * 3 // 2, 150), pixel_of("a")[::-1]):
            post(window, pygame.MOUSEBUTTONDOWN, button=1, pos=pos)
        post(window, pygame.MOUSEBUTTONDOWN, button=2, pos=pixel_of("a"))
        assert handset.view().pressed == 0
        post(window, pygame.MOUSEBUTTONDOWN, button=1, pos=pixel_of("b"))
        assert handset.view().pressed == B
        handset.advance(60)
        assert handset.runner.app.screen.ID == "menu"
        post(window, pygame.MOUSEBUTTONUP, button=1, pos=(0, 0))
        handset.advance(60)
        assert handset.view().pressed == 0

    def test_a_right_click_keeps_a_button_down(self, window, handset):
        for pressed in (B, 0):
            post(window, pygame.MOUSEBUTTONDOWN, button=3, pos=pixel_of("b"))
            post(window, pygame.MOUSEBUTTONUP, button=3, pos=pixel_of("b"))
            handset.advance(100)
            assert handset.view().pressed == pressed


def test_taps_wait_for_each_other_and_long_ones_hold_and_few_wait(handset):
    fingers = handset.fingers
    seen = []
    handset.runner.app.handle = seen.append
    fingers.down("a", "key")
    fingers.up("a", "key")
    fingers.tap("b")
    fingers.tap("b")
    handset.advance(200)
    assert [each for each in seen if each & 3 == 2] == [2, 6]
    assert [each for each in seen if each & 3 == 3] == [3, 7, 3, 7]
    seen.clear()
    for _ in range(500):
        fingers.tap("down")
    handset.advance(3000)
    assert seen == [1, 5] * (len(seen) // 2) and len(seen) <= MOST_WAITING + 2
    fingers.tap("a", LONG_US)
    handset.advance(2000)
    assert seen[-1] == 2


class TestSize:
    def test_plus_and_minus(self, window, monkeypatch):
        monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [layout.size_at(4)])
        for _ in range(2):  # no larger than the desktop
            key(window, pygame.K_PLUS, unicode="+")
            assert shown(window).get_size() == layout.size_at(4)
        for _ in range(3):
            key(window, pygame.K_MINUS, unicode="-")
        assert shown(window).get_size() == layout.size_at(layout.SMALLEST_SCALE)

    def test_dragging_takes_the_scale_that_fits_and_then_snaps(self, window, handset):
        width, height = layout.size_at(4)
        size = (width + 50, height + 30)
        window._window.size = size
        post(window, pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        assert window.picture.scale == 4
        surface = shown(window)
        first = handset.view().picture.index(1)
        # The picture is centred until the window snaps; the buttons are where they are drawn.
        assert brightness_of(surface, first % 128, first // 128, 4, (25, 15)) > 120
        at = pixel_of("down", 4)
        assert window.button_at((at[0] + 25, at[1] + 15)) == "down"
        post(window, pygame.WINDOWMAXIMIZED)
        window._snap()
        assert shown(window).get_size() == size
        post(window, pygame.WINDOWRESTORED)
        window._snap()
        assert shown(window).get_size() == (width, height)


def test_a_picture_goes_to_the_folder_of_pictures(window, tmp_path, monkeypatch):
    folder = tmp_path / "Pictures"
    monkeypatch.setattr("host_sim.desk.window.window.user_pictures_path", lambda: folder)
    monkeypatch.chdir(tmp_path)
    key(window, pygame.K_F12)
    (picture,) = tmp_path.rglob("*.png")
    assert picture.parent == folder
    assert pygame.image.load(picture).get_size() == layout.size_at(3)


class TestCasing:
    def test_it_uses_only_what_sdl_draws(self):
        """SDL leaves out what it does not know, and says nothing."""
        known = "svg defs linearGradient radialGradient stop g rect circle ellipse polygon path"
        for name in ("casing.svg", "icon.svg"):
            root = ElementTree.parse(Path(casing.__file__).with_name(name)).getroot()
            for each in root.iter():
                tag = each.tag.partition("}")[2]
                assert tag in known.split(), f"{name}: draw {tag} by other shapes"
                unknown = {"style", "class", "filter", "mask", "clip-path"} & set(each.attrib)
                assert not unknown, f"{name}: write {unknown} of {tag} as attributes or shapes"
                if tag == "linearGradient":
                    ends = [each.get(end, "") for end in ("x1", "y1", "x2", "y2")]
                    assert all(end.endswith("%") for end in ends), f"{name}: give {ends} in %"

    @pytest.mark.parametrize(
        "scale",
        [layout.SMALLEST_SCALE, 3, pytest.param(layout.LARGEST_SCALE, marks=pytest.mark.slow)],
    )
    def test_it_is_drawn_at_every_scale(self, scale):
        picture = drawn(casing.svg(casing.WHOLE, casing.groups(*casing.STILL), scale))
        assert picture.get_size() == layout.size_at(scale)

        def colour(x, y):
            return tuple(picture.get_at((round(x * scale), round(y * scale))))

        assert colour(1, 1)[3] == 0  # the desk is seen
        assert colour(92, 60) == (9, 10, 14, 255)  # the glass
        top, bottom = colour(92, 20), colour(92, 180)  # the body, shaded
        assert abs(top[0] - 245) < 4 and abs(bottom[0] - 221) < 4
        assert colour(92, 150) != colour(92 - 7, 147)  # a nostril
        for cap in (cap for pair in CAPS.values() for cap in pair):
            box = BOXES[cap]
            image = drawn(casing.svg(box, casing.groups(cap), scale))
            assert image.get_size() == (box.w * scale, box.h * scale)
            assert image.get_at((image.get_width() // 2, image.get_height() // 2))[3] == 255


@pytest.mark.parametrize("kind", [pygame.QUIT, pygame.KEYDOWN], ids=["close", "ctrl+q"])
def test_run_ends(window, kind):
    pygame.event.post(pygame.event.Event(kind, key=pygame.K_q, mod=pygame.KMOD_LCTRL, unicode=""))
    window.run()
    assert not pygame.display.get_init()


def heard(hz, duty):
    """Return a tone's samples, how many periods they are, and how loud each number of them is."""
    wave = numpy.frombuffer(samples(hz, duty), "<i2")
    return wave, len(wave) * hz / RATE, abs(numpy.fft.rfft(wave)) / len(wave)


class TestSound:
    @pytest.fixture
    def loud(self, monkeypatch):
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        loud = Speaker()
        yield loud
        loud.close()

    @pytest.mark.parametrize("hz", [31, 440, 4186])
    def test_the_pitch_is_that_of_a_square_wave(self, hz):
        _, periods, loudness = heard(hz, 500)
        assert periods == pytest.approx(round(periods), abs=0.5 * hz / RATE + 1e-9)
        pitch = round(periods)
        assert loudness[pitch] == pytest.approx(speaker.LOUDEST * 2 / numpy.pi, rel=0.15)
        assert loudness[2 * pitch] < loudness[pitch] / 10  # it has odd overtones only

    def test_the_duty_is_the_volume(self):
        volumes = []
        for duty in (20, 100, 250, 500):
            wave, periods, loudness = heard(440, duty)
            volumes.append(loudness[round(periods)])
            assert abs(wave.mean()) < 20, "no direct current"
            assert max(wave) <= 2 * speaker.LOUDEST, "no clipping"
        assert volumes == sorted(volumes) and volumes[0] < volumes[-1] / 5

    def test_tones_and_what_cannot_be_heard(self, loud):
        for tone in [(0, 0), (440, 0), (440, 1000), (0, 500), (40_000, 500), (-5, 500)]:
            loud(Tone(0, 440, 500))
            assert loud.works and loud.sounding and pygame.mixer.get_busy()
            loud(Tone(0, *tone))
            assert not loud.sounding and not pygame.mixer.get_busy(), tone

    def test_muted_and_held(self, loud):
        loud(Tone(0, 440, 500))
        for switch in (loud.mute, loud.hold):
            switch(True)
            assert not pygame.mixer.get_busy()
            switch(False)
            assert pygame.mixer.get_busy()

    def test_no_audio_device(self, monkeypatch):
        monkeypatch.setenv("SDL_AUDIODRIVER", "nosuchthing")
        silent = Speaker()
        silent(Tone(0, 440, 500))
        assert not silent.works and pygame.mixer.get_init() is None


class TestKeys:
    def test_what_does_not_repeat_is_done_once_a_press(self, window, session):
        for _ in range(3):
            key(window, pygame.K_p, unicode="p")
        assert session.paused
        key(window, pygame.K_p, pygame.KEYUP)
        key(window, pygame.K_p, unicode="p")
        assert not session.paused

    def test_the_keys_and_the_card_of_all_keys_come_and_go(self, window):
        seen = []
        for code in (pygame.K_F1, pygame.K_F1, pygame.K_h, pygame.K_h):
            key(window, code)
            key(window, code, pygame.KEYUP)
            seen.append(pygame.image.tobytes(shown(window), "RGB"))
        assert seen[1] == seen[3] and len({*seen}) == 3

    def test_characters_wherever_they_are(self, window, session):
        # AltGr+8 on a German keyboard.
        key(window, pygame.K_8, unicode="[", mod=pygame.KMOD_RALT | pygame.KMOD_MODE)
        assert session.speed < 1
        key(window, pygame.K_9, unicode="]", mod=pygame.KMOD_RALT)
        assert session.speed == 1

    def test_a_window_in_the_background_holds_nothing(self, window, handset):
        key(window, pygame.K_DOWN)
        handset.advance(60)
        pressed = handset.view().pressed
        post(window, pygame.WINDOWFOCUSLOST)
        handset.advance(60)
        assert handset.view().pressed == 0
        key(window, pygame.K_DOWN)
        handset.advance(60)
        assert handset.view().pressed == pressed > 0

    @pytest.mark.parametrize("control", [pygame.KMOD_LCTRL, pygame.KMOD_LMETA])
    def test_every_key_means_something(self, control, game, session, monkeypatch):
        """Each key of the window reaches its command, and each command has a key."""
        done = []
        monkeypatch.setattr(game, "_do", done.append)
        for name, action in actions.keys("window").items():
            typed = name if len(name) == 1 else ""
            code = getattr(pygame, f"K_{name.removeprefix('Ctrl+')}", 0)
            key(game, code, unicode=typed, mod=control * name.startswith("Ctrl+"))
            if action in BUTTONS:
                assert session.view().pressed == 1 << BUTTONS.index(action)
                session.advance(60)
            else:
                assert done.pop() == action
            key(game, code, pygame.KEYUP)
            session.advance(60)
            assert not session.view().pressed
        assert not done
        for column in ("window", "terminal", "pad"):
            named = [key for each in actions.ACTIONS for key in getattr(each, column).split()]
            assert len(named) == len({*named}), f"a key of {column} means two things"
        own = {"help", "all keys", "larger", "smaller", "save picture", "quit"}
        assert {*actions.keys("window").values()} == {*session.commands, *BUTTONS, *own}


def test_the_card_has_room_for_all_its_words():
    rows = actions.rows("window", 3)
    # The layout of `draw_all_keys` at scale 1.
    for row in rows:
        assert font(66).size(" ".join(row.keys))[0] <= 400, row
        assert font(66).size(row.words)[0] <= 380, row
    assert {row.group for row in rows} == {group for column in COLUMNS for group in column}
    for column in COLUMNS:
        lines = [row for row in rows if row.group in column]
        assert len(lines) + 2 * len(column) <= 13, column


class VirtualPad(ctypes.Structure):
    """SDL_VirtualJoystickDesc of SDL 2.24."""

    _fields_ = [
        *((name, ctypes.c_uint16) for name in "version type axes buttons hats".split()),
        *((name, ctypes.c_uint16) for name in "vendor product padding".split()),
        *((name, ctypes.c_uint32) for name in "button_mask axis_mask".split()),
        ("name", ctypes.c_char_p),
        ("others", ctypes.c_void_p * 7),
    ]


# Name: what USB says of the maker and the product.
PADS = {
    "Xbox 360 Controller": (0x045E, 0x028E),
    "PS4 Controller": (0x054C, 0x09CC),
    "PS5 Controller": (0x054C, 0x0CE6),
    "Nintendo Switch Pro Controller": (0x057E, 0x2009),
}


@pytest.fixture
def pad(monkeypatch):
    """Attach a gamepad to SDL; call it with a button or an axis, and its value."""
    monkeypatch.setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
    controller.quit()  # SDL looks at the environment when the window starts it again
    beside = Path(pygame.__file__).parents[1].glob("pygame*.libs/libSDL2-2*")
    name = next(map(str, beside), None) or ctypes.util.find_library("SDL2-2.0")
    if name is None:
        pytest.skip("pygame's SDL is not found")
    sdl = ctypes.CDLL(name)
    sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
    attached = []

    class Attached:
        def plug_in(self, name="Xbox 360 Controller"):
            made = VirtualPad(1, 1, 6, 15, 0, *PADS[name], 0, 0, 0, name.encode())
            attached.append(sdl.SDL_JoystickAttachVirtualEx(ctypes.byref(made)))
            assert attached[-1] >= 0
            self.joystick = ctypes.c_void_p(sdl.SDL_JoystickOpen(attached[-1]))

        def pull_out(self):
            sdl.SDL_JoystickDetachVirtual(attached.pop())

        def button(self, name, value):
            number = getattr(pygame, f"CONTROLLER_BUTTON_{name}")
            sdl.SDL_JoystickSetVirtualButton(self.joystick, number, value)
            sdl.SDL_JoystickUpdate()

        def stick(self, value):
            sdl.SDL_JoystickSetVirtualAxis(self.joystick, 1, ctypes.c_int16(value))
            sdl.SDL_JoystickUpdate()

    yield Attached()
    while attached:
        sdl.SDL_JoystickDetachVirtual(attached.pop())


class TestGamepad:
    def pressed(self, window, session):
        window.turn()
        session.advance(100)
        return session.view().pressed

    @pytest.mark.parametrize("kind", PADS)
    def test_it_plays(self, kind, pad, window, session):
        pad.plug_in(kind)
        window.turn()
        for name, bit in zip("DPAD_UP DPAD_DOWN A B X Y GUIDE".split(), (UP, DOWN, A, B, A, B, 0)):
            pad.button(name, 1)
            assert self.pressed(window, session) == bit
            pad.button(name, 0)
            assert self.pressed(window, session) == 0
        pad.button("START", 1)
        window.turn()
        assert session.paused

    def test_pulled_out_it_holds_nothing(self, pad, window, session):
        for _ in range(2):
            pad.plug_in()
            window.turn()
            pad.button("A", 1)
            pad.stick(-30_000)
            assert self.pressed(window, session) == A | UP
            pad.pull_out()
            assert self.pressed(window, session) == 0

    def test_jitter_of_the_stick_presses_once(self, pad, window, session):
        pad.plug_in()
        window.turn()
        values = (-15_000, -30_000, -15_000, -10_000, -15_000, 30_000, 15_000, -30_000, 0)
        seen = []
        for value in values:
            pad.stick(value)
            seen.append(self.pressed(window, session))
        assert seen == [0, UP, UP, 0, 0, DOWN, DOWN, UP, 0]


def test_the_window_copies_and_pastes_records(game, session):
    key(game, pygame.K_c, mod=pygame.KMOD_LCTRL)
    assert WindowClipboard().paste() == session.record()
    session.handset.app.load_match("pp1 piglet : 1")
    key(game, pygame.K_v, mod=pygame.KMOD_LCTRL)
    assert " : 5 6 h" in session.record()


def test_without_a_window_texts_stay_here():
    pygame.display.quit()
    pocket = WindowClipboard()
    assert not pocket.copy("text") and pocket.paste() == "text"


def play(*words):
    return cli.main(["play", *words])


class TestScreenshot:
    def test_it_shows_the_handheld(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        monkeypatch.setenv("HOME", str(tmp_path))
        path = tmp_path / "shot.png"
        words = ("--scale", "3", "--seed", "7", "--keys", "a a 0.5 a pause 5")
        assert play("--screenshot", str(path), *words) == 0
        assert [each.name for each in tmp_path.iterdir()] == ["shot.png"], "no state is kept"
        image = pygame.image.load(str(path))
        assert image.get_size() == layout.size_at(3)
        handset = Handset(speed=0, seed=7)
        handset.advance(KEY_MS)
        for button in "aa":
            handset.fingers.tap(button)
            handset.advance(KEY_MS)
        handset.advance(500)
        handset.fingers.tap("a")
        handset.advance(KEY_MS)  # then it is paused
        assert handset.runner.app.screen.ID == "play"
        assert lit_pixels(image) == handset.view().picture

    def test_a_film_of_a_game(self, tmp_path):
        image = pytest.importorskip("PIL.Image")
        path = tmp_path / "film.gif"
        words = ("--scale", "2", "--game", RECORD, "--keys", "down 1 down")
        assert play("--record", str(path), *words) == 0
        handset = Handset(speed=0)
        handset.play_on(RECORD)
        shown, seconds = [], 0
        with image.open(path) as film:
            assert film.size == layout.size_at(2)
            assert film.n_frames >= 4  # game, button down, pause, button down
            for film_at in range(film.n_frames):
                film.seek(film_at)
                seconds += film.info["duration"] / 1000
                data = film.convert("RGB").tobytes()
                shown.append(pygame.image.frombytes(data, film.size, "RGB"))
        handset.advance(KEY_MS)
        assert lit_pixels(shown[0], 2) == handset.view().picture != lit_pixels(shown[-1], 2)
        assert seconds == pytest.approx(3 * KEY_MS / 1000 + 1 + 0.3 + 1.5, abs=0.1)


class TestState:
    @pytest.fixture
    def seen(self, monkeypatch):
        """The windows that have run, each for no time."""
        seen = []
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        monkeypatch.setattr(PlayWindow, "run", lambda window: seen.append(window))
        yield seen
        pygame.display.quit()

    def test_what_could_not_be_kept_is_said_at_once_and_at_the_end(
        self, seen, tmp_path, capsys, monkeypatch
    ):
        def run(window):
            window.turn()
            seen.append(window.playing.status())

        monkeypatch.setattr(PlayWindow, "run", run)
        monkeypatch.setattr(state_file.StateWatch, "fault", lambda watch: "the state is not kept")
        film = tmp_path / "film.gif"
        assert play("--state", str(tmp_path / "pig.flash"), "--record", str(film)) == 1
        assert seen == ["the state is not kept. The game goes on, but it is not saved"]
        assert "the state is not kept" in capsys.readouterr().err
        assert film.read_bytes().startswith(b"GIF")

    @pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
    def test_the_default_is_the_users_data_folder(self, seen, tmp_path, monkeypatch, capsys):
        """Never one below the folder where the user is."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        monkeypatch.setenv("XDG_DATA_HOME", "data")
        path = tmp_path / "home/.local/share/pocketpig/handheld.flash"
        assert state_file.default_path() == path and path.parent.is_dir()

        def unknown(uid):
            raise KeyError(uid)

        for name in ("HOME", "XDG_DATA_HOME"):
            monkeypatch.delenv(name)
        monkeypatch.setattr("pwd.getpwuid", unknown)
        assert play() == 1
        assert "--state" in capsys.readouterr().err
        assert [each.name for each in tmp_path.iterdir()] == ["home"]

    @pytest.mark.parametrize(
        "names, language",
        [
            ({"LANG": "de_DE.UTF-8"}, "de"),
            ({"LANG": "de_DE", "LC_ALL": "es_AR.UTF-8"}, "es"),
            ({"LANG": "C"}, "en"),
            ({}, "en"),
        ],
    )
    def test_the_first_language_is_the_users(self, seen, names, language, tmp_path, monkeypatch):
        for name in ("LANG", "LC_ALL", "LC_MESSAGES"):
            monkeypatch.delenv(name, raising=False)
        for name, value in names.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("host_sim.commands.play.number_of_today", lambda: 261122)
        state = ("--state", str(tmp_path / "pig.flash"))
        assert play(*state, "--hold", "b") == play(*state) == 0
        boards = [window.playing.handset.board for window in seen]
        assert [board.today for board in boards] == [261122, 261122]
        assert [board.computer_mode for board in boards] == [True, False]
        app = seen[0].playing.handset.app
        assert app.settings["language"] == language
        settings.save(app.journal, {**app.settings, "language": "es"})
        assert play(*state) == 0
        assert seen[-1].playing.handset.app.settings["language"] == "es"

    def test_one_in_use_is_refused_when_named_and_else_read_alone(
        self, seen, tmp_path, capsys, monkeypatch
    ):
        state = tmp_path / "handheld.flash"
        Handset(speed=0, image=state).app.load_match(RECORD)
        before = state.read_bytes()
        with lock_state(state):
            assert play("--state", str(state)) == 1
            assert "in use" in capsys.readouterr().err
            monkeypatch.setattr("host_sim.simulated.state_file.default_path", lambda: state)
            assert play() == 0
        assert "keeps nothing" in capsys.readouterr().err
        (window,) = seen
        handset = window.playing.handset
        assert handset.app.screen.ID == "title" and handset.app.screen.resumes
        handset.app.load_match("pp1 piglet : 1")
        assert state.read_bytes() == before


def test_narrated(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: name == "espeak-ng")
    monkeypatch.setattr("subprocess.Popen", popen := Mock())
    popen.return_value.poll.return_value = 0
    path = str(tmp_path / "shot.png")
    assert play("--screenshot", path, "--narrate=speech", "--keys", "b 1") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Welcome! Pocket Pig. Pig with Mia. A: Start, B: Menu")
    assert told[1] == "Menu. Play, 1 of 10. Pig with Mia"
    assert [call.args[0] for call in popen.call_args_list] == [["espeak-ng", "--", w] for w in told]


@pytest.mark.parametrize("name", ["pygame", "adafruit_ssd1306", "PIL"])
def test_a_package_that_is_missing(name, capsys, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda each: None if each == name else find(each)
    )
    assert play("--record", "x.gif", "--keys", "a") == 1
    assert install_hint("sim") in capsys.readouterr().err


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="always has a display")
class TestProcess:
    @pytest.mark.parametrize(
        "words, told, changes",
        [
            ("play --state none", "pocketpig play --terminal", {"DISPLAY": ":987"}),
            ("serve --tcp 127.0.0.1:0 --window", "--window: there is no display", {}),
            *[
                pytest.param("play --state none", "play --terminal", each, marks=pytest.mark.slow)
                for each in ({}, {"DISPLAY": ":987", "SDL_VIDEODRIVER": "x11"})
            ],
        ],
    )
    def test_a_display_that_is_not_there_or_does_not_answer(self, words, told, changes):
        done = run(*words.split(), **changes)
        assert done.returncode == 1 and done.stdout == ""
        assert told in done.stderr and "Traceback" not in done.stderr

    def test_served_in_a_window_until_a_signal(self):
        words = ("serve", "--tcp", "127.0.0.1:0", "--test-mode", "--window")
        with running(*words, SDL_VIDEODRIVER="dummy") as process:
            url = process.stdout.readline().split()[-1]
            with Client.open(url) as client:
                hello = client.call("hello")
            assert (hello["target"], hello["test_mode"]) == ("simulator", True)
            with socket.create_connection(host_and_port(url[9:]), timeout=PATIENCE_S / 9) as line:
                line.sendall(b'{"jsonrpc":"2.0","id":1,"method":"hello"}\n')
                line.shutdown(socket.SHUT_WR)
                assert line.makefile().read().count("\n") == 1, "then it hangs up"
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0
