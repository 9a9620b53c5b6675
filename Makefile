# Each target sets itself up on a bare machine with Python 3.11 and make.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help run play test tests coverage check format long bench load flow arena fit results store scale soak twice slow art clean

help:
	@echo "make run     the bot with DISCORD_TOKEN set, or else a table in the browser"
	@echo "make play    play in the terminal"
	@echo "make test    lint, types and tests, but the long ones"
	@echo "make tests   the same without lint and types"
	@echo "make check   lint and types alone"
	@echo "make coverage  the tests, and which share of the code they reach; takes twice as long"
	@echo "make long    20,000 random games and other long tests"
	@echo "make bench   how fast the engine and the painting are"
	@echo "make load    how many clicks the bot stands, beside one that only acknowledges"
	@echo "make flow    what four people have to click in a game, and how long it takes; before, and now"
	@echo "make arena   how strong the computer players are, and how long they think; takes hours"
	@echo "make fit     fit the rules of the hard player to games anew; takes a quarter of an hour"
	@echo "make results  how quick results are where a million games are stored; takes minutes"
	@echo "make store   how many moves a second SQLite and PostgreSQL take, and what one costs"
	@echo "make scale   what processes, shards and servers cost; takes ten minutes"
	@echo "make soak    three processes for an hour, killed and started again: losses, memory and lag"
	@echo "make twice   the tests by simulated clicks once more, on PostgreSQL"
	@echo "make slow    the end-to-end tests at a slow Discord, to find tests in too much of a hurry"
	@echo "make art     bake the art of the painted board into what the bot carries"
	@echo "make format  put the code in order"
	@echo "make clean   throw away what these have made"

# What it runs on, alone. uv is installed beside it, so that nothing else is needed; every file of
# uv and of all others is known by its hash.
.venv/ready: pyproject.toml uv.lock requirements-uv.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-uv.txt
	$(BIN)/uv sync --quiet --frozen --inexact --no-dev --all-extras
	@touch $@

# What it is worked on with, as well.
.venv/tools: .venv/ready
	$(BIN)/uv sync --quiet --frozen --inexact --all-extras
	@touch $@

run: .venv/ready
	@$(BIN)/python -m bot

play: .venv/ready
	@$(BIN)/python -m players play

# The checkers leave a core to the tests now and then, so all of it runs side by side.
test: .venv/tools
	@$(MAKE) --no-print-directory --jobs=2 check tests

tests: .venv/tools
	$(BIN)/pytest -n auto --dist worksteal

coverage: .venv/tools
	$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=term --cov-fail-under=95
	$(BIN)/coverage report --include='engine/*' --format=total --fail-under=97

check: .venv/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --warnings

format: .venv/tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

long: .venv/tools
	$(BIN)/pytest -n auto --dist worksteal -m long

bench: .venv/tools
	$(BIN)/python -m bench

load: .venv/tools
	$(BIN)/python -m bench.load $(LOAD)

flow: .venv/tools
	$(BIN)/python -m bench.flow $(FLOW)

arena: .venv/tools
	$(BIN)/python -m bench.arena $(ARENA)

fit: .venv/tools
	$(BIN)/python -m bench.fit $(FIT)

twice: .venv/tools
	TEST_STORE=postgresql $(BIN)/pytest -n auto --dist worksteal tests/host tests/cogs

store: .venv/tools
	$(BIN)/python -m bench.store $(STORE)

scale: .venv/tools
	$(BIN)/python -m bench.scale $(SCALE)

soak: .venv/tools
	SOAK_MINUTES=$(or $(MINUTES),60) $(BIN)/pytest -s -m long tests/e2e/wire/test_soak.py

results: .venv/tools
	$(BIN)/python -m bench.results $(RESULTS)

slow: .venv/tools
	WIRE_LAG=1 $(BIN)/pytest -n 4 tests/e2e

art: .venv/tools
	$(BIN)/python -m art

clean:
	rm -rf .venv .coverage .hypothesis .pytest_cache .ruff_cache
