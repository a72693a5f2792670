"""Tests of the repository as a whole: documents, imports, packages."""
