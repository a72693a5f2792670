# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Import the app's modules again without looking for them and reading them again.

The app forgets modules and imports them anew, hundreds of times in the tests. Each time Python and
pytest search every folder, read the file's bytecode and unmarshal it. Here a module's file and
code are kept after the first time; its code still runs anew.
"""

import importlib.machinery
import sys

PACKAGES = ("handheld.", "shared_rules.")


class KnownLoader(importlib.machinery.SourceFileLoader):
    """Load a module from its file, and keep its code."""

    code = None

    def get_code(self, fullname):
        self.code = self.code or super().get_code(fullname)
        return self.code


class KnownModules:
    """Find a module where it was found before. Comes first in `sys.meta_path`."""

    def __init__(self):
        self.loaders = {}

    def find_spec(self, name, path=None, target=None):
        if not name.startswith(PACKAGES) or path is None:
            return None
        key = name, *path
        loader = self.loaders.get(key)
        if loader is None:
            spec = importlib.machinery.PathFinder.find_spec(name, path, target)
            # A package stays; a module that is missing may be there later.
            if not isinstance(getattr(spec, "loader", None), importlib.machinery.SourceFileLoader):
                return None
            if spec.submodule_search_locations is not None:
                return None
            loader = self.loaders[key] = KnownLoader(name, spec.origin)
        spec = importlib.machinery.ModuleSpec(name, loader, origin=loader.path)
        spec.has_location = True
        return spec


def install():
    sys.meta_path.insert(0, KnownModules())
