"""On SIGTERM the bot finishes the clicks in hand, announces the restart on boards, and ends.

It also ends while Discord hangs or is down. How long that may take are limits of the bot's own; no
test looks at a clock.
"""

import asyncio
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.sql import seals
from bot.store.sqlite.session import SqliteSession, finished
from bot.words import catalogue
from tests.client.offers import named
from tests.e2e.wire import Wire, at_once, wired
from tests.e2e.wire.journal import processed
from tests.e2e.wire.killing import EDIT
from tests.e2e.wire.people import Act, Answer, Person
from tests.e2e.wire.playing import Players, begin, gather
from tests.e2e.wire.server import PATIENCE
from tests.e2e.wire.test_kill import killer_of, locked, rolls
from tests.e2e.wire.waiting import caught_up, played

RIGHT_BACK: Final = catalogue("en")("right-back")
HOUR: Final = 3600.0
STOPPING: Final = catalogue("en")("error-restarting")


async def stop(wire: Wire) -> None:
    """Tell it to stop, and wait until it has ended in good order."""
    assert await wire.bot.stop() == 0


def was_done(wire: Wire, answer: Answer) -> bool:
    """Return whether this click is in the log."""
    with wire.bot.kept.left_behind() as db:
        return answer.id in processed(db)


async def rolling(wire: Wire, players: Players) -> Act:
    """Play until the dice are to be rolled; return the captain's act."""
    board = await played(wire, players, lambda it: bool(rolls(it) and named(it)))
    captain = next(it for it in players.people if it.id in named(board))
    return captain.pressing(rolls(board)[0])


async def refuses_clicks(person: Person) -> None:
    """Wait until the bot carries out no more clicks."""
    async with asyncio.timeout(PATIENCE):
        while STOPPING not in (await person.presses(action="more")).text:
            pass


# --- what is in hand ---------------------------------------------------------------------------


async def test_a_click_in_hand_is_answered_and_stored(wire: Wire) -> None:
    players = await begin(wire.join("Ann"), wire.join("Bob"))
    roll = await rolling(wire, players)
    late = wire.discord.fault("POST", "/callback", delay=0.7)
    answer = await roll.begin()
    await wire.discord.until(lambda: late.hits)
    await stop(wire)
    assert answer.wordless
    assert was_done(wire, answer)


async def test_a_click_that_waits_for_the_disk_is_answered_and_stored(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob")
    roll = await rolling(wire, await begin(ann, bob))
    async with locked(wire.bot.database):
        answer = await roll.begin()
        await wire.discord.until(lambda: answer.acknowledged)  # only promised
        stopping = asyncio.ensure_future(stop(wire))
        await refuses_clicks(ann)
    await stopping
    assert was_done(wire, answer)


async def test_clicks_during_a_shutdown_are_told_why_nothing_is_done(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
    roll = await rolling(wire, await begin(ann, bob))
    farewell = wire.discord.fault("PATCH", EDIT, held=True, times=None)
    stopping = asyncio.ensure_future(stop(wire))
    await refuses_clicks(ann)
    await wire.discord.until(lambda: farewell.hits)
    *hands, late = await at_once(ann.pressing(action="hand"), bob.pressing(action="hand"), roll)
    farewell.lift()
    await stopping
    assert STOPPING in hands[0].text
    assert catalogue("fr")("error-restarting") in hands[1].text
    assert late.text in [answer.text for answer in hands]
    assert all(answer.private for answer in (*hands, late))
    assert not was_done(wire, late)
    assert RIGHT_BACK in wire.board.text


async def test_nothing_is_lost_by_stopping_while_people_play(wire: Wire) -> None:
    killer = killer_of(wire, tables=2)
    killer.end = lambda: stop(wire)
    for _ in range(3):
        await killer.kills("as a click is sent")
        assert killer.faults == []
        await killer.starts()


# --- what tables are told -----------------------------------------------------------------------


async def test_only_tables_in_play_are_told_of_a_shutdown(tmp_path: Path) -> None:
    tables = 8
    async with wired(tmp_path, tables_per_server=f"{tables + 1}") as wire:
        channels = [wire.discord.add_channel(wire.guild, f"t{n}") for n in range(tables)]
        pairs = [
            [wire.join(f"{name} {n}", channel=channel) for name in ("Ann", "Bob")]
            for n, channel in enumerate(channels)
        ]
        games = await asyncio.gather(*[begin(*pair, seed=n) for n, pair in enumerate(pairs)])
        lobby = await gather(wire.join("Eve"))
        await wire.discord.settled()
        await wire.bot.kill()
        with closing(sqlite3.connect(wire.bot.database)) as db, db:
            _let_it_be_long_ago(db, games[0].table)
        await wire.bot.start()
        await wire.discord.until(lambda: not any(RIGHT_BACK in it.board.text for it in games))
        await stop(wire)
        told = [RIGHT_BACK in it.board.text for it in (lobby, *games)]
        assert told == [False, False] + [True] * (tables - 1)
        await wire.bot.start()
        await wire.discord.until(lambda: not any(RIGHT_BACK in it.board.text for it in games))
        assert (await pairs[-1][-1].presses(action="hand")).private


def _let_it_be_long_ago(db: sqlite3.Connection, table: str) -> None:
    """Date the last change of this table back by an hour, and seal its row anew."""
    (row,) = finished(SqliteSession(db).named("SELECT * FROM tables WHERE id = ?", table))
    row["changed"] -= HOUR
    db.execute(
        "UPDATE tables SET changed = ?, row_hash = ? WHERE id = ?",
        (row["changed"], seals.row_seal(row), table),
    )


# --- whatever happens ---------------------------------------------------------------------------


async def test_it_ends_while_discord_hangs(wire: Wire) -> None:
    roll = await rolling(wire, await begin(wire.join("Ann"), wire.join("Bob")))
    hangs = wire.discord.fault("*", "", held=True, drop=True, times=None)
    answer = await roll.begin()
    await wire.discord.until(lambda: hangs.hits)
    await stop(wire)
    hangs.lift()
    assert was_done(wire, answer)


async def test_it_ends_while_discord_is_down(wire: Wire) -> None:
    await begin(wire.join("Ann"), wire.join("Bob"))
    await wire.discord.goes_down()
    await stop(wire)
    await wire.discord.comes_back()
    await wire.bot.start()
    assert RIGHT_BACK not in wire.board.text


async def test_more_signals_do_no_harm(wire: Wire) -> None:
    players = await begin(wire.join("Ann"), wire.join("Bob"))
    before = await played(wire, players, lambda _: len(players.answers) > 5)
    farewell = wire.discord.fault("PATCH", EDIT, delay=0.5)
    stopping = asyncio.ensure_future(stop(wire))
    await wire.discord.until(lambda: farewell.hits)
    for again in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
        os.kill(wire.bot.pid, again)
    await stopping
    assert RIGHT_BACK in wire.board.text
    assert wire.board.id == before.id
    await wire.bot.start()
    await caught_up(wire, players)


async def test_it_ends_while_it_starts(tmp_path: Path) -> None:
    async with wired(tmp_path, started=False) as wire:
        for method, path in (("GET", "/users/@me$"), ("PUT", "/commands$")):
            held = wire.discord.fault(method, path, held=True)
            await wire.bot.launch()
            await wire.discord.until(lambda held=held: held.hits)
            await stop(wire)
            held.lift()
        wire.discord.gateway.down = True
        await wire.bot.launch()
        await wire.discord.until(lambda: wire.discord.gateway.turned_away)
        await stop(wire)
        wire.discord.gateway.down = False
        await wire.bot.start()
        assert (await wire.join("Ann").runs("rules")).private
