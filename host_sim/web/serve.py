"""Serve the page's folder to browsers on this computer."""

import contextlib
import functools
import io
import socket
import sys
import threading
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from host_sim.web.build import CSP

HOST = "127.0.0.1"
LIMIT_S = 60  # for a connection; the largest file takes milliseconds
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".bin": "application/octet-stream",
    "": "application/octet-stream",
}


class Handler(SimpleHTTPRequestHandler):
    """Files with their types and the page's policy; no lists of folders."""

    extensions_map = TYPES

    def setup(self) -> None:
        super().setup()
        self._limit = threading.Timer(LIMIT_S, self._hang_up)
        self._limit.daemon = True
        self._limit.start()

    def finish(self) -> None:
        self._limit.cancel()
        super().finish()

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Answer 404 to a path that no file can have."""
        try:
            return super().send_head()
        except ValueError:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", CSP + "; frame-ancestors 'self'")
        self.send_header("Permissions-Policy", "camera=(self)")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def list_directory(self, path: object) -> None:
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """A server that expects clients to leave at any time."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Be silent about a client that left or that the time limit ended."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def server(folder: Path, port: int) -> Server:
    """Return a server of ``folder``; port 0 takes a free one. Raises OSError."""
    return Server((HOST, port), functools.partial(Handler, directory=str(folder)))
