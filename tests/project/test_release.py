"""What `make dist` builds: the same bytes twice, the whole tree, and a wheel that works."""

import hashlib
import importlib.metadata
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

from host_sim.drive import uf2
from host_sim.drive.drive_files import whole_drive
from tests.support.boot_loader import circuitpython
from tests.support.boot_loader import uf2 as uf2_of
from tests.support.fair_records import handheld_of, played

ROOT = pathlib.Path(__file__).parents[2]
# The folders of packages, and the files in them that are not installed.
PACKAGES = ("firmware/", "host_sim/", "pocketpig/", "shared_rules/")
NOT_INSTALLED = ("firmware/mypy.ini", "host_sim/emulator/")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a release is built from git"),
]


def said(folder, *command, **environment):
    """Run the command in a folder; return its standard output."""
    environment = {**os.environ, **environment}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def git(folder, *words):
    return said(folder, "git", "-c", "user.name=x", "-c", "user.email=x@y", *words)


def tracked():
    """Return the files that are in git or could be added."""
    names = git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    return [name for name in names if (ROOT / name).is_file()]


def built(checkout, out, *circuitpython, **environment):
    """Run the checkout's own .ci/dist.py; return {name: bytes} of what it writes."""
    said(checkout, sys.executable, ".ci/dist.py", str(out), *circuitpython, **environment)
    return {path.name: path.read_bytes() for path in out.iterdir()}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A repository of one commit with the present tree, including uncommitted changes."""
    version = importlib.metadata.version("setuptools")
    if int(version.partition(".")[0]) < 77:
        pytest.skip(f"setuptools {version} is too old: make setup")
    folder = tmp_path_factory.mktemp("one")
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "tree")
    return folder


@pytest.fixture(scope="module")
def release(checkout, tmp_path_factory):
    return built(checkout, tmp_path_factory.mktemp("dist"))


def only(release, ending):
    (name,) = (name for name in release if name.endswith(ending))
    return release[name]


def test_two_builds_are_the_same(checkout, release, tmp_path):
    """Also in another folder, later, with another umask, time zone and hash seed."""
    old = os.umask(0o077)
    try:
        git(tmp_path, "clone", "--quiet", str(checkout), "another")
        different = {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"}
        again = built(tmp_path / "another", tmp_path / "dist", **different)
    finally:
        os.umask(old)
    assert sorted(again) == sorted(release)
    for name, data in release.items():
        assert again[name] == data, name


def test_what_is_not_committed_is_refused(checkout, tmp_path):
    git(tmp_path, "clone", "--quiet", str(checkout), "changed")
    (tmp_path / "changed/README.md").write_text("changed")
    command = [sys.executable, ".ci/dist.py", str(tmp_path / "dist")]
    changed = tmp_path / "changed"
    ran = subprocess.run(command, cwd=changed, capture_output=True, text=True, check=False)
    assert ran.returncode == 1 and "Commit or stash" in ran.stderr
    assert not (tmp_path / "dist").exists()


def test_the_checksums_are_those_of_the_files(release):
    lines = release["SHA256SUMS"].decode().splitlines()
    sums = dict(reversed(line.split("  ")) for line in lines)
    assert sorted(sums) == sorted(set(release) - {"SHA256SUMS"})
    for name, found in sums.items():
        assert found == hashlib.sha256(release[name]).hexdigest()


def test_the_drive_is_what_deploy_puts_there(release):
    with zipfile.ZipFile(io.BytesIO(only(release, "-drive.zip"))) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    ours = whole_drive()
    assert list(found) == list(ours)
    assert found == ours


def test_with_a_circuitpython_there_is_a_file_for_a_new_pico(checkout, release, tmp_path):
    (tmp_path / "c.uf2").write_bytes(uf2_of(circuitpython()))
    more = built(checkout, tmp_path / "dist", str(tmp_path / "c.uf2"))
    (name,) = set(more) - set(release)
    assert name.startswith("pocketpig-") and name.endswith(".uf2")
    assert more[name] == uf2.join(uf2.read_circuitpython(tmp_path / "c.uf2"), whole_drive())
    assert f"  {name}\n".encode() in more["SHA256SUMS"]


def test_the_sdist_is_the_tree(release):
    with tarfile.open(fileobj=io.BytesIO(only(release, ".tar.gz"))) as archive:
        found = {
            member.name.partition("/")[2]: archive.extractfile(member).read()
            for member in archive.getmembers()
            if member.isfile()
        }
    assert b"\nName: pocketpig\n" in found.pop("PKG-INFO")
    assert found == {name: (ROOT / name).read_bytes() for name in tracked()}


def test_the_wheel_leaves_nothing_of_the_packages_out(release):
    with zipfile.ZipFile(io.BytesIO(only(release, ".whl"))) as archive:
        (licence,) = (name for name in archive.namelist() if name.endswith("licenses/LICENSE"))
        assert archive.read(licence) == (ROOT / "LICENSE").read_bytes()
        installed = [name for name in archive.namelist() if ".dist-info/" not in name]
        installed = sorted(archive.read(name) for name in installed)
    ours = [name for name in tracked() if name.startswith(PACKAGES)]
    ours = [name for name in ours if not name.startswith(NOT_INSTALLED)]
    assert installed == sorted((ROOT / name).read_bytes() for name in ours)


ALONE = """
import sys, pocketpig
game = pocketpig.new_game("two_dice", seed=2)
perfect, rival = pocketpig.player("perfect"), pocketpig.player("hold20")
while not game.over:
    game.act((rival if game.to_move[0] else perfect).choose(game))
assert perfect.exact and pocketpig.replay(game.record) == game
assert sum(chance.probability for chance in pocketpig.new_game("skunk").chances()) == 1
print(round(pocketpig.odds(pocketpig.new_game("pig")).win, 3))
print(pocketpig.verify(sys.argv[1], sys.argv[2]).kind)
"""


def test_the_wheel_in_a_fresh_environment(release, tmp_path):
    """Alone it is one package more, and the library works. With the optional packages of this
    environment there are help, pictures and deploy."""
    (wheel,) = (name for name in release if name.endswith(".whl"))
    (tmp_path / wheel).write_bytes(release[wheel])
    said(tmp_path, sys.executable, "-m", "venv", "venv")
    python, pocketpig = (str(tmp_path / "venv/bin" / name) for name in ("python", "pocketpig"))
    listed = (python, "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check")
    before = set(said(tmp_path, *listed).splitlines())
    said(tmp_path, python, "-m", "pip", "install", "--no-index", wheel)
    more = set(said(tmp_path, *listed).splitlines()) - before
    assert [line.partition("==")[0] for line in more] == ["pocketpig"]
    handheld = handheld_of(5)
    handheld.start("pig", options={"target": 30})
    noted = handheld.app.match.fair.commitment
    record = played(handheld, 5)
    assert said(tmp_path, python, "-c", ALONE, record, noted) == "0.531\nproven\n"
    (tmp_path / "game.txt").write_text(record)
    assert (
        "proven" in said(tmp_path, pocketpig, "verify", "game.txt", "--commitment", noted).lower()
    )
    for command, extra in (("device hello", "sim"), ("play", "sim"), ("solve pig", "solve")):
        asked = [pocketpig, *command.split()]
        ran = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 1 and f"(extra: {extra})" in ran.stderr, ran.stderr
        assert " -m pip install " in ran.stderr
    # PYTHONPATH gives access to the packages, but does not read the editable installation.
    others = {"PYTHONPATH": str(pathlib.Path(pytest.__file__).parents[1]), "HOME": str(tmp_path)}
    ask = "import handheld, host_sim; print(handheld.__file__, host_sim.__file__)"
    assert said(tmp_path, python, "-c", ask, **others).count(str(tmp_path)) == 2
    assert "usage: pocketpig" in said(tmp_path, pocketpig, "--help", **others)
    said(tmp_path, pocketpig, "play", "--screenshot", "picture.png", "--keys", "a", **others)
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    (tmp_path / "drive").mkdir()
    said(tmp_path, pocketpig, "deploy", "drive", "--yes", **others)
    for name, data in whole_drive().items():
        assert (tmp_path / "drive" / name).read_bytes() == data
