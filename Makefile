# Everything a person needs is `make run` and `make test`; `make help` lists the rest.
PYTHON ?= python3
PORT ?= 8501
BIN := .venv/bin
WANTED = install --quiet --disable-pip-version-check
PIP = { $(BIN)/python -m pip --version || $(BIN)/python -m ensurepip; } >/dev/null 2>&1; $(BIN)/python -m pip $(WANTED)
UV = $(BIN)/uv pip install --quiet --python $(BIN)/python
RED = || { echo $@ >> .venv/.red; false; }
DATA := $(if $(GRAPHDP_DATA_DIR),GRAPHDP_DATA_DIR=$(GRAPHDP_DATA_DIR))
# One BLAS thread: faster for these sizes, and steady on shared machines.
export OPENBLAS_NUM_THREADS ?= 1
export OMP_NUM_THREADS ?= 1
# The tests start some fifty processes, and each would compile every file that it imports anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help run test lint types types-js contracts unit quick matrix long vulnerabilities accounting browser-tests screenshots bench docs wheel sbom size lock clean

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: .venv/.compiled ## install what is missing, start the app and print its address
	$(DATA) $(BIN)/streamlit run app.py --server.port $(PORT)

# Two parts at a time, each in one process: to collect the tests and to load the compiled loops twice
# costs more than it saves.
test: ## run every check and every test, and say at the end what is red
	@$(MAKE) .venv/.tests
	@rm -f .venv/.red; $(MAKE) -k -j 2 .venv/.compiled types lint contracts unit browser-tests \
	    || { echo "Red:" $$(cat .venv/.red); exit 1; }

lint: .venv/.tests
	$(BIN)/ruff check . $(RED)
	$(BIN)/ruff format --check . $(RED)

types: .venv/.tests
	$(BIN)/mypy $(RED)

types-js: .venv/.tests ## check the types of the widgets' files (needs node)
	$(BIN)/pytest -q -m long tests/widget

contracts: .venv/.tests
	$(BIN)/lint-imports $(RED)

unit: .venv/.tests .venv/.compiled
	$(DATA) $(BIN)/pytest -q -m "not browser" $(RED)

quick: .venv/.tests ## lint, types and the tests nearest to what differs from main, within a minute
	@$(DATA) $(BIN)/python .ci/quick.py

matrix: .venv/.tests ## unit tests as on other machines: ONLY="prescott python3.13" MATRIX_ARGS="tests/spectra"
	@$(DATA) $(BIN)/python .ci/matrix.py --only "$(ONLY)" $(MATRIX_ARGS)

long: .venv/.tests .venv/.browser ## the long form of audits, of tests of chance and of visits (an hour)
	$(DATA) $(BIN)/pytest -q -n 2 -m "long and not browser" tests
	$(DATA) $(BIN)/pytest -q -n 2 --dist loadgroup -m "long and browser" tests/browser

vulnerabilities: .venv/.tests ## ask the package index about known faults of what is locked
	@$(BIN)/python .ci/vulnerabilities.py $(BIN)/uv tool run --quiet --from 'pip-audit>=2.9,<3' \
	    pip-audit --format json --progress-spinner off --no-deps --disable-pip \
	    --requirement requirements.lock

accounting: .venv/.tests ## compare budgets with dp_accounting, installed beside: it asks for an old attrs
	$(BIN)/uv pip install --quiet --python $(BIN)/python --target .venv/accounting --no-deps \
	    dp-accounting==0.6.0 absl-py==2.5.1 mpmath==1.4.1
	PYTHONPATH=.venv/accounting $(BIN)/pytest -q tests/privacy/test_composition.py -k dp_accounting

browser-tests: .venv/.compiled .venv/.browser
	$(DATA) $(BIN)/pytest -q -m browser tests/browser $(RED)

screenshots: .venv/.tests .venv/.browser ## every page, light and dark, 1440 and 800 pixels wide
	$(DATA) $(BIN)/python tests/browser/screenshots.py

bench: .venv/.tests .venv/.browser ## print the measured speeds
	$(DATA) $(BIN)/pytest -q -s -p no:cacheprovider -o python_files="bench_*.py" -o norecursedirs=".*" tests/bench

docs: .venv/.docs .venv/.compiled ## build the documentation's site into build/docs; a broken link ends it
	$(BIN)/python docs/made.py
	PYTHONPATH=$(CURDIR)/.venv/docs:$(CURDIR) $(BIN)/python -m sphinx -W --keep-going -q -b html -d build/doctrees docs build/docs
	@echo "build/docs/index.html"

wheel: .venv/.tests ## build the wheel twice: the same bytes, or it fails
	@rm -rf build/first dist
	SOURCE_DATE_EPOCH=315532800 $(BIN)/uv build --quiet --wheel --out-dir build/first
	SOURCE_DATE_EPOCH=315532800 $(BIN)/uv build --quiet --wheel --out-dir dist
	@cmp build/first/*.whl dist/*.whl && sha256sum dist/*.whl

sbom: .venv/.tests ## what the app is made of, by the locked versions: build/sbom.json (CycloneDX)
	@mkdir -p build
	$(BIN)/uv tool run --quiet --from 'cyclonedx-bom>=7,<8' cyclonedx-py requirements requirements.lock \
	    --pyproject pyproject.toml --output-reproducible --output-format JSON -o build/sbom.json

size: $(BIN)/python ## files, lines and lines of code of every room, and what each may have
	@$(BIN)/python .ci/size.py

lock: .venv/.tests ## resolve requirements*.txt anew for every platform
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header \
	    --no-annotate requirements.txt -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header \
	    --no-annotate -c requirements.lock requirements-dev.txt -o requirements-dev.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header \
	    --no-annotate -c requirements-dev.lock requirements-docs.txt -o requirements-docs.lock

clean: ## remove the environment and all caches
	rm -rf build dist docs/mechanisms docs/gallery docs/reference .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis screenshots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("GraphDP needs Python 3.11 or newer; set PYTHON=…" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --without-pip .venv

# uv installs in a tenth of pip's time; where it finds no packages, as pip's own settings alone name
# them, pip does. To unpack a second pip takes longer than all else: the one that is there will do.
.venv/.uv: requirements-dev.lock $(BIN)/python
	@echo "Installing the packages ..."
	@uv="$$(grep '^uv==' requirements-dev.lock)"; \
	    $(PYTHON) -m pip --python $(BIN)/python $(WANTED) "$$uv" 2>/dev/null || { $(PIP) "$$uv"; }
	@touch $@

.venv/.app: requirements.lock .venv/.uv
	@$(UV) -r requirements.lock || { $(PIP) -r requirements.lock; }
	@touch $@

.venv/.tests: requirements-dev.lock .venv/.app
	@$(UV) -r requirements-dev.lock || { $(PIP) -r requirements-dev.lock; }
	@touch $@

# Beside the others: what tests see stays as small as it was.
.venv/.docs: requirements-docs.lock .venv/.app
	rm -rf .venv/docs
	$(UV) --target .venv/docs -r requirements-docs.lock || { $(PIP) --target .venv/docs -r requirements-docs.lock; }
	@touch $@

.venv/.compiled: .venv/.app
	@echo "Compiling the inner loops (once, about a minute) ..."
	$(BIN)/python -m pages.server.server $(RED)
	@touch $@

# A chromium or chrome on this machine is used; else playwright fetches one. Without either the
# browser tests skip and say so.
.venv/.browser: .venv/.tests
	@command -v chromium-headless-shell || command -v chromium || command -v chromium-browser \
	    || command -v google-chrome || $(BIN)/playwright install --only-shell chromium \
	    || echo "No browser could be had: install chromium, then run make test again."
	@touch $@
