# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The web page under test: without a browser in Node.js, and in Chromium (`make test-web`)."""
