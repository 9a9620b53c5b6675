"""Games, first flights, results, ships and replays on the wire; what is shown outlives a kill."""

from dataclasses import replace
from pathlib import Path

import aiohttp

from bot.pages.alt_text import describe_livery
from bot.ships import Livery
from bot.words import catalogue
from players.replay.steps import Replay
from tests.client.honest import assert_honest
from tests.client.messages import Button, Shown
from tests.client.offers import in_private, is_lobby
from tests.e2e.wire import Person, Wire, replies, wired
from tests.e2e.wire.playing import begin, gather
from tests.e2e.wire.process import free_ports
from tests.players.replay.games import data_in

SAY = catalogue("en")
WHALE = Livery("azure", "white", "whale")
NAME = "Moby Quick"
FILE = 8_000_000
"""Bytes that any server takes in one file, and more."""


async def test_everything_with_computers(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
    players = await begin(ann, bob, seed=2, boxes="all", goal=25, computers=2)
    await players.play()
    record = assert_honest(players)
    assert len(record.options.boxes) == 7
    assert record.seats == 4


async def test_an_order_to_stay_outlasts_a_kill_and_plays_on(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
    players = await begin(ann, bob, seed=3, goal=25, computers=1)
    for person in (ann, bob):
        assert (await (await person.runs("stay", until="6", cards="2")).says()).private
    await wire.bot.restart()
    page = await (await bob.runs("stay")).says()
    assert [it.chosen for it in page.selects] == [("6",), ("cards=2",), ()]
    await players.play()
    assert assert_honest(players).seats == 3
    assert not replies.faults(wire.discord.requests)


# --- first flights -------------------------------------------------------------------------------


async def test_a_first_flight_begins_at_once_and_outlasts_a_kill(wire: Wire) -> None:
    ann = wire.join("Ann")
    hand = await (await ann.runs("learn")).says()
    assert hand.private
    assert SAY("learn-begun") in hand.text
    assert "🎓 " in hand.text
    await wire.discord.until(lambda: bool(in_private(ann.private)))
    asked = ann.private
    await wire.bot.restart()
    assert (await ann.does(ann.clicking(*in_private(asked)[0]))).acknowledged
    await wire.discord.until(lambda: ann.private.payload is not asked.payload)
    assert SAY("hand-title") in ann.private.text
    assert not replies.faults(wire.discord.requests)


async def test_beside_an_open_table_a_first_flight_has_a_thread(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob")
    await gather(ann)
    answer = await bob.presses(action="learn")
    assert SAY("learn-begun") in (await answer.says()).text
    (thread,) = bob.threads
    await wire.discord.until(lambda: len(wire.discord.messages_in(thread)) == 3)
    assert is_lobby(wire.board)
    assert not replies.faults(wire.discord.requests)


# --- results and replays -------------------------------------------------------------------------


async def test_results_and_replays_outlast_a_kill(wire: Wire) -> None:
    """Also in a thread, and the buttons of old pages go on working."""
    ann, zoe = wire.join("Ann"), wire.join("Zoé", locale="fr")
    players = await begin(ann, zoe, seed=1, goal=25, thread=True)
    await players.play()
    assert assert_honest(players).seats == 2
    end, record = players.board, players.record
    html, stats = file_of(wire, end, ".html"), await (await ann.runs("stats")).says()
    assert stats.private
    assert len(html) < FILE
    assert data_in(html.decode())["names"] == ["Ann", "Zoé"]
    legs = max(step.leg for step in Replay.of(record).steps)
    first = await (await zoe.presses(action="replay", on=end)).says()
    assert catalogue("fr")("replay-leg", leg=1, legs=legs) in first.text
    picture = wire.discord.files_of(first)
    assert [name.rpartition(".")[2] for name in picture] == ["png"]
    second = await (await zoe.presses(way(first, "forward"))).says()
    assert catalogue("fr")("replay-leg", leg=2, legs=legs) in second.text

    await wire.bot.restart()
    again = await (await zoe.presses(way(second, "back"))).says()
    assert catalogue("fr")("replay-leg", leg=1, legs=legs) in again.text
    assert wire.discord.files_of(again) == picture
    assert file_of(wire, players.board, ".html") == html
    assert (await (await ann.runs("stats")).says()).pictures == stats.pictures
    history = await (await ann.presses(action="history", on=stats)).says()
    assert history.private
    assert zoe.mention in history.text
    shown = await (await ann.presses(action="stats_show", on=stats)).says()
    assert (shown.private, shown.pinged, shown.buttons) == (False, [], [])
    top = await (await zoe.runs("top", period="month")).says()
    assert catalogue("fr")("ladder-base") in top.text
    assert not replies.faults(wire.discord.requests)


def file_of(wire: Wire, shown: Shown, ending: str) -> bytes:
    (found,) = [it for name, it in wire.discord.files_of(shown).items() if name.endswith(ending)]
    return found


def way(shown: Shown, where: str) -> Button:
    (found,) = [it for it in shown.buttons if f":replay:{where}-" in it.custom_id]
    return found


async def test_the_web_has_the_very_bytes_of_the_file(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    site = f"http://127.0.0.1:{port}"
    async with wired(tmp_path, web=site, web_listen=f"127.0.0.1:{port}") as wire:
        players = await begin(wire.join("Ann"), wire.join("Bob"), seed=2, goal=25)
        table = players.table
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{site}/replay/{table}") as early:
                assert early.status == 404
            await players.play()
            assert f"({site}/replay/{table})" in players.board.text
            async with session.get(f"{site}/replay/{table}") as answer:
                assert await answer.read() == file_of(wire, players.board, ".html")
        assert await wire.bot.stop() == 0


# --- ships ---------------------------------------------------------------------------------------


async def test_a_ship_is_decorated_and_flies_on_after_a_kill(wire: Wire) -> None:
    people = wire.join("Ann"), wire.join("Zoé", locale="fr")
    pages = [await decorated(wire, person) for person in people]
    players = await begin(*people, seed=3)
    assert describe_livery(WHALE, SAY) in " ".join(players.board.pictures)
    await wire.bot.restart()
    for person, page in zip(people, pages, strict=True):
        await (await person.chooses("ink", action="ship_balloon", on=page)).says()
    repainted = describe_livery(replace(WHALE, balloon="ink"), SAY)
    await wire.discord.until(lambda: repainted in " ".join(players.board.pictures))
    assert NAME in " ".join(players.board.pictures)
    assert not replies.faults(wire.discord.requests)


async def decorated(wire: Wire, person: Person) -> Shown:
    """Decorate a ship by the command, the page and its form; return the page."""
    page = await (await person.runs("ship", balloon="azure", stripes="white")).says()
    assert page.private
    page = await (await person.chooses("whale", action="ship_emblem", on=page)).says()
    opened = await person.presses(action="ship_name", on=page)
    page = await (await person.fills(opened, NAME)).says()
    say = catalogue(person.locale)
    assert say("ship-called", name=NAME) in page.text
    assert page.pictures == [describe_livery(WHALE, say)]
    assert len(wire.discord.files_of(page)) == 1
    return page
