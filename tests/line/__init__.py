"""Tests of the protocol, its clients and its servers."""
