"""pyproject.toml, package-lock.json and the hint for missing packages agree with the tree; and
what .github/workflows/ci.yml lets a package from elsewhere do to a release: nothing.
"""

import importlib
import importlib.metadata
import json
import pathlib
import re
import sys
import tomllib

import pytest
import yaml

import pocketpig
import shared_rules
from host_sim import install_hint as module
from host_sim.install_hint import install_hint

ROOT = pathlib.Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_folder_of_modules_is_a_listed_package_and_a_wheel_asks_for_nothing():
    in_tree = set()
    for folder in ("shared_rules", "pocketpig", "host_sim", "firmware"):
        for path in (ROOT / folder).rglob("*.py"):
            name = path.parent.relative_to(ROOT).as_posix()
            assert name == "firmware" or (path.parent / "__init__.py").exists(), path
            if re.match("firmware/(handheld|board_)", name):
                name = name.removeprefix("firmware/")
            elif name.startswith("firmware"):
                name = f"host_sim/{name}"
            in_tree.add(name.replace("/", "."))
    only_for_tests = {"host_sim.emulator"}
    data = {"pocketpig.handheld_tables"}
    assert (in_tree - only_for_tests) | data == set(PYPROJECT["tool"]["setuptools"]["packages"])
    assert not {"dependencies", "entry-points"} & set(PYPROJECT["project"])


def test_the_version_has_one_source():
    assert importlib.metadata.version("pocketpig") == shared_rules.__version__
    assert pocketpig.__version__ == shared_rules.__version__


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
    groups = PYPROJECT["dependency-groups"]
    for requirement in groups["lint"] + groups["dist"]:
        assert re.match(r"[\w-]+==[\w.]+(;|$)", requirement), requirement


def test_the_readme_lists_the_commands_of_make():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lists = dict(re.findall(r"^((?:PLAY|TEST)_\w+) := (.+)$", makefile, re.MULTILINE))
    (pytest_line,) = re.findall(r"^test: .*\n\t\$\(PY\) (-m pytest .*) \$", makefile, re.MULTILINE)
    for line in (
        f'-m pip install -e ".[{lists["PLAY_EXTRAS"]}]"',
        f'-m pip install -e ".[{lists["TEST_EXTRAS"]}]" {lists["TEST_GROUPS"]}',
        pytest_line,
    ):
        assert f"python {line}" in readme, line


def test_the_lock_file_names_no_registry_of_ours():
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        address = package.get("resolved", "https://registry.npmjs.org/")
        assert address.startswith("https://registry.npmjs.org/"), name
        assert not name or package["integrity"].startswith("sha512-"), name


FOLDERS = ("docs", "firmware", "hardware", "host_sim", "shared_rules")
REQUIRES = [
    'numpy>=1.26; extra == "solve"',
    'numba>=0.60; extra == "solve"',
    'numpy>=1.26; extra == "more"',
    'matplotlib>=3.9; extra == "more"',
    'pygame>=2.6.1; python_version < "3.14" and extra == "sim"',
]


@pytest.mark.parametrize(
    "python, words", [("/usr/bin/python3",) * 2, ("/my games/python", '"/my games/python"')]
)
def test_in_a_checkout_it_names_the_folder(monkeypatch, python, words):
    monkeypatch.setattr(sys, "executable", python)
    assert install_hint("sim", "solve") == f'{words} -m pip install -e "{ROOT}[sim,solve]"'


def test_from_a_wheel_it_names_the_packages(tmp_path, monkeypatch):
    """Each once, and pip judges what is needed."""
    monkeypatch.setattr(module, "_CHECKOUT", tmp_path)
    monkeypatch.setattr(module.importlib.metadata, "requires", {"pocketpig": REQUIRES}.get)
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    for extras, words in (
        (["more", "solve"], '"numpy>=1.26" "numba>=0.60" "matplotlib>=3.9"'),
        (["sim"], "\"pygame>=2.6.1; python_version < '3.14'\""),
    ):
        assert install_hint(*extras) == "/usr/bin/python3 -m pip install " + words


def test_no_page_or_message_sends_anybody_to_an_index():
    """No package index has our pocketpig."""
    sources = [ROOT / "README.md", ROOT / "Makefile", ROOT / "tests/line/example_repo/README.md"]
    for folder in FOLDERS:
        sources += [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md")]
    wrong = re.compile(r"pip install ['\"]?pocketpig\b(?!-)")
    for path in sources:
        assert not wrong.search(path.read_text(encoding="utf-8")), path


# -- the workflow, which is only read: the part that a tag starts never ran on GitHub -------------

WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
JOBS = WORKFLOW["jobs"]
TESTS = {"test", "web", "hardware"}
BUILD = {"build"}
PUBLISH = {"pages", "release"}


def steps(names=frozenset(JOBS)):
    return [step for name in sorted(names) for step in JOBS[name]["steps"]]


def needed(name):
    """Return the jobs that a job waits for."""
    needs = JOBS[name].get("needs", [])
    needs = {needs} if isinstance(needs, str) else set(needs)
    return needs.union(*map(needed, needs))


def test_the_tests_run_on_the_oldest_python_on_that_of_a_release_and_on_the_next():
    pythons = JOBS["test"]["strategy"]["matrix"]["python"]
    (oldest,) = re.findall(r"^>=(3\.\d+)$", PYPROJECT["project"]["requires-python"])
    assert f"Python {oldest} or newer" in (ROOT / "README.md").read_text("utf-8")
    others = {s["with"]["python-version"] for s in steps() if "python-version" in s.get("with", {})}
    (release,) = others - {"${{ matrix.python }}"}
    assert [oldest, release] == pythons[:2]
    assert int(pythons[2].split(".")[1]) > int(release.split(".")[1])


def test_only_jobs_that_publish_may_write_and_they_run_none_of_our_code_and_no_package():
    assert WORKFLOW["permissions"] == {"contents": "read"}
    for name, job in JOBS.items():
        rights = job.get("permissions", {})
        assert isinstance(rights, dict) and ("write" in rights.values()) == (name in PUBLISH), name
    for step in steps(PUBLISH):
        assert re.match(r"actions/(?!checkout|setup-)|$", step.get("uses", ""))
        assert re.fullmatch(r"(gh release create [^\n;&|`]*)?", step.get("run", "").strip())


def test_only_a_tag_is_released_after_every_test():
    assert JOBS["build"]["if"] == "startsWith(github.ref, 'refs/tags/v')"
    (create,) = [step["run"] for step in steps({"release"}) if "run" in step]
    for step in steps({"release"}):
        assert "path" not in step.get("with", {}) or f" {step['with']['path']}/* " in create
    for name in BUILD | PUBLISH:
        assert TESTS | (BUILD if name in PUBLISH else set()) <= needed(name), name
        assert name in BUILD or JOBS[name]["environment"]


def test_actions_are_pinned_by_hash_and_no_checkout_stores_the_token():
    uses = [step["uses"] for step in steps() if "uses" in step]
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", use) for use in uses)
    checkouts = [step for step in steps() if step.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) == len(TESTS | BUILD)
    for step in checkouts:
        assert step["with"]["persist-credentials"] is False


def test_a_release_is_built_from_packages_with_known_hashes():
    """The only package without one is the wheel that was just built."""
    text = "\n".join(step.get("run", "") for step in steps(BUILD))
    assert not re.search(r"\bmake\b|\buvx?\b|\bpipx\b|npm (?!ci )|\bnpx\b|curl|wget", text)
    installs = re.findall(r"pip install .*", text)
    assert len(installs) == 2
    for line in installs:
        assert "--require-hashes" in line or line == "pip install --no-index --no-deps dist/*.whl"


def test_the_lock_has_a_hash_for_each_package_and_our_own_versions():
    lock = (ROOT / ".ci/release.txt").read_text("utf-8")
    assert "-r .ci/release.txt" in str(JOBS["build"])
    locked = dict(re.findall(r"^([\w-]+)==(\S+) \\\n    --hash=sha256:[0-9a-f]{64}", lock, re.M))
    assert len(locked) == len(re.findall(r"^\w", lock, re.M))
    wanted = PYPROJECT["project"]["optional-dependencies"]["sim"]
    wanted = wanted + PYPROJECT["dependency-groups"]["dist"]
    exact = dict(re.findall(r"([\w-]+)==([\w.]+)", " ".join(wanted)))
    assert exact and exact.items() <= locked.items()
