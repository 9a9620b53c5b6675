"""The bot as a process that tells how it does, and logs for programs."""

import json
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.bot.operations.scraping import Scrape
from tests.e2e.wire import Wire, wired
from tests.e2e.wire.playing import begin

A_CLICK = re.compile(r"\d{15,20}")
BY_ITSELF = re.compile(r"[0-9a-f]{8}")


@pytest.fixture
def port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@pytest.fixture
async def wire(tmp_path: Path, port: int) -> AsyncIterator[Wire]:
    listen = f"{port}"
    async with wired(tmp_path, operations=listen, log_format="json", log_level="DEBUG") as it:
        yield it


async def test_a_process_tells_how_it_does(wire: Wire, port: int) -> None:
    players = await begin(wire.join("Ann"), wire.join("Bob"), seed=2, goal=25)
    await players.play()
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        async with session.get("/health") as answer:
            assert (answer.status, (await answer.json())["status"]) == (200, "ok")
        async with session.get("/metrics") as answer:
            scrape = Scrape(await answer.text())
    assert scrape("clicks_total", outcome="done") > 10
    assert scrape("answers_total") == scrape("clicks_total")
    # each click is answered by its own token, and a leg is posted by that of the bot
    assert scrape("requests_total", by="click", outcome="taken") >= scrape("answers_total")
    assert scrape("requests_total", by="bot", outcome="taken") > 1
    assert 0 < scrape("loop_holdup_seconds") < 5
    assert 0 < scrape("shard_latency_seconds") < 5
    assert await wire.bot.stop() == 0
    assert_each_line_is_an_object_with_its_cause(wire)


def assert_each_line_is_an_object_with_its_cause(wire: Wire) -> None:
    lines = [json.loads(line) for line in wire.bot.log.splitlines()]
    assert len(lines) > 50
    causes = [line["cause"] for line in lines if "cause" in line]
    assert all(A_CLICK.fullmatch(it) or BY_ITSELF.fullmatch(it) for it in causes)
    of = {"bot.hosting.service": set[str](), "bot.board.boards": set[str]()}
    for line in lines:
        if line["logger"] in of and "cause" in line and "silent" not in line["message"]:
            of[line["logger"]].add(line["cause"])
    stored, shown = of.values()
    assert stored
    assert stored <= shown, "what was stored is on its board in the end"
    assert not [line for line in lines if line["level"] == "ERROR"]
