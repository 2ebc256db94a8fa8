# make play: a game in the terminal.   make test: lint, types and tests.
# Each makes .venv and installs what it needs the first time.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: play test format playthroughs results clean

play: .venv/.play
	@$(BIN)/kibitz play

test: .venv/.test
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist worksteal

format: .venv/.test
	$(BIN)/ruff check --fix src tests
	$(BIN)/ruff format src tests

playthroughs: .venv/.test
	$(BIN)/python -m tests.playthrough --all

results: .venv/.play
	$(BIN)/kibitz lab report

.venv/.play: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable .
	touch $@

.venv/.test: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable ".[train,test]"
	touch $@ .venv/.play

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
