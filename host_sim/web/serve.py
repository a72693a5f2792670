# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Serve the page's folder to browsers on this computer."""

from __future__ import annotations

import functools
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from host_sim.web.build import CSP

HOST = "127.0.0.1"
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


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of ``folder``; port 0 takes a free one. Raises OSError."""
    return ThreadingHTTPServer((HOST, port), functools.partial(Handler, directory=str(folder)))
