# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT

# Each target installs what it needs, inside this folder: `make play` little, `make test` the rest.
#   make play ARGS="--scale 6"       arguments for the command
#   make test ARGS="-k notation"     arguments for pytest
#   make test PYTHON=python3.12      another interpreter (then `make clean` first)

PYTHON ?= python3
NODE ?= node
ARGS ?=
UF2 ?=

# What each stage installs of pyproject.toml: optional dependencies, and groups.
PLAY_EXTRAS := sim
TEST_EXTRAS := sim,test,solve
TEST_GROUPS := --group hardware --group dist

# A stamp for each stage. Lint has a venv of its own: its exact versions are not for the others.
PLAY := .venv/.installed-play
TEST := .venv/.installed-test
DIST := .venv/.installed-dist
LINT := .venv-lint/.installed-lint
NODE_MODULES := node_modules/.installed

PY := .venv/bin/python
LINT_PY := .venv-lint/bin/python

# A stamp holds the folder and the extras it stands for. A copied or moved checkout must not go on
# using the folder it came from, and a stage whose list has changed is installed again.
FOR := $(CURDIR): $(PLAY_EXTRAS) $(TEST_EXTRAS) $(TEST_GROUPS)
$(shell for stamp in $(PLAY) $(TEST) $(DIST) $(LINT); do \
  test "$$(cat $$stamp 2>/dev/null)" = "$(FOR)" || rm -f $$stamp; done)

.PHONY: help play web test test-all test-ce test-web bench fuzz mutants dist lock lint format fab case slice pictures screens setup clean

help:
	@echo "make play      the simulator in a window"
	@echo "make web       the handheld in your browser; it prints the address"
	@echo "make test      the tests"
	@echo "make test-all  the slow tests too, and lint"
	@echo "make test-ce   the window's tests on pygame-ce, which Python 3.14 and newer get"
	@echo "make test-web  the web page in Chromium, which you install yourself"
	@echo "make bench     measure memory"
	@echo "make fuzz      inputs without end, and games while everything fails: INPUTS=1000000 SEED=2026"
	@echo "make mutants   change rules, saves, proof and line, and count what tests notice;"
	@echo "               ARGS=--coverage branch coverage of the same files"
	@echo "make fab       check the carrier board with KiCad 9 and make the fab's files: build/fab"
	@echo "make case      check both cases and write their STL files; ARGS=\"--panel 1.3\" into build"
	@echo "make slice     slice the STL files with PrusaSlicer: does a part need support?"
	@echo "make pictures  the pictures of the documentation"
	@echo "make screens   every screen of the handheld in every language: build/screens/index.html"
	@echo "make dist      a release in dist/: wheel, sdist, the drive, checksums;"
	@echo "               UF2=CIRCUITPYTHON.uf2 adds one file for a new Pico"
	@echo "make lock      renew .ci/release.txt: what the workflow builds a release with"
	@echo "make lint      ruff, mypy and the licences; make format fixes what it can"
	@echo "make setup     the environment only: .venv and node_modules"
	@echo "make clean     remove the environment and everything built"

play: $(PLAY)
	.venv/bin/pocketpig play $(ARGS)

web: $(PLAY) $(NODE_MODULES)
	@.venv/bin/pocketpig web --serve $(ARGS)

# The tests start Python some hundred times: it must not compile everything each time.
unexport PYTHONDONTWRITEBYTECODE

test: $(TEST) $(NODE_MODULES)
	$(PY) -m pytest -m "not slow" -n auto --dist loadfile $(ARGS)

test-all: $(TEST) $(NODE_MODULES) lint test-ce
	$(PY) -m pytest -n auto --dist loadfile $(ARGS)

# pygame-ce takes pygame's place from Python 3.14 on.
test-ce: $(TEST)
	@test -d build/pygame-ce || $(PY) -m pip install --quiet --target build/pygame-ce pygame-ce
	PYTHONPATH=$(CURDIR)/build/pygame-ce $(PY) -m pytest tests/desk/test_play_window.py tests/desk/test_mirror.py

# It installs neither the browser nor what drives it, but says what is missing.
test-web: $(TEST) $(NODE_MODULES)
	@$(PY) -m tests.web.needs
	$(PY) -m pytest tests/web/browser.py tests/web/browser_pages.py tests/web/browser_scan.py $(ARGS)

bench: $(TEST) $(NODE_MODULES)
	$(PY) -m tests.tools.bench $(ARGS)

fuzz: $(TEST)
	INPUTS=$(or $(INPUTS),1000000) $(PY) -m pytest -q tests/line/test_fuzz.py tests/saves/test_games.py $(ARGS)

mutants: $(TEST)
	@$(PY) -m pip install --quiet --disable-pip-version-check coverage==7.10.7
	$(PY) -m tests.tools.mutants $(ARGS)

fab:
	@PYTHONPATH=hardware $(PYTHON) -m maker.fab

case: $(TEST)
	@PYTHONPATH=hardware $(PY) -m maker.cases $(ARGS)

slice:
	@PYTHONPATH=hardware $(PYTHON) -m maker.slicer

# The first game of a new handheld: A on the title starts it.
GAME := a 1 a 1 a 1.5 a 1.5 b 9 a 1.5 a 1.5

# A game of Gran Cerdo one hold before its end.
CERDO := pp1 gran_cerdo players=2 first=0 : 22 41 51 35 63 53 13 11 266 124 611 444 511 663 265 h \
  566 564 h 332 444 442

pictures: $(TEST)
	.venv/bin/pocketpig play --screenshot docs/images/simulator.png --seed 8 --keys "$(GAME)"
	.venv/bin/pocketpig play --record docs/images/game.gif --scale 2 --seed 8 \
	  --keys "1.5 a 1 a 1.5 a 1.5 a 1.5 b 7 a 1.5 a 1.5 b 4"
	.venv/bin/pocketpig play --record docs/images/coach.gif --scale 2 --seed 8 \
	  --game "pp1 pig players=2 first=0 scores=41,49 : 6 6" \
	  --keys "1.5 up 3 b 1 a 1.5 a 2 up 3 a 5 b"
	.venv/bin/pocketpig play --record docs/images/gran-cerdo.gif --scale 2 \
	  --game "$(CERDO)" --keys "2 b 4 a 1.5 a 1.5 a 1.5 a 3 a 4"
	.venv/bin/pocketpig plot pig surface --output docs/images/surface.png
	.venv/bin/pocketpig plot pig cross-section --opponent 49 --output docs/images/cross-section.png
	$(PY) -m tests.tools.catalogue map_pig && cp build/screens/en/map_pig.png docs/images/map.png

screens: $(TEST)
	$(PY) -m tests.tools.catalogue $(ARGS)

dist: $(DIST)
	$(PY) .ci/dist.py dist $(if $(UF2),"$(UF2)")

# The workflow's own Python and processor. Blinka takes no part in a release.
lock: $(LINT)
	$(LINT_PY) -m pip install --quiet uv
	$(LINT_PY) -m uv pip compile --quiet --no-config --default-index https://pypi.org/simple --upgrade \
	  --python-version 3.13 --python-platform x86_64-manylinux_2_28 --only-binary :all: \
	  --no-deps --no-annotate --generate-hashes --custom-compile-command "make lock" \
	  pyproject.toml --extra sim --group dist \
	  --no-emit-package adafruit-blinka --output-file .ci/release.txt

lint: $(LINT)
	$(LINT_PY) -m ruff check .
	$(LINT_PY) -m ruff format --check .
	$(LINT_PY) -m mypy
	$(LINT_PY) -m mypy --config-file firmware/mypy.ini
# Without git it would read the environments too.
	test ! -e .git || $(LINT_PY) -m reuse lint --lines

format: $(LINT)
	$(LINT_PY) -m ruff check --fix .
	$(LINT_PY) -m ruff format .

setup: $(TEST) $(NODE_MODULES)

clean:
	rm -rf .venv .venv-lint node_modules build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# $(call install,VENV,EXTRAS,GROUPS). Of pip's many lines it shows the packages' names. A pipe loses pip's
# exit status, so the stamp tells whether it succeeded. Most modules are never imported: Python
# compiles those that are.
define install
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Pocket Pig needs Python 3.11 or newer, and there is no '$(PYTHON)' on the PATH." >&2; \
	  echo "Install it, or name yours: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Pocket Pig needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
	  echo "Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@rm -f $@
	@$(1)/bin/python -c '' 2>/dev/null || { \
	  echo "Making an environment for Python packages: $(CURDIR)/$(1)"; \
	  $(PYTHON) -m venv --clear $(1) && $(1)/bin/python -m pip install --quiet "pip>=25.1" || { \
	  echo "Could not make $(1). On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }; }
	@{ $(1)/bin/python -u -m pip install --disable-pip-version-check --progress-bar off --no-compile \
	    --editable ".$(if $(2),[$(2)])" $(3) && echo "$(FOR)" >$@; } | while read -r word name rest; do \
	  case $$word in \
	    Collecting) echo "  fetching $${name%%[!A-Za-z0-9._-]*}" ;; \
	    Installing) test "$$name" != collected || echo "  installing them" ;; \
	  esac; done
	@test -e $@ || { echo "Installation failed; the reason is above. Fix it and run make again." >&2; exit 1; }
endef

$(PLAY): pyproject.toml
	@echo "Installing what the simulator needs into .venv: pygame, Pillow and the display's driver."
	@echo "It fetches 25 MB, uses 90 MB and takes a minute or less."
	$(call install,.venv,$(PLAY_EXTRAS))

# It has all that PLAY has, so that pip runs once.
$(TEST): pyproject.toml
	@echo "Installing what the tests need: the simulator, pytest, the solver, the plots, the case."
	@echo "It fetches 120 MB, uses 410 MB and takes a few minutes."
	$(call install,.venv,$(TEST_EXTRAS),$(TEST_GROUPS))
	@cp $@ $(PLAY)

$(DIST): $(PLAY)
	@echo "Installing what builds a release."
	$(call install,.venv,$(PLAY_EXTRAS),--group dist)

$(LINT): pyproject.toml
	@echo "Installing ruff, mypy and reuse, and the packages whose types mypy reads, in exact versions."
	$(call install,.venv-lint,,--group lint)

$(NODE_MODULES): package.json package-lock.json
	@command -v $(NODE) >/dev/null && command -v npm >/dev/null || { \
	  echo "The tests and the web page need Node.js 20 or newer with npm, which fetches MicroPython," >&2; \
	  echo "and it is not on the PATH. See https://nodejs.org/" >&2; exit 1; }
	@$(NODE) -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { \
	  echo "Node.js 20 or newer is needed; '$(NODE)' is $$($(NODE) --version)." >&2; exit 1; }
	@echo "Fetching MicroPython for browsers and Node.js, and an emulated RP2040."
	@npm ci --silent --no-fund --no-audit
	@touch $@
