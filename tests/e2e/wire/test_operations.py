"""The bot as a process with metrics, and a log for programs."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import aiohttp

from tests.bot.operations.scraping import Scrape
from tests.e2e.wire import Wire, wired
from tests.e2e.wire.playing import begin
from tests.e2e.wire.process import free_ports
from tests.e2e.wire.server import PATIENCE

A_CLICK = re.compile(r"\d{15,20}")
BY_ITSELF = re.compile(r"[0-9a-f]{8}")


async def test_a_process_tells_how_it_does(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    settings: dict[str, Any] = {"operations": f"{port}", "log_format": "json", "log_level": "DEBUG"}
    async with wired(tmp_path, **settings) as wire:
        players = await begin(wire.join("Ann"), wire.join("Bob"), seed=2, goal=25)
        await players.play()
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
            async with session.get("/health") as answer:
                assert (answer.status, (await answer.json())["status"]) == (200, "ok")
            answered, scrape = await with_all_boards_shown(wire, session)
        assert scrape("clicks_total", outcome="done") > 10
        assert scrape("answers_total") == scrape("clicks_total")
        # on a busy machine the bot may give one up whose answer is on its way
        lost = scrape("requests_total", outcome="lost")
        # each click is answered by its own token, and a leg is posted by that of the bot
        by_click = scrape("requests_total", by="click", outcome="taken")
        assert by_click >= scrape("answers_total") - lost
        assert scrape("requests_total", by="bot", outcome="taken") > 1
        assert answered <= scrape("requests_total") <= len(wire.discord.requests) + lost
        assert sum(it.lost for it in wire.discord.requests) <= lost
        assert scrape("loop_holdup_seconds") > 0
        assert 0 < scrape("shard_latency_seconds") < wire.discord.gateway.heartbeat
        assert await wire.bot.stop() == 0
        await wire.discord.until(lambda: not wire.discord.gateway.sessions)
        assert_each_line_is_an_object_with_its_cause(wire)


async def with_all_boards_shown(wire: Wire, session: aiohttp.ClientSession) -> tuple[int, Scrape]:
    """Return how many requests had been answered, and the metrics after that."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await wire.discord.settled()
            answered = sum(it.status is not None for it in wire.discord.requests)
            async with session.get("/metrics") as answer:
                scrape = Scrape(await answer.text())
            if not scrape("boards_waiting"):  # or one whose answer was lost is tried again
                return answered, scrape


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
