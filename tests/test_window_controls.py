# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The window's sound, gamepads, clipboard, films, time-travel slider and figures."""

import array
import cmath
import math

import pytest

pygame = pytest.importorskip("pygame")

from host_sim.desk.session import Session  # noqa: E402
from host_sim.desk.time_travel import Travelled  # noqa: E402
from host_sim.desk.window import layout, speaker  # noqa: E402
from host_sim.desk.window.clipboard import WindowClipboard  # noqa: E402
from host_sim.desk.window.gamepad import PADS, pad_for  # noqa: E402
from host_sim.desk.window.keys import COMMAND_KEYS, CONTROL_KEYS, TYPED  # noqa: E402
from host_sim.desk.window.overlay import KEYS, Overlay, Side  # noqa: E402
from host_sim.desk.window.picture import Picture  # noqa: E402
from host_sim.desk.window.speaker import RATE, Speaker, samples  # noqa: E402
from host_sim.desk.window.window import PlayWindow  # noqa: E402
from host_sim.simulated.board import Tone  # noqa: E402
from host_sim.simulated.handset import Handset  # noqa: E402
from host_sim.simulated.state_file import StateLock  # noqa: E402
from tests.test_play_window import key, lit_pixels, pixel_of, play, post, shown  # noqa: E402

RECORD = "pp1 pig players=2 first=0 : 5 6 h 3 4 5 h 1 6 6 6 h 2"


@pytest.fixture
def session():
    return Session(Handset(speed=0, seed=7))


@pytest.fixture
def window(session, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
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


def loudness(wave, hz):
    """Return the loudness of one frequency in signed 16-bit samples."""
    turn = -2j * math.pi * hz / RATE
    total = sum(value * cmath.exp(turn * index) for index, value in enumerate(wave))
    return abs(total) / len(wave)


class TestSamples:
    @pytest.mark.parametrize("hz", [31, 262, 440, 1000, 2093, 4186])
    def test_the_pitch(self, hz):
        wave = array.array("h", samples(hz, 500))
        periods = len(wave) * hz / RATE
        assert periods == pytest.approx(round(periods), abs=0.5 * hz / RATE + 1e-9)
        at_pitch = loudness(wave, round(periods) * RATE / len(wave))
        assert at_pitch == pytest.approx(speaker.LOUDEST * 2 / math.pi, rel=0.15)
        # A square wave has odd overtones only.
        assert loudness(wave, 2 * round(periods) * RATE / len(wave)) < at_pitch / 10

    def test_the_duty_is_the_volume(self):
        volumes = []
        for duty in (20, 100, 250, 500):
            wave = array.array("h", samples(440, duty))
            volumes.append(loudness(wave, 440))
            # No direct current and no clipping.
            assert abs(sum(wave)) / len(wave) < 20
            assert max(wave) <= 2 * speaker.LOUDEST
        assert volumes == sorted(volumes)
        assert volumes[0] < volumes[-1] / 5

    def test_the_extremes_of_pitch_and_duty(self):
        for hz in (1, 20, 12345, RATE // 2 - 1):
            for duty in (1, 500, 999):
                assert samples(hz, duty)


class TestSpeaker:
    @pytest.fixture
    def loud(self, monkeypatch):
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        loud = Speaker()
        yield loud
        loud.close()

    def test_tones_and_silence(self, loud):
        assert loud.works
        loud(Tone(0, 440, 500))
        assert loud.sounding and pygame.mixer.get_busy()
        loud(Tone(0, 0, 0))
        assert not loud.sounding and not pygame.mixer.get_busy()

    @pytest.mark.parametrize("tone", [(440, 0), (440, 1000), (0, 500), (40_000, 500), (-5, 500)])
    def test_what_cannot_be_heard(self, loud, tone):
        loud(Tone(0, 440, 500))
        loud(Tone(0, *tone))
        assert not pygame.mixer.get_busy()

    def test_muted_and_held(self, loud):
        loud(Tone(0, 440, 500))
        loud.mute(True)
        assert not pygame.mixer.get_busy()
        loud.mute(False)
        assert pygame.mixer.get_busy()
        loud.hold(True)
        assert not pygame.mixer.get_busy()
        loud.hold(False)
        assert pygame.mixer.get_busy()

    def test_without_a_device(self, monkeypatch):
        monkeypatch.setenv("SDL_AUDIODRIVER", "nosuchthing")
        silent = Speaker()
        assert not silent.works
        silent(Tone(0, 440, 500))
        silent.mute(True)
        silent.hold(True)
        silent.close()

    @pytest.mark.parametrize("driver, works", [("nosuchthing", False), ("dummy", True)])
    def test_muted_from_the_start_it_opens_the_device_when_it_is_wanted(
        self, monkeypatch, driver, works
    ):
        monkeypatch.setenv("SDL_AUDIODRIVER", driver)
        speaker = Speaker(muted=True)
        speaker(Tone(0, 440, 500))
        assert pygame.mixer.get_init() is None and speaker.works
        speaker.mute(False)
        assert (speaker.works, pygame.mixer.get_init() is not None) == (works, works)
        assert speaker.sounding
        speaker.close()

    def test_calls_after_close_do_nothing(self, loud):
        loud.close()
        for _ in range(2):
            assert not loud.works and pygame.mixer.get_init() is None
            # Harmless, and so is a second close.
            loud(Tone(0, 440, 500))
            loud.mute(True)
            loud.mute(False)
            loud.close()


class TestKeys:
    def test_pause_once_a_press(self, window, session):
        key(window, pygame.K_p, unicode="p")
        assert session.paused
        # Held: it repeats.
        key(window, pygame.K_p, unicode="p")
        key(window, pygame.K_p, unicode="p")
        assert session.paused
        key(window, pygame.K_p, pygame.KEYUP)
        key(window, pygame.K_p, unicode="p")
        assert not session.paused

    def test_back_again_and_again(self, game, session):
        for _ in range(3):
            key(game, pygame.K_LEFT)
        assert session.travel.at == 10

    def test_characters_wherever_they_are(self, window, session):
        # AltGr+8 on a German keyboard.
        key(window, pygame.K_8, unicode="[", mod=pygame.KMOD_RALT | pygame.KMOD_MODE)
        assert session.speed < 1
        key(window, pygame.K_9, unicode="]", mod=pygame.KMOD_RALT)
        assert session.speed == 1

    def test_with_control(self, window, session):
        key(window, pygame.K_p, mod=pygame.KMOD_LCTRL)
        assert not session.handset.on
        key(window, pygame.K_p, pygame.KEYUP)
        key(window, pygame.K_p, mod=pygame.KMOD_LMETA)
        assert session.handset.on

    def test_a_right_click_keeps_a_button_down(self, window, session):
        post(window, pygame.MOUSEBUTTONDOWN, button=3, pos=pixel_of("b"))
        post(window, pygame.MOUSEBUTTONUP, button=3, pos=pixel_of("b"))
        session.advance(100)
        assert session.view().pressed == 8
        post(window, pygame.MOUSEBUTTONDOWN, button=3, pos=pixel_of("b"))
        session.advance(100)
        assert session.view().pressed == 0

    def test_every_key_means_something(self, window, session):
        own = {"help", "all keys", "larger", "smaller", "save picture", "film", "quit"}
        for table in (COMMAND_KEYS, CONTROL_KEYS, TYPED):
            for command in table.values():
                assert command in own or command in session.commands

    def test_every_command_has_a_key(self, session):
        named = {*COMMAND_KEYS.values(), *CONTROL_KEYS.values(), *TYPED.values()}
        assert set(session.commands) <= named


class TestTimeTravel:
    def test_the_mouse_on_the_track(self, game, session):
        track = layout.TRACK

        def at(share):
            return round((track.x + share * track.w) * 3), round((track.y + 1) * 3)

        # Outside time travel the slider does not exist.
        post(game, pygame.MOUSEBUTTONDOWN, button=1, pos=at(0.5))
        assert session.travel is None
        key(game, pygame.K_LEFT)
        post(game, pygame.MOUSEBUTTONDOWN, button=1, pos=at(0))
        assert session.travel.at == 0
        post(game, pygame.MOUSEMOTION, pos=(at(1)[0] + 99, 5), rel=(0, 0), buttons=(1, 0, 0))
        assert session.travel.at == 13
        post(game, pygame.MOUSEBUTTONUP, button=1, pos=at(1))
        post(game, pygame.MOUSEMOTION, pos=at(0), rel=(0, 0), buttons=(0, 0, 0))
        assert session.travel.at == 13


class TestFigures:
    def test_the_window_grows_and_shrinks(self, window, session):
        before = shown(window).get_size()
        key(window, pygame.K_d, unicode="d")
        window.turn()
        size = shown(window).get_size()
        assert size == layout.size_at(3, True) != before
        assert lit_pixels(shown(window)) == session.view().picture
        key(window, pygame.K_d, pygame.KEYUP)
        key(window, pygame.K_d, unicode="d")
        window.turn()
        assert shown(window).get_size() == before

    @pytest.mark.parametrize("scale", [2, 3, 5])
    def test_everything_has_room(self, session, scale):
        session.do("developer")
        session.handset.app.load_match(RECORD)
        session.advance(3000)
        picture = Picture(scale)
        with_side = picture.image(session.view(), Overlay(side=Side.of(session.figures)))
        assert with_side.get_size() == layout.size_at(scale, True)
        # The edge of the sheet is the same as without any text.
        empty = picture.image(session.view(), Overlay(side=Side((), (), ())))
        x = layout.size_at(scale, True)[0] - round(7.2 * scale)
        for y in range(0, layout.HEIGHT * scale, scale):
            assert with_side.get_at((x, y)) == empty.get_at((x, y))

    def test_all_that_can_be_over_it(self, session):
        picture = Picture(2)
        plain = pygame.image.tobytes(picture.image(session.view(), Overlay()), "RGB")
        for overlay in (
            Overlay(status="something"),
            Overlay(status="something " * 40),
            Overlay(travelled=Travelled(0, 0)),
            Overlay(travelled=Travelled(3, 7)),
            Overlay(recording=True),
            Overlay(all_keys=True),
        ):
            assert pygame.image.tobytes(picture.image(session.view(), overlay), "RGB") != plain

    def test_the_card_has_room_for_all_its_words(self):
        from host_sim.desk.window.paint import font

        # The layout of `draw_all_keys` at scale 1.
        for rows in KEYS:
            for words, meaning in rows:
                assert font(66).size(words)[0] <= 400 or not meaning, words
                assert font(66).size(meaning)[0] <= 400, meaning


class TestGamepad:
    def send(self, window, kind, **values):
        post(window, kind, instance_id=0, **values)

    def test_buttons(self, window, session):
        self.send(window, pygame.JOYBUTTONDOWN, button=0)
        assert session.view().pressed == 4
        self.send(window, pygame.JOYBUTTONDOWN, button=1)
        assert session.view().pressed == 12
        session.advance(100)
        self.send(window, pygame.JOYBUTTONUP, button=0)
        session.advance(100)
        assert session.view().pressed == 8

    def test_the_stick(self, window, session):
        self.send(window, pygame.JOYAXISMOTION, axis=1, value=-0.5)
        assert session.view().pressed == 0
        self.send(window, pygame.JOYAXISMOTION, axis=1, value=-0.9)
        assert session.view().pressed == 1
        session.advance(100)
        # Jitter around the threshold presses once.
        self.send(window, pygame.JOYAXISMOTION, axis=1, value=-0.5)
        session.advance(100)
        assert session.view().pressed == 1
        self.send(window, pygame.JOYAXISMOTION, axis=1, value=0.9)
        session.advance(100)
        assert session.view().pressed == 2
        self.send(window, pygame.JOYAXISMOTION, axis=1, value=0.0)
        session.advance(100)
        assert session.view().pressed == 0

    def test_the_hat(self, window, session):
        self.send(window, pygame.JOYHATMOTION, hat=0, value=(0, 1))
        assert session.view().pressed == 1
        session.advance(100)
        self.send(window, pygame.JOYHATMOTION, hat=0, value=(0, -1))
        session.advance(100)
        assert session.view().pressed == 2

    def test_through_time(self, game, session):
        self.send(game, pygame.JOYHATMOTION, hat=0, value=(-1, 0))
        assert session.travel.at == 12
        self.send(game, pygame.JOYHATMOTION, hat=0, value=(0, 0))
        self.send(game, pygame.JOYHATMOTION, hat=0, value=(1, 0))
        assert session.travel.at == 13

    def test_commands(self, window, session):
        self.send(window, pygame.JOYBUTTONDOWN, button=7)
        assert session.paused

    def test_unmapped_buttons_of_a_pad(self, window, session):
        self.send(window, pygame.JOYBUTTONDOWN, button=99)
        self.send(window, pygame.JOYAXISMOTION, axis=9, value=1.0)
        assert session.view().pressed == 0

    def test_a_pad_that_is_pulled_out(self, window, session):
        self.send(window, pygame.JOYBUTTONDOWN, button=0)
        session.advance(100)
        self.send(window, pygame.JOYDEVICEREMOVED)
        session.advance(100)
        assert session.view().pressed == 0

    def test_names(self):
        assert pad_for("Xbox 360 Controller").name == "xbox"
        assert pad_for("Sony DualSense").buttons[11] == "up"
        assert pad_for("Whatever") is PADS[-1]

    def test_every_pad_can_play(self, session):
        for pad in PADS:
            means = {*pad.buttons.values(), *pad.axes.values(), *pad.hats.values()}
            assert {"up", "down", "a", "b"} <= means
            assert means <= {"up", "down", "a", "b", *session.commands}


class TestClipboard:
    def test_through_the_window(self, game, session):
        key(game, pygame.K_c, mod=pygame.KMOD_LCTRL)
        assert WindowClipboard().paste() == session.record()
        session.handset.app.load_match("pp1 piglet : 1")
        key(game, pygame.K_v, mod=pygame.KMOD_LCTRL)
        assert " : 5 6 h" in session.record()

    def test_without_a_window(self):
        pygame.display.quit()
        pocket = WindowClipboard()
        assert not pocket.copy("text")
        assert pocket.paste() == "text"


class TestFilms:
    def test_one_is_recorded_and_saved(self, window, session, tmp_path, monkeypatch):
        image = pytest.importorskip("PIL.Image")
        monkeypatch.chdir(tmp_path)
        key(window, pygame.K_F9)
        for _ in range(4):
            session.tap("a")
            session.advance(200)
            window.draw()
        assert window.recorder.film is not None
        key(window, pygame.K_F9, pygame.KEYUP)
        key(window, pygame.K_F9)
        assert window.recorder.film is None
        window.recorder.close()
        (path,) = tmp_path.glob("*.gif")
        with image.open(path) as film:
            assert film.size == layout.size_at(3)
            assert film.n_frames >= 3
        assert path.name in session.status()

    def test_closing_saves_it(self, window, session, tmp_path, monkeypatch):
        pytest.importorskip("PIL")
        monkeypatch.chdir(tmp_path)
        window._do("film")
        window.draw()
        window.recorder.close()
        assert list(tmp_path.glob("*.gif"))

    def test_where_it_cannot_be_saved(self, window, session, tmp_path, monkeypatch):
        pytest.importorskip("PIL")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("time.strftime", lambda form: "nowhere/film.gif")
        window._do("film")
        window.draw()
        window._do("film")
        window.recorder.close()
        assert "could not save" in session.status()

    def test_lit_pixels_stay_lit_however_a_film_begins(self, session, tmp_path):
        image = pytest.importorskip("PIL.Image")
        from host_sim.desk.window.film import Film

        film = Film()
        session.do("power")
        film.add_view(0, session.view(), False)
        session.do("power")
        session.advance(100)
        view = session.view()
        film.add_view(1000, view, False)
        film.save(tmp_path / "film.gif", 3)
        with image.open(tmp_path / "film.gif") as saved:
            saved.seek(saved.n_frames - 1)
            last = saved.convert("RGB")
            surface = pygame.image.frombytes(last.tobytes(), last.size, "RGB")
        assert lit_pixels(surface) == view.picture


class TestCommand:
    def test_a_script_with_commands(self, tmp_path):
        path = tmp_path / "shot.png"
        words = "a a a a 0.5 back back"
        assert play("--screenshot", str(path), "--scale", "2", "--seed", "3", "--keys", words) == 0
        assert pygame.image.load(str(path)).get_size() == layout.size_at(2)
        assert play("--screenshot", str(path), "--scale", "2", "--keys", "developer") == 0
        assert pygame.image.load(str(path)).get_size() == layout.size_at(2, True)

    def test_narrated(self, tmp_path, capsys):
        path = str(tmp_path / "shot.png")
        assert play("--screenshot", path, "--narrate", "--keys", "b 1") == 0
        told = capsys.readouterr().out.splitlines()
        assert told[0] == "[title]"
        assert "[menu]" in told

    def test_no_voice(self, tmp_path, capsys, monkeypatch):
        monkeypatch.setattr("shutil.which", lambda name: None)
        assert play("--screenshot", str(tmp_path / "shot.png"), "--narrate=speech") == 1
        assert "voice" in capsys.readouterr().err

    @pytest.mark.parametrize("words", [("--hold", "a b"), ("--hold", "a+b"), ("--hold", "a,b")])
    def test_held_at_the_start(self, words, tmp_path):
        path, same = tmp_path / "held.png", tmp_path / "mode.png"
        assert play("--screenshot", str(path), "--scale", "2", *words) == 0
        assert play("--screenshot", str(same), "--scale", "2", "--test-mode") == 0
        assert path.read_bytes() == same.read_bytes()

    def test_a_state_in_use_is_refused_when_it_is_named(self, tmp_path, capsys):
        state, shot = tmp_path / "pig.flash", str(tmp_path / "shot.png")
        with StateLock(state):
            assert play("--screenshot", shot, "--state", str(state)) == 1
        assert "in use" in capsys.readouterr().err
        assert play("--screenshot", shot, "--state", str(state)) == 0

    def test_the_default_state_in_use_is_read_and_left_alone(self, tmp_path, capsys, monkeypatch):
        state = tmp_path / "handheld.flash"
        handset = Handset(speed=0, image=state)
        handset.app.load_match(RECORD)
        before = state.read_bytes()
        monkeypatch.setattr("host_sim.simulated.state_file.default_path", lambda: state)
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        seen = []

        def run(window):
            seen.append(window.playing.words())
            window.playing.handset.app.load_match("pp1 piglet : 1")
            pygame.display.quit()

        monkeypatch.setattr(PlayWindow, "run", run)
        with StateLock(state):
            assert play("--mute") == 0
        assert "keeps nothing" in capsys.readouterr().err
        assert state.read_bytes() == before
        assert seen[0][0] == "title"
