"""Figures and their labels, none of which identifies a person."""

import asyncio
import re
from time import thread_time
from timeit import repeat

import pytest
from prometheus_client import REGISTRY, generate_latest

from bot import VERSION
from bot.board.messages import NotBegun
from bot.hosting.repeats import Superfluous
from bot.operations.gauges import ProcessShards, ShardFigures
from bot.operations.metrics import FAILURE_EXPIRES, MOST_CODES, OTHER, Metrics
from bot.store.data import PostedMessage
from bot.store.errors import DiskFull, Locked, Outdated, Repeated, Unavailable, Unfit
from bot.tables.refusals import Refused, Stale
from engine.errors import IllegalMove
from tests.bot.operations.scraping import (
    TWO_OF_16,
    Parts,
    Scrape,
    asking,
    click,
    commit,
    everything,
)
from tests.bot.store.changes import leg
from tests.meta.sources import place, python_files

A_WORD = re.compile(r"[a-z]+(_[a-z]+)*")
BY_NUMBER = {"shard": r"\d{1,4}", "le": r"\d+\.\d+(e\+\d+)?|\+Inf"}
VERSIONS = {"version", "python", "discord_py"}
LABELS = {"kind", "outcome", "code", "by", "how", "scope", "level", "reason", *BY_NUMBER, *VERSIONS}


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.mark.parametrize(
    ("fault", "outcome", "code"),
    [
        (None, "done", ""),
        (Refused("not_seated"), "refused", "not_seated"),
        (Refused("too_fast"), "refused", "too_fast"),
        (Stale("moment_passed"), "late", "moment_passed"),
        (Superfluous(Refused("not_asked")), "superfluous", ""),
        (IllegalMove("not_aboard", seat=2), "refused", "not_aboard"),
        (DiskFull(path="/games"), "store", "full"),
        (NotBegun("board-cannot_post"), "refused", ""),
        (ValueError("topsecret"), "failed", ""),
    ],
)
def test_a_click_counts_by_its_kind_and_outcome(
    fault: Exception | None, outcome: str, code: str, metrics: Metrics
) -> None:
    click(metrics, fault, kind="command", took=0.3)
    scrape = Scrape.of(metrics)
    assert scrape("clicks_total", kind="command", outcome=outcome) == 1
    assert scrape("clicks_total") == scrape("answer_seconds_count") == 1
    assert scrape("answer_seconds_sum") == 0.3
    assert scrape("refusals_total") == scrape("refusals_total", code=code) == bool(code)


def test_an_answer_that_discord_never_had_is_not_timed(metrics: Metrics) -> None:
    click(metrics, outcome="lost", took=None)
    click(metrics, outcome="", took=None)
    scrape = Scrape.of(metrics)
    assert scrape("answers_total", outcome="lost") == scrape("answers_total", outcome="none") == 1
    assert scrape("answer_seconds_count") == 0


@pytest.mark.parametrize(
    "code", ["", "seat_2", "1001", "Ann", "table 6d667850b2", "a" * 10 + "-", "é", "two\nlines"]
)
def test_unknown_codes_are_no_labels(code: str, metrics: Metrics) -> None:
    click(metrics, Refused(code))
    assert Scrape.of(metrics)("refusals_total", code=OTHER) == 1


def test_the_number_of_codes_is_bounded(metrics: Metrics) -> None:
    for number in range(3 * MOST_CODES):
        click(metrics, Refused("x" + "".join(chr(97 + int(digit)) for digit in f"{number}")))
    scrape = Scrape.of(metrics)
    left = MOST_CODES - len(Unavailable.__subclasses__())  # which are known from the start
    assert scrape("refusals_total", code=OTHER) == 3 * MOST_CODES - left
    assert len([it for it in scrape.samples if it.name == "celestia_refusals_total"]) == left + 1


def test_commits_count_by_their_outcome(metrics: Metrics) -> None:
    commit(metrics, interaction=12)
    commit(metrics)
    commit(metrics, Repeated())
    commit(metrics, asyncio.CancelledError())
    scrape = Scrape.of(metrics)
    assert (scrape("commit_seconds_count"), scrape("commit_seconds_sum")) == (2, 0.004)
    assert (scrape("commands_total", by="people"), scrape("commands_total", by="bot")) == (1, 1)
    assert scrape("commit_failures_total") == 2
    assert scrape("commit_failures_total", code="repeated") == 1
    assert scrape("commit_failures_total", code="cancelled") == 1


def test_a_game_begins_and_ends_once(metrics: Metrics) -> None:
    commit(metrics, before="lobby", posted=PostedMessage(leg(1), 70, 5000))
    commit(metrics, before="playing")
    commit(metrics, before="playing", stage="over")
    commit(metrics, before="over", stage="over")  # its end is posted again
    commit(metrics, before="lobby", stage="cancelled")  # no game had begun
    scrape = Scrape.of(metrics)
    assert scrape("games_begun_total") == scrape("games_ended_total") == 1
    assert scrape("games_ended_total", how="over") == 1


def test_a_store_that_takes_nothing_is_remembered_until_it_does(metrics: Metrics) -> None:
    commit(metrics, DiskFull())
    assert metrics.failing == "full"
    commit(metrics)
    assert metrics.failing == ""
    commit(metrics, Unfit())
    assert metrics.failing == "", "another table may be stored"
    commit(metrics, Locked())
    commit(metrics, Outdated())
    assert metrics.failing == ""


def test_an_old_failure_expires_even_if_the_store_was_not_used_since() -> None:
    now = 0.0
    metrics = Metrics(lambda: now)
    commit(metrics, DiskFull())
    now = FAILURE_EXPIRES
    assert metrics.failing == "full"
    now += 1
    assert metrics.failing == ""


async def test_gauges_show_the_present_values() -> None:
    parts = Parts(TWO_OF_16)
    parts.boards.of("blue").note_change(1, [])
    for table in ("red", "green"):
        parts.boards.block(table, "channel_gone")
    async with asking(parts) as asked:
        scrape = await asked.scrape()
        assert (scrape("shards"), scrape("connected"), scrape("shard_up")) == (16, 1, 1)
        assert (scrape("shard_up", shard="0"), scrape("shard_up", shard="5")) == (1, 0)
        assert scrape("shard_latency_seconds") == 0.04
        assert scrape("lease_age_seconds") == 1.5
        assert scrape("boards_waiting") == 1
        assert scrape("boards_blocked", reason="channel_gone") == 2
        parts.boards.of("blue")._shows(1)
        assert (await asked.scrape())("boards_waiting") == 0


@pytest.mark.parametrize(
    ("reason", "counts"), [("", True), ("unreachable", True), ("lacks_permissions", False)]
)
async def test_a_board_that_needs_people_is_not_called_late(reason: str, counts: bool) -> None:
    parts = Parts()
    parts.boards.of("blue").note_change(1, [])
    if reason:
        parts.boards.block("blue", reason)
    async with asking(parts) as asked:
        await asyncio.sleep(0.01)
        scrape = await asked.scrape()
        assert (scrape("boards_waiting_seconds") > 0, scrape("boards_waiting")) == (counts, counts)


def test_every_label_is_one_of_a_few_words() -> None:
    scrape = everything()
    names = {name for name, _ in scrape.labels}
    assert names == LABELS
    for name, value in scrape.labels:
        shape = BY_NUMBER.get(name) or (r"\d+(\.\d+)+" if name in VERSIONS else A_WORD.pattern)
        assert re.fullmatch(shape, value), (name, value)


def test_every_figure_is_described_and_is_ours_or_the_process_s() -> None:
    scrape = everything()
    assert all(it.startswith(("celestia", "process_")) for it in scrape.names)
    assert {it.name for it in scrape.samples if it.name.endswith("_created")} == set()
    about = dict(re.findall(r"^# HELP (\w+) (.+)$", scrape.text, re.MULTILINE))
    assert all(text.endswith(".") for text in about.values())
    assert f'version="{VERSION}"' in scrape.text


def test_nothing_is_counted_where_all_programs_count() -> None:
    before = generate_latest(REGISTRY)
    Metrics()
    Metrics()
    assert b"celestia" not in before + generate_latest(REGISTRY)


def test_without_operations_the_metrics_library_is_not_loaded() -> None:
    """Only `bot.operations` imports it, and others import that within a function."""
    at_once = re.compile(r"^(?:from|import) (?:bot\.operations|prometheus_client)", re.MULTILINE)
    files = python_files("bot", "cogs")
    users = {place(file) for file in files if at_once.search(file.read_text("utf-8"))}
    assert users == {f"bot/operations/{it}.py" for it in ("gauges", "metrics", "server")}


async def test_a_scrape_takes_milliseconds() -> None:
    """The loop is held up for as long."""
    parts = Parts(ProcessShards([ShardFigures(n, True, 0.04) for n in range(16)], 16, 16, 1.5))
    async with asking(parts) as asked:
        registry = asked.operations.metrics.registry
        rounds = repeat(lambda: generate_latest(registry), timer=thread_time, number=1)
    assert min(rounds) < 0.05
