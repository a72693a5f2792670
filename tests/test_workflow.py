# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What .github/workflows/ci.yml lets a package from elsewhere do to a release: nothing.

It reads the workflow; the part that a tag starts never ran on GitHub.
"""

import re

import yaml

from tests.test_packaging import PYPROJECT, ROOT

WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
JOBS = WORKFLOW["jobs"]
TESTS = {"test", "web"}
BUILD = {"build"}
PUBLISH = {"pages", "release"}


def steps(names=frozenset(JOBS)):
    return [step for name in sorted(names) for step in JOBS[name]["steps"]]


def needed(name):
    """Return the jobs that a job waits for."""
    needs = JOBS[name].get("needs", [])
    needs = {needs} if isinstance(needs, str) else set(needs)
    return needs.union(*map(needed, needs))


def test_every_job_is_of_one_kind():
    assert set(JOBS) == TESTS | BUILD | PUBLISH


def test_only_jobs_that_publish_may_write():
    assert WORKFLOW["permissions"] == {"contents": "read"}
    for name, job in JOBS.items():
        rights = job.get("permissions", {})
        assert isinstance(rights, dict) and ("write" in rights.values()) == (name in PUBLISH), name


def test_jobs_that_publish_run_none_of_our_code_and_no_package():
    for step in steps(PUBLISH):
        assert re.match(r"actions/(?!checkout|setup-)|$", step.get("uses", ""))
        assert re.fullmatch(r"(gh release create [^\n;&|`]*)?", step.get("run", "").strip())
    for name in PUBLISH:
        assert JOBS[name]["environment"]


def test_a_release_needs_every_test():
    for name in BUILD | PUBLISH:
        assert TESTS <= needed(name), name
    for name in PUBLISH:
        assert BUILD <= needed(name)


def test_only_a_tag_is_released():
    assert JOBS["build"]["if"] == "startsWith(github.ref, 'refs/tags/v')"


def test_no_checkout_stores_the_token():
    checkouts = [step for step in steps() if step.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) == len(TESTS | BUILD)
    for step in checkouts:
        assert step["with"]["persist-credentials"] is False


def test_actions_are_pinned_by_hash():
    uses = [step["uses"] for step in steps() if "uses" in step]
    assert uses and all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", use) for use in uses)


def test_a_release_is_built_from_packages_with_known_hashes():
    """The only package without one is the wheel that was just built."""
    text = "\n".join(step.get("run", "") for step in steps(BUILD))
    assert not re.search(r"\bmake\b|\buvx?\b|\bpipx\b|npm (?!ci )|\bnpx\b|curl|wget", text)
    installs = re.findall(r"pip install .*", text)
    assert len(installs) == 2
    for line in installs:
        assert "--require-hashes" in line or line == "pip install --no-index --no-deps dist/*.whl"


def test_the_lock_has_a_hash_for_each_package_and_our_own_versions():
    lock = (ROOT / ".ci/release.txt").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([\w-]+)==(\S+) \\\n    --hash=sha256:[0-9a-f]{64}", lock, re.M))
    assert len(locked) == len(re.findall(r"^\w", lock, re.M))
    extras = PYPROJECT["project"]["optional-dependencies"]
    exact = dict(re.findall(r"([\w-]+)==([\w.]+)", " ".join(extras["sim"] + extras["dist"])))
    assert exact and exact.items() <= locked.items()
