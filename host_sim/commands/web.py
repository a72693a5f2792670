"""Build the handheld as a web page: a folder of files that any web server can serve.

The page runs the device's own files on MicroPython in the browser. It needs no server of its own,
and once visited no network. docs/simulator.md says more.

  pocketpig web                        into build/web
  pocketpig web --serve                and show it on this computer, until Ctrl-C
  pocketpig web --serve --port 8000    at this port; saves belong to an address with its port
"""

import argparse
import contextlib
import webbrowser
from pathlib import Path

from host_sim.command_error import CommandError
from host_sim.commands.arguments import Arguments, whole

FOLDER = "build/web"
PORT = 8742  # always the same: a browser keeps saves for each address and port


ARGUMENTS: Arguments = {
    "DIR": (f"where it goes ({FOLDER})", {"nargs": "?", "default": FOLDER}),
    "--serve": "serve it to browsers on this computer alone",
    "--port N": (
        f"the port for --serve; default: {PORT}, or a free one if it is taken",
        {"type": whole(0, 65535)},
    ),
    "--no-open": "open no browser",
}


def run(arguments: argparse.Namespace) -> int:
    """Build and serve: exit status 1 if a part is missing or the port is in use."""
    from host_sim.web.build import build
    from host_sim.web.serve import server

    folder = Path(arguments.dir)
    try:
        built = build(folder)
    except OSError as error:
        raise CommandError(error) from None
    print(
        f"{folder}: {built.files} files; {built.start // 1024} KB pages and program, "
        f"{built.tables // 1024} KB tables of perfect play",
        flush=True,
    )
    if not arguments.serve:
        return 0
    try:
        site = server(folder, PORT if arguments.port is None else arguments.port)
    except OSError as error:
        if arguments.port is not None:
            raise CommandError(f"--port: {error.strerror or error}") from None
        site = server(folder, 0)
        print(
            f"Port {PORT} is taken, so this page has another one. What was saved there is not here."
        )
    address = f"http://127.0.0.1:{site.server_port}/"
    print(f"Pocket Pig plays at {address}. Ctrl-C ends it.", flush=True)
    if not arguments.no_open:
        webbrowser.open(address)
    with site, contextlib.suppress(KeyboardInterrupt):
        site.serve_forever()
    return 0
