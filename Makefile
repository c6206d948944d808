# make verify   set up, verify the library in the quick profile, write the report
# make test     set up, run the tests of the machinery and every law
# make attack   false statements and calibration at length: hours, and no part of make test
# Everything lives in .venv; after the first installation nothing here needs the network.
VENV ?= .venv
REPORT ?= report.html
WORKERS ?= 2
BIN = $(VENV)/bin
export VENV

.DEFAULT_GOAL := help
.PHONY: help setup verify test attack lint types derive bench clean

help:
	@echo "make verify   verify every claim (quick profile) and write $(REPORT)"
	@echo "make test     run tests/ and pytest verify/, check the derivations"
	@echo "make attack   false and true statements under ten root keys, 2000-run calibrations (hours)"
	@echo "make lint     ruff: rules and format"
	@echo "make types    mypy"
	@echo "make derive   check the derivations and their committed pages"
	@echo "make bench    side-by-side timings with other libraries"
	@echo "make clean    remove caches (not $(VENV), not the store of results)"

setup:
	@.ci/setup

# The report is written whatever the verdicts; the exit code is that of `lemmata verify`.
verify: setup
	@code=0; $(BIN)/lemmata verify --profile quick --workers $(WORKERS) || code=$$?; \
	$(BIN)/lemmata report --out $(REPORT) && echo "The report is $(CURDIR)/$(REPORT): open it in a browser."; \
	exit $$code

test: setup
	@OMP_NUM_THREADS=1 $(BIN)/python -m pytest tests -q -n $(WORKERS) --timeout 600
	@OMP_NUM_THREADS=1 $(BIN)/python -m pytest verify -q --claim-workers $(WORKERS)
	@$(BIN)/lemmata derive --check

# LEMMATA_ATTACK_KEYS and LEMMATA_ATTACK_PROFILE make it shorter; whatever interrupts it, the same command goes on where it was.
attack: setup
	@OMP_NUM_THREADS=1 $(BIN)/lemmata calibrate --judges --seeds 2000 --workers $(WORKERS) --out docs/calibration.md
	@LEMMATA_ATTACK=1 OMP_NUM_THREADS=1 $(BIN)/python -m pytest tests/attack tests/stats -q -n $(WORKERS) --timeout 7200

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

# .types shows the folders below lemmata/, as they stand once installed; an archive of the sources comes without its links.
types: setup
	@mkdir -p .types/lemmata && cd .types/lemmata && ln -sf ../../lemmata/*.py . && \
	for room in theory numerics verify bench; do ln -sfn ../../$$room $$room; done
	@$(BIN)/mypy

derive: setup
	@$(BIN)/lemmata derive --check

bench:
	@.ci/setup test dev bench
	@$(BIN)/lemmata bench

clean:
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -r {} +
	@rm -rf build dist .mypy_cache .pytest_cache .ruff_cache
