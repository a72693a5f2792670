# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT

# `make play` and `make test` set up everything they need, inside this folder.
#   make play ARGS="--scale 6"       arguments for the command
#   make test ARGS="-k notation"     arguments for pytest
#   make test PYTHON=python3.12      another interpreter (then `make clean` first)

PYTHON ?= python3
NODE ?= node
ARGS ?=
SECONDS ?= 3600

EXTRAS := sim,test,hardware,solve,plot

PY := .venv/bin/python
VENV := .venv/.installed
DEV := .venv/.installed-dev
FUZZ := .venv/.installed-fuzz
NODE_MODULES := node_modules/.installed

# A copied or moved checkout must not go on using the folder it came from.
ifneq ($(shell cat $(VENV) 2>/dev/null),$(CURDIR))
$(shell rm -f $(VENV) $(DEV) $(FUZZ))
endif

.PHONY: help play test test-all bench fuzz soak lint format hardware pictures screens setup clean

help:
	@echo "make play      the simulator in a window"
	@echo "make test      the tests"
	@echo "make test-all  the slow tests too, and lint"
	@echo "make bench     memory, bus and speed figures, also in build/bench.json"
	@echo "make fuzz      inputs without end, guided by coverage: ARGS=\"--target protocol --inputs 1000000\""
	@echo "make soak      plays for SECONDS=3600 while line and power fail"
	@echo "make hardware  everything in hardware/ that is made from pins.toml"
	@echo "make pictures  the pictures of the documentation"
	@echo "make screens   every screen of the handheld in every language, in docs/screens"
	@echo "make lint      ruff and mypy; make format mends what can be mended"
	@echo "make setup     the environment only: .venv and node_modules"
	@echo "make clean     remove the environment and everything built"

play: $(VENV)
	.venv/bin/pocketpig play $(ARGS)

test: $(VENV) $(NODE_MODULES)
	$(PY) -m pytest -m "not slow" -n auto --dist loadfile $(ARGS)

test-all: $(VENV) $(NODE_MODULES) lint
	$(PY) -m pytest $(ARGS)

bench: $(VENV) $(NODE_MODULES)
	$(PY) -m tests.bench $(ARGS)

fuzz: $(FUZZ)
	$(PY) -m tests.fuzz $(ARGS)

soak: $(VENV)
	$(PY) -m tests.soak --seconds $(SECONDS) $(ARGS)

hardware: $(VENV)
	.venv/bin/pocketpig hardware $(ARGS)

# The presses lead through the title and the menu into a game that looks like one.
GAME := a a a a a b 1 a a a b 1 a a a a b 1 a a b 1 a a a 1 a a 1

# A game of Gran Cerdo one hold before its end.
CERDO := pp1 gran_cerdo players=2 first=0 : 22 41 51 35 63 53 13 11 266 124 611 444 511 663 265 h \
  566 564 h 332 444 442

pictures: $(VENV)
	.venv/bin/pocketpig play --screenshot docs/images/simulator.png --seed 8 --keys "$(GAME)"
	.venv/bin/pocketpig play --screenshot docs/images/simulator-figures.png --seed 8 \
	  --no-key-help --keys "$(GAME) developer"
	.venv/bin/pocketpig play --screenshot docs/images/simulator-past.png --seed 8 \
	  --no-key-help --keys "$(GAME) back back back back back"
	.venv/bin/pocketpig play --record docs/images/game.gif --scale 2 --seed 8 --no-key-help \
	  --keys "1 a 0.5 a 1 a 1.2 a 1.2 a 1 b 1.5 a 1.2 a 1.2 b 1.5 a 1.2 a 1.2 a 1.2 a 1.2 b 2"
	.venv/bin/pocketpig play --record docs/images/coach.gif --scale 2 --seed 8 --no-key-help \
	  --game "pp1 pig players=2 first=0 scores=41,49 : 6 6" \
	  --keys "1.5 up 3 b 1 a 1.5 a 2 up 3 a 5 b"
	.venv/bin/pocketpig play --record docs/images/gran-cerdo.gif --scale 2 --no-key-help \
	  --game "$(CERDO)" --keys "2 b 4 a 1.5 a 1.5 a 1.5 a 3 a 4"
	.venv/bin/pocketpig plot pig surface --output docs/images/surface.png
	.venv/bin/pocketpig plot pig cross-section --opponent 49 --output docs/images/cross-section.png
	.venv/bin/pocketpig plot pig regret --rule hold20 --output docs/images/regret.png

screens: $(VENV)
	$(PY) -m tests.catalogue $(ARGS)

lint: $(DEV)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m mypy --config-file firmware/mypy.ini

format: $(DEV)
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

setup: $(VENV) $(NODE_MODULES)

clean:
	rm -rf .venv node_modules build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Pocket Pig needs Python 3.9 to 3.13, and there is no '$(PYTHON)' on the PATH." >&2; \
	  echo "Install it, or name yours: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 9) <= sys.version_info[:2] <= (3, 13))' || { \
	  echo "Pocket Pig needs Python 3.9 to 3.13; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
	  echo "Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PY) -c '' 2>/dev/null || { $(PYTHON) -m venv --clear .venv || { \
	  echo "Could not make .venv. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }; }
	$(PY) -m pip install --quiet --disable-pip-version-check "pip>=23"
	$(PY) -m pip install --quiet --disable-pip-version-check --editable ".[$(EXTRAS)]"
	@printf '%s\n' "$(CURDIR)" > $@

$(DEV): $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --editable ".[$(EXTRAS),dev]"
	@touch $@

$(FUZZ): $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --editable ".[$(EXTRAS),fuzz]"
	@touch $@

$(NODE_MODULES): package.json package-lock.json
	@command -v $(NODE) >/dev/null && command -v npm >/dev/null || { \
	  echo "The tests need Node.js 20 or newer with npm (they run the device's code on a real" >&2; \
	  echo "MicroPython VM), and it is not on the PATH. See https://nodejs.org/" >&2; exit 1; }
	@$(NODE) -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { \
	  echo "The tests need Node.js 20 or newer; '$(NODE)' is $$($(NODE) --version)." >&2; exit 1; }
	npm ci --silent --no-fund --no-audit
	@touch $@
