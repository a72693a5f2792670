# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""pyproject.toml and package-lock.json agree with the tree."""

import importlib
import importlib.metadata
import json
import pathlib
import re
import sys

import shared_rules

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = pathlib.Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_is_listed():
    in_tree = set()
    for folder in ("shared_rules", "host_sim", "firmware"):
        for init in (ROOT / folder).rglob("__init__.py"):
            name = init.parent.relative_to(ROOT).as_posix()
            for folder_of_packages in ("firmware/", "host_sim/public-api/"):
                name = name.removeprefix(folder_of_packages)
            in_tree.add(name.replace("/", "."))
    assert in_tree | {"pocketpig_firmware"} == set(PYPROJECT["tool"]["setuptools"]["packages"])


def test_every_folder_of_modules_is_a_package():
    for folder in (
        "shared_rules",
        "host_sim",
        "firmware/handheld",
        "firmware/board_pico",
        "firmware/board_blinka",
        "firmware/board_web",
    ):
        for path in (ROOT / folder).rglob("*.py"):
            assert (path.parent / "__init__.py").exists(), path


def test_the_version_has_one_source():
    assert importlib.metadata.version("pocketpig") == shared_rules.__version__


def test_the_console_command_resolves():
    module, function = PYPROJECT["project"]["scripts"]["pocketpig"].split(":")
    assert callable(getattr(importlib.import_module(module), function))


def test_firmware_does_not_shadow_the_standard_library():
    assert str(ROOT / "firmware") not in sys.path
    assert not str(importlib.import_module("code").__file__).startswith(str(ROOT / "firmware"))


def test_the_files_of_the_drive_are_installed():
    # An editable installation adds an entry that is not a folder.
    places = importlib.util.find_spec("pocketpig_firmware").submodule_search_locations
    (folder,) = [path for path in map(pathlib.Path, places) if path.is_dir()]
    for name in ("boot.py", "code.py", "settings.toml", "requirements.txt"):
        assert (folder / name).is_file()


def test_the_drive_gets_the_libraries_that_are_tested():
    tested = dict(
        requirement.partition(";")[0].split("==")
        for requirement in PYPROJECT["project"]["optional-dependencies"]["sim"]
        if "==" in requirement
    )
    lines = (ROOT / "firmware/requirements.txt").read_text(encoding="utf-8").splitlines()
    on_drive = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    assert on_drive and on_drive.items() <= tested.items()


def test_what_lint_and_releases_depend_on_is_exact():
    extras = PYPROJECT["project"]["optional-dependencies"]
    for requirement in extras["dev"] + extras["dist"]:
        assert re.match(r"[\w-]+==[\w.]+(;|$)", requirement), requirement


def test_the_readme_lists_the_commands_of_make():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    extras = re.findall(r"^(?:PLAY|TEST)_EXTRAS := (\S+)$", makefile, re.MULTILINE)
    (pytest_line,) = re.findall(r"^test: .*\n\t\$\(PY\) (-m pytest .*) \$", makefile, re.MULTILINE)
    for line in (*(f'-m pip install -e ".[{each}]"' for each in extras), pytest_line):
        assert f"python {line}" in readme, line
    assert len(extras) == 2


def test_the_lock_file_names_no_registry_of_ours():
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        address = package.get("resolved", "https://registry.npmjs.org/")
        assert address.startswith("https://registry.npmjs.org/"), name
        assert not name or package["integrity"].startswith("sha512-"), name
