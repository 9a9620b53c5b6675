"""A game goes on while strangers fill the ports of the bot."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from tests.e2e.wire import wired
from tests.e2e.wire.playing import begin
from tests.e2e.wire.process import free_ports

pytestmark = pytest.mark.posix

DESCRIPTORS = 192
"""As many as the bot may have; most systems allow 1,024."""
LIMITED = ("/bin/sh", "-c", f'ulimit -n {DESCRIPTORS}; exec "$@"', "sh")
UNFINISHED = b"GET /health HTTP/1.1\r\nHost: here\r\n"


async def test_full_ports_stop_no_game(tmp_path: Path) -> None:
    ports = web, operations = free_ports(2)
    listen = f"127.0.0.1:{web}"
    site = f"http://{listen}"
    bot = wired(tmp_path, line=LIMITED, web=site, web_listen=listen, operations=f"{operations}")
    async with bot as wire, AsyncExitStack() as stack:
        for port in 2 * DESCRIPTORS * [*ports]:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            writer.write(UNFINISHED)
        players = await begin(wire.join("Ann"), wire.join("Bob"), seed=2, goal=25)
        await players.play()
        assert players.over
        assert not [it for it in players.answers if it.failed]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{operations}/health") as answer:
                assert answer.status == 200
            async with session.get(f"{site}/replay/unknown") as answer:
                assert answer.status == 404
