# Each target sets itself up on a bare machine with Python 3.11 and make. The text behind ## is what
# `make help` prints; targets below a line "##@ name" are shown by `make help-name`.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/pytest -n auto --dist worksteal

.PHONY: help run play test tests check format coverage long art clean \
	bench load flow gathering screen arena fit results store scale soak twice slow

help: ## this list
	@awk -F ':.*## ' '/^##@/ {exit} /^[a-z]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' Makefile
	@awk '/^##@/ {printf "make help-%-5s %s\n", $$2, substr($$0, index($$0, $$3))}' Makefile

help-%:
	@awk -F ':.*## ' '/^##@/ {shown = $$0 ~ "^##@ $* "} shown && /^[a-z]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' Makefile

# What the bot runs on. uv is installed beside it, so nothing else is needed; every file of uv and of
# all packages is checked by its hash.
.venv/ready: pyproject.toml uv.lock requirements-uv.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-uv.txt
	$(BIN)/uv sync --quiet --frozen --inexact --no-dev --all-extras
	@touch $@

# The developers' tools on top of that.
.venv/tools: .venv/ready
	$(BIN)/uv sync --quiet --frozen --inexact --all-extras
	@touch $@

run: .venv/ready ## the bot if DISCORD_TOKEN is set, or else a table in the browser
	@$(BIN)/python -m bot

play: .venv/ready ## play in the terminal
	@$(BIN)/python -m players play

# The checkers leave a core idle now and then, so they run beside the tests.
test: .venv/tools ## lint, types and all tests but the long ones
	@$(MAKE) --no-print-directory --jobs=2 check tests

tests: .venv/tools ## the tests without lint and types
	$(PYTEST)

check: .venv/tools ## lint and types alone
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --warnings

format: .venv/tools ## format the code and fix what lint can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

coverage: .venv/tools ## the tests, and the share of the code they reach; takes twice as long
	$(PYTEST) --cov --cov-report=term --cov-fail-under=95
	$(BIN)/coverage report --include='engine/*' --format=total --fail-under=97

long: .venv/tools ## 20,000 random games and other long tests; TESTS=tests/bot for those alone
	$(PYTEST) -m long $(TESTS)

page: .venv/tools ## the page on which one plays in a browser, without a server: site/
	@$(BIN)/python -m players.page site

art: .venv/tools ## bake the art into the files that the bot carries
	$(BIN)/python -m art

clean: ## delete what these targets made
	rm -rf .venv .coverage .hypothesis .pytest_cache .ruff_cache

##@ more the targets that measure, and the slower ways to run the tests

bench: .venv/tools ## how fast the engine and the painting are
	$(BIN)/python -m bench

load: .venv/tools ## how many clicks the bot takes, beside a bot that only acknowledges them
	$(BIN)/python -m bench.load $(LOAD)

flow: .venv/tools ## how many clicks a game takes, and how long it lasts
	$(BIN)/python -m bench.flow $(FLOW)

gathering: .venv/tools ## how many lobbies of thirty people become games; takes half an hour
	$(BIN)/python -m bench.gathering $(GATHERING)

screen: .venv/tools ## whole games by clicks in chromium: what a phone shows; takes half an hour
	$(BIN)/python -m bench.screen $(SCREEN)

arena: .venv/tools ## how strong the computer players are, and how long they think; takes hours
	$(BIN)/python -m bench.arena $(ARENA)

fit: .venv/tools ## fit the nets of the hard player to games; takes half an hour of two cores
	$(BIN)/python -m bench.fit $(FIT)

results: .venv/tools ## how quick results are among a million stored games; takes minutes
	$(BIN)/python -m bench.results $(RESULTS)

store: .venv/tools ## how many moves a second SQLite and PostgreSQL take, and what one costs
	$(BIN)/python -m bench.store $(STORE)

scale: .venv/tools ## what processes, shards and servers cost; takes ten minutes
	$(BIN)/python -m bench.scale $(SCALE)

soak: .venv/tools ## three processes for an hour, killed and restarted: losses, memory and lag
	SOAK_MINUTES=$(or $(MINUTES),60) $(BIN)/pytest -s -m long tests/e2e/wire/test_soak.py

twice: .venv/tools ## the tests by simulated clicks again, on PostgreSQL
	TEST_STORE=postgresql $(PYTEST) tests/host tests/cogs

slow: .venv/tools ## the end-to-end tests at a slow Discord, to find tests in too much of a hurry
	WIRE_LAG=1 $(BIN)/pytest -n 4 tests/e2e
