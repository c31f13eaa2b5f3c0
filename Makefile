# The newest Python from 3.11 on that the machine has. Without `make`, `python3 start.py play` does the same.
ifeq ($(origin PYTHON),undefined)
PYTHON := $(shell for one in python3.14 python3.13 python3.12 python3.11 python3; do \
	$$one -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$one && break; done)
endif
export VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: play test test-long steady check docs words walk mutants soak soak-cluster simulate venv venv-play lock release components clean

play: venv-play  ## try the bot in a browser, with no token; PORT=0 for any port that is free
	$(BIN)/python -m playground $(if $(PORT),--port $(PORT))

# Each test process and each bot that a test starts would else compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

# Seven at a time even on two cores: many tests wait for a socket, a disk or a process. KIND= takes the long ones too.
KIND := not long
WORKERS := 7
test: venv  ## every test that is not long, or those in TESTS
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "$(KIND)" $(TESTS)

test-long: venv  ## the long ones, most of which try at length what `make test` tries in short
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m long $(TESTS)

steady: venv  ## the tests again and again: quiet, on a busy machine, in other time zones (KINDS=quiet,busy RUNS=3 TESTS=...)
	$(BIN)/python -m tests.steady

check: venv  ## what CI asks besides the tests: format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: venv  ## the pages under docs/, in build/docs/index.html; a warning is an error
	$(BIN)/python -m sphinx -b html -W --keep-going -q docs build/docs

words: venv  ## the catalogues of the other languages: adds sentences that are new, and compiles them
	$(BIN)/python -m tests.words

# One process, and a polite one: it takes an hour or so of what the machine has to spare. For less, for example:
# make mutants SIZE=20 PACKAGES=storage
SIZE := 100
SEED := 1886
PACKAGES := rules storage bot host messages discord contests evenings leases cogs web screens

mutants: venv  ## plants small faults in a copy of the code and says how many the tests notice
	$(BIN)/python -m tests.trials.mutants --size $(SIZE) --seed $(SEED) $(PACKAGES)

walk: venv  ## fails if the way through the code is longer than lab/speed/walk.txt says (RECORD=1 writes that file)
	$(BIN)/python -m lab.speed.walk $(if $(RECORD),--record,--hold)

KILLS := 200

soak: venv  ## kills at every failpoint while people play (KILLS=1000), cuts of the power, flipped bits, presses, faults, leaks
	$(BIN)/python -m tests.trials.soak --kills $(if $(filter command line,$(origin KILLS)),$(KILLS),1000) $(OPTIONS)
	$(BIN)/python -m tests.trials.soak --leases --kills 120
	$(BIN)/python -m tests.trials.soak --pages --kills 200
	$(BIN)/python -m tests.trials.soak.power
	$(BIN)/python -m tests.trials.soak.damage --every
	$(BIN)/python -m tests.trials.soak.presses
	$(BIN)/python -m tests.trials.soak.presses 60 --processes 4
	$(BIN)/python -m tests.trials.soak.calls
	$(BIN)/python -m tests.leaks

soak-cluster: venv  ## four processes on PostgreSQL with a replica, all struck while people play (OPTIONS=--local must fail)
	$(BIN)/python -m tests.trials.cluster $(KILLS) $(OPTIONS)

# Whole worlds on virtual time. Their loop needs Python 3.12, and a venv of its own.
WORLDS := build/venv-simulation
N := 100
simulate: $(WORLDS)/simloop  ## N worlds from SEED on: bot, Discord, disk, network and people from one number each (OPTIONS=--several: processes on a server)
	$(WORLDS)/bin/python -m tests.trials.simulation --seed $(or $(filter-out 1886,$(SEED)),1) --count $(N) $(OPTIONS)

$(WORLDS)/simloop: requirements.lock requirements-simulation.lock
	VENV=$(WORLDS) $(MAKE) PYTHON="$(NEW)" venv
	$(WORLDS)/bin/python -m pip install --quiet --require-hashes --no-deps -r requirements-simulation.lock
	touch $@

NEW = $(shell for one in "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python3 python3.12 python3.13 python3.14; do \
	$$one -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null && echo $$one; done | tail -n 1)

START = test -n "$(PYTHON)" || { echo "Biritch needs Python 3.11 or newer, and there is none."; exit 2; }; \
	$(PYTHON) start.py

venv:  ## what requirements.lock pins, where it is not there yet, and the compiled sentences
	@$(START) $@

venv-play:  ## what requirements-play.lock pins, and the compiled sentences
	@$(START) $@

COMPILE := uv pip compile --generate-hashes --universal --python-version 3.11 --no-header \
	--no-emit-index-url --quiet
SOLVER := import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(project["optional-dependencies"]["solver"][0].partition(";")[0])

lock:  ## pin what pyproject.toml asks for, with hashes (needs uv)
	( echo "# Every package the project uses, pinned and hashed, for \`make venv\`. Made by \`make lock\`."; \
		$(COMPILE) pyproject.toml --extra dev --extra play ) >requirements.lock.new
	mv requirements.lock.new requirements.lock
	( echo "# Those of them that \`make play\` takes, and no more. Made by \`make lock\`."; \
		$(COMPILE) pyproject.toml --extra play --extra clone --no-annotate -c requirements.lock ) >requirements-play.lock.new
	mv requirements-play.lock.new requirements-play.lock
	( echo "# What an installed bot runs on, with the driver for PostgreSQL, pinned and hashed: for the container. Made by \`make lock\`."; \
		$(COMPILE) pyproject.toml --extra postgres --no-annotate -c requirements.lock ) >requirements-run.lock.new
	mv requirements-run.lock.new requirements-run.lock
	( echo "# What builds the package itself, pinned and hashed: for the container. Made by \`make lock\`."; \
		printf 'setuptools\nbabel\n' | $(COMPILE) --no-annotate -c requirements.lock - ) >requirements-build.lock.new
	mv requirements-build.lock.new requirements-build.lock
	( echo "# The double-dummy solver, for \`make venv\`, of whatever Python its wheel is. Made by \`make lock\`."; \
		$(PYTHON) -c '$(SOLVER)' | $(COMPILE) --no-deps - ) >requirements-solver.lock.new
	mv requirements-solver.lock.new requirements-solver.lock

release:  ## sets the version, commits and tags it, or says why not: make release VERSION=0.3.0; sends nothing out
	@$(PYTHON) packaging/release.py $(VERSION)
	@if [ -x $(BIN)/python ]; then $(BIN)/python packaging/components.py $(VERSION); \
		else echo "For the list of what it is made of: make components VERSION=$(VERSION)"; fi

components: venv  ## what VERSION is made of, with hashes and licences, as CycloneDX: build/biritch-VERSION.cdx.json
	@$(BIN)/python packaging/components.py $(VERSION)

clean:
	rm -rf $(VENV) build *.egg-info
