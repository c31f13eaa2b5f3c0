PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check venv lock clean

play: venv  ## try the bot in a browser, with no token
	$(BIN)/python -m playground

# Four at a time even on two cores: many tests wait for a socket, a disk or a process.
test: venv  ## every test
	$(BIN)/python -m pytest -n 4 --dist worksteal

check: venv  ## what CI asks besides the tests: format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

venv: $(VENV)/ready

$(VENV)/ready: pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

lock:  ## pin what pyproject.toml asks for, with hashes (needs uv)
	uv pip compile pyproject.toml --extra dev --extra play --generate-hashes --universal \
		--python-version 3.11 --no-header --no-emit-index-url --quiet -o requirements.lock

clean:
	rm -rf $(VENV) build *.egg-info
