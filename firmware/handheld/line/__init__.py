"""The serial bridge: lines, requests, answers."""
