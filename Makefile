# make play: the table in the browser (UI=terminal: at the terminal).   make test: lint, types and every test.
# Each makes .venv and installs tested versions of what it needs the first time.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
UI ?= browser
SITE := src/kibitz/web/site

.PHONY: help play test check format playthroughs page-types pictures results docs wheel constraints clean

help:
	@echo "make play         play in the browser; make play UI=terminal at the terminal"
	@echo "make test         lint, types and every test"
	@echo "make check        lint, types and the quick tests: the inner loop"
	@echo "make format       format the code"
	@echo "make playthroughs write the golden playthroughs anew, after a change of rules"
	@echo "make page-types   check the types of the page's modules, where Node is"
	@echo "make pictures     take the pictures of the README anew, in a real browser"
	@echo "make results      write the results pages from the stored runs"
	@echo "make docs         build the site with all results"
	@echo "make wheel        build the package into dist/, with the site inside"
	@echo "make constraints  renew the tested versions in constraints.txt"
	@echo "make clean        remove what these have made"

play: .venv/.play
ifeq ($(UI),terminal)
	@$(BIN)/kibitz play
else
	@$(BIN)/kibitz serve --open
endif

test: .venv/.test lint
	$(BIN)/pytest -n 2 --dist worksteal

check: .venv/.test lint
	$(BIN)/pytest -n 2 --dist worksteal -m "not slow"

.PHONY: lint
lint: .venv/.test
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy

format: .venv/.test
	$(BIN)/ruff check --fix src tests
	$(BIN)/ruff format src tests

# Needs Node; TypeScript is fetched.
page-types:
	npx --yes --package typescript@5 tsc --noEmit --allowJs --checkJs --target esnext --module esnext --moduleResolution bundler \
	  --lib esnext,dom,dom.iterable --skipLibCheck tests/web/browser/page.d.ts src/kibitz/web/page/app.js src/kibitz/web/page/pages/*.js src/kibitz/games/*/table.js

pictures: .venv/.test
	$(BIN)/python -m tests.web.browser.pictures

playthroughs: .venv/.test
	$(BIN)/python -m tests.playthrough --all

results: .venv/.test
	$(BIN)/kibitz lab report

docs: .venv/.test
	rm -rf $(SITE)
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --doctree-dir .doctrees docs $(SITE)
	@echo "$(SITE)/index.html; make play serves it under /site/"

wheel: docs
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	@ls -lh dist

.venv/.play: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable .
	touch $@

.venv/.test: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable ".[test]"
	touch $@ .venv/.play

# torch stays at its pin: other builds of it bring gigabytes that nothing here needs.
constraints:
	rm -rf .venv-newest && $(PYTHON) -m venv .venv-newest
	.venv-newest/bin/pip install --quiet ".[test]"
	.venv-newest/bin/pip freeze --exclude kibitz | sed 's/+cpu$$//' > constraints.txt
	rm -rf .venv-newest

clean:
	rm -rf $(SITE) .doctrees docs/generated dist .venv .venv-newest .mypy_cache .pytest_cache .ruff_cache .hypothesis
