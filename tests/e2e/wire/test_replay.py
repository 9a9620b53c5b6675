"""The replay on the wire: the file at the end, the legs in private, the same bytes on the web."""

from pathlib import Path

import aiohttp

from bot.words import catalogue
from engine import Record
from players.replay.steps import Replay
from tests.client.honest import assert_honest
from tests.client.messages import Button, Shown
from tests.e2e.wire import Wire, replies, wired
from tests.e2e.wire.playing import Players, begin
from tests.e2e.wire.process import free_ports
from tests.players.replay.games import data_in

FILE = 8_000_000
"""Bytes that any server takes in one file, and more."""


def file_of(wire: Wire, shown: Shown, ending: str) -> bytes:
    (found,) = [it for name, it in wire.discord.files_of(shown).items() if name.endswith(ending)]
    return found


def way(shown: Shown, where: str) -> Button:
    (found,) = [it for it in shown.buttons if f":replay:{where}-" in it.custom_id]
    return found


async def played(wire: Wire) -> tuple[Players, Record]:
    """A whole game of two in a thread, with an end that can be checked."""
    ann, zoe = wire.join("Ann", locale="fr"), wire.join("Zoé", locale="fr")
    players = await begin(ann, zoe, seed=1, goal=25, thread=True)
    await players.play()
    assert assert_honest(players).seats == 2
    return players, players.record


async def test_the_end_carries_the_replay_and_leg_by_leg_it_outlives_a_kill(wire: Wire) -> None:
    players, record = await played(wire)
    end, (_, zoe) = players.board, players.people
    html = file_of(wire, end, ".html")
    assert len(html) < FILE
    assert data_in(html.decode())["names"] == ["Ann", "Zoé"]
    legs = max(step.leg for step in Replay.of(record).steps)
    say = catalogue("fr")
    first = await (await zoe.presses(action="replay", on=end)).says()
    assert say("replay-leg", leg=1, legs=legs) in first.text
    assert [name.rpartition(".")[2] for name in wire.discord.files_of(first)] == ["png"]
    second = await (await zoe.presses(way(first, "forward"))).says()
    assert say("replay-leg", leg=2, legs=legs) in second.text
    await wire.bot.kill()
    await wire.bot.start()
    again = await (await zoe.presses(way(second, "back"))).says()
    assert say("replay-leg", leg=1, legs=legs) in again.text
    assert wire.discord.files_of(again) == wire.discord.files_of(first)
    assert file_of(wire, players.board, ".html") == html
    assert not replies.faults(wire.discord.requests)


async def test_the_web_has_the_very_bytes_of_the_file(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    site = f"http://127.0.0.1:{port}"
    async with wired(tmp_path, web=site, web_listen=f"127.0.0.1:{port}") as wire:
        ann, bob = wire.join("Ann"), wire.join("Bob")
        players = await begin(ann, bob, seed=2, goal=25)
        table = players.table
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{site}/replay/{table}") as early:
                assert early.status == 404
            await players.play()
            end = players.board
            assert f"({site}/replay/{table})" in end.text
            async with session.get(f"{site}/replay/{table}") as answer:
                assert await answer.read() == file_of(wire, end, ".html")
        assert await wire.bot.stop() == 0
