"""The built page, and its handheld under Node.js, for tests without a browser."""

import contextlib
import functools
import json
import pathlib
import subprocess
import tempfile

from host_sim.web.build import build
from tests.support.programs import PATIENCE_S

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]


@functools.cache
def folder():
    """Return the folder of a page that is built once in this process."""
    place = tempfile.TemporaryDirectory(prefix="pocketpig-web-")
    folder.kept = place  # it is removed with the process
    path = pathlib.Path(place.name)
    build(path)
    # So that Node takes its .js files for modules.
    (path / "package.json").write_text('{"type": "module"}')
    return path


PRELUDE = """
globalThis.folder = process.cwd();
globalThis.given = JSON.parse((await import("node:fs")).readFileSync(0, "utf-8"));
globalThis.tell = (value) => {
  console.log(JSON.stringify(value));
  process.exit(0);
};
"""


def node(script, given=None):
    """Run a script of this folder, or some code in the page's; return what it told, as JSON."""
    if script.endswith(".mjs"):
        script = f"await import({json.dumps((HERE / script).as_uri())});"
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", PRELUDE + script],
        cwd=folder(),
        input=json.dumps(given).encode(),
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return json.loads(done.stdout)


@contextlib.contextmanager
def handheld(*held):
    """The page's handheld under Node.js, with these buttons held at its start: the port's URL."""
    process = subprocess.Popen(
        ["node", str(HERE / "handheld.mjs"), ",".join(held)],
        cwd=folder(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        port = process.stdout.readline().decode().strip()
        assert port, "the handheld does not start"
        yield f"socket://127.0.0.1:{port}"
    finally:
        process.communicate(timeout=PATIENCE_S)
