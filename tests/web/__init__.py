"""The web page under test: without a browser in Node.js, and in Chromium (`make test-web`)."""
