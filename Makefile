# Needs Python 3.11 or newer and make; every target sets up what it needs in .venv.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= auto

.PHONY: setup train test test-slow bench lint format clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "wonderzoo needs Python 3.11 or newer: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[train,render,dev]'
	@touch $@

train: setup
	$(BIN)/wonderzoo train configs/duel_quick.yaml

test: setup
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile -m "not slow"

test-slow: setup
	$(BIN)/python -m pytest -q -m slow

bench: setup
	$(BIN)/wonderzoo bench duel

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
