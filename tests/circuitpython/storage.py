# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Simulated ``storage``: whose the drive is."""

import simulated_pico


class VfsFat:
    @property
    def readonly(self):
        return simulated_pico.pico.drive_readonly


def getmount(mount_path):
    assert mount_path == "/"
    return VfsFat()


def remount(mount_path, readonly=False):
    assert mount_path == "/"
    if not simulated_pico.pico.booting:
        raise RuntimeError("Cannot remount path when visible via USB.")
    simulated_pico.pico.drive_readonly = readonly
