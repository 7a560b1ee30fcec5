# Every target sets up .venv by itself; nothing else on the machine is touched.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: install demo test lint bench chaos fuzz pictures clean

install: $(STAMP)

# Stale means: older than what it was made from, or moved away from the folder it was made in.
ifneq ($(shell $(BIN)/python -c 'import host.cli, sys; print("ok")' 2>/dev/null),ok)
.PHONY: $(STAMP)
endif

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Overtrick needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt -e '.[dev]'
	@touch $(STAMP)

demo: install
	$(BIN)/overtrick demo

lint: install
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# ruff, mypy and import-linter are tests too (tests/test_lint.py), so that they share the cores.
test: install
	$(BIN)/python -m pytest -n 3 --dist worksteal

clean:
	rm -rf .venv build dist *.egg-info

# Figures, never asserted by a test: these machines are shared and noisy.
bench: install
	$(BIN)/python -m benchmarks.scoring
	$(BIN)/python -m benchmarks.box
	$(BIN)/python -m benchmarks.link

# Whole evenings of disasters in virtual time; a failing seed prints itself and replays alone.
SEEDS ?= 200
FIRST ?= 1
chaos: install
	$(BIN)/python -m tests.chaos --seeds $(SEEDS) --first $(FIRST)

# The pictures in docs/, from the running program (needs chromium and fonts-firacode).
pictures: install
	$(BIN)/python docs/pictures.py --png

# A hundred thousand random keys, every face, a power cut at every byte of a keyed round and rubber,
# a hundred million bytes to the decoder.
PRESSES ?= 100000
fuzz: install
	$(BIN)/python -m tests.firmware.press_keys $(PRESSES)
	$(BIN)/python -m tests.firmware.flood_bytes 100000000
	RANDOM_FACES=150 OVERTRICK_STRIDE=1 $(BIN)/python -m pytest -n 2 --timeout=1200 \
	  tests/firmware/test_random_faces.py tests/firmware/test_power_cuts.py
