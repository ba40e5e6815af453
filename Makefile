# `make help` lists the targets. Everything happens inside .venv, which is made and repaired as needed.

PYTHON ?= python3
WORKERS ?= auto
VENV := .venv
BIN := $(VENV)/bin
# Empty if the environment is missing or broken; every install is then done again.
VENV_WORKS := $(shell $(BIN)/python -c "import pip" 2>/dev/null && echo yes)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test test-all bench lint docs clean FORCE

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# About 60 s of processor time, start-up included; what a second run plays is the same, so the first one's games go.
FIRST := runs/first
run: $(VENV)/.installed-stats ## a tournament of four bots and a balance report on the standard game
	@rm -rf $(FIRST) && mkdir -p $(FIRST)
	@$(BIN)/bofa tournament random greedy captain mcts:sims=16 --games 16 --file $(FIRST)/tournament.sqlite
	@$(BIN)/bofa balance --ladder "random;greedy;captain" --games 100 --others 16 --cubes 25 \
		--file $(FIRST)/balance.sqlite --beside $(FIRST)/tournament.sqlite --report reports/first

test: $(VENV)/.installed-dev warm-up ## all tests but the slow ones
	@$(PYTEST)
	@$(BIN)/python tests/web/browser.py

test-all: $(VENV)/.installed-dev warm-up ## all tests
	@$(PYTEST) -m ""
	@$(BIN)/python tests/web/browser.py

bench: $(VENV)/.installed-bench ## decisions per second, next to other game environments
	@$(BIN)/python benchmarks/throughput.py

lint: $(VENV)/.installed-dev ## ruff and mypy
	@$(BIN)/ruff check --quiet . && echo "ruff: clean"
	@$(BIN)/mypy

docs: $(VENV)/.installed-dev ## the documentation as web pages, into build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet && echo "docs: build/docs/index.html"

clean: ## back to a fresh clone (keeps runs/ and reports/)
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

# One process compiles the kernels into numba's cache; the test workers then only load them.
PYTEST = $(BIN)/pytest --quiet -n $(WORKERS) --maxprocesses 8 --dist worksteal

.PHONY: warm-up
warm-up: $(VENV)/.installed-dev
	@$(BIN)/python tests/warm_up.py || echo "The warm-up game failed; the tests will say more."

# .installed-dev stands for `pip install -e .[dev]`, and so on; core is the package without extras.
# The stamp is written only after a successful install, and is out of date when pyproject.toml changes.
$(VENV)/.installed-%: pyproject.toml $(if $(VENV_WORKS),,FORCE)
	@$(BIN)/python -c "import pip" 2>/dev/null || { rm -rf $(VENV) && $(PYTHON) -m venv $(VENV); }
	@echo "Installing bofa-env ($*) into $(VENV); the first time takes a minute or so ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.$(if $(filter core,$*),,[$*])'
	@touch $(VENV)/.installed-core $@

FORCE:
