# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Functions of the device's players, compiled: what the host simulates is the device's own text."""

from types import FunctionType, ModuleType
from typing import Any, Callable

from numba import njit


def compiled(module: ModuleType, *names: str) -> list[Callable[..., Any]]:
    """Those functions of `module`, compiled; they may call one another."""
    namespace = dict(vars(module))
    for name in names:
        function = FunctionType(getattr(module, name).__code__, namespace, name)
        namespace[name] = njit(function)
    return [namespace[name] for name in names]
