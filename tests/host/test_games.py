"""Whole games by clicks, from the lobby to a verifiable record."""

from collections.abc import Callable
from typing import Any, Final

import discord
import pytest

from bot.tables.paces import PACES
from bot.words import catalogue
from engine import Record
from engine.options import BOXES
from engine.records import verify
from tests.client.honest import assert_honest
from tests.client.messages import Shown
from tests.client.offers import is_over, promise
from tests.host.driver import Driver, dealt, gather
from tests.host.ground import Room, opened
from tests.host.people import Person
from tests.host.scenes import pings, table_of

MakeBot = Callable[[], discord.Client]
Mix = dict[str, Any]

LONG: Final[dict[str, Mix]] = {
    "beginner": {"variant": "beginner"},
    "crew": {"variant": "crew", "goal": 50},
    "everything": {"boxes": "all", "goal": 50},
    **{box: {"boxes": box, "goal": 50} for box in ("base", *BOXES)},
}


async def assert_again(driver: Driver, opening: Shown) -> None:
    """Check that a rematch is a lobby like the first, with another secret and one person."""
    driven, before = driver.people[-1], driver.board
    await driven.presses(action="rematch")
    lobby = driver.board
    assert lobby.id != before.id
    assert settings(lobby) == settings(opening)
    assert promise(lobby) != driver.promise
    assert [it for it in driver.people if it.mention in lobby.text] == [driven]


def settings(lobby: Shown) -> list[str]:
    """Return the settings that a lobby shows; the first bold line counts the people."""
    return [line for line in lobby.text.splitlines() if line.startswith("**")][1:]


async def play(people: list[Person], locale: str, **mix: Any) -> Record:
    with dealt(people[0].room, mix["seed"]):
        driver = await gather(*people, **mix)
        opening = driver.board
        await driver.start()
        await driver.play()
    record = assert_honest(driver, locale)
    await assert_again(driver, opening)
    return record


async def test_two_people_play_to_an_honest_end_in_a_thread(make_bot: MakeBot) -> None:
    async with opened(make_bot, locale="fr") as room:
        people = [room.join("Ann"), room.join("Zoé", locale="fr")]
        record = await play(people, "fr", seed=6, variant="beginner", thread=True)
        assert all(person.channel.is_thread for person in people)
        assert "Ann" in (people[0].channel.name or "")
        assert not any(shown.buttons for shown in room.messages)
    assert (record.options.variant, record.seats) == ("beginner", 2)


async def test_a_table_is_set_up_by_its_selects(make_bot: MakeBot) -> None:
    """Boxes, rules and characters are as chosen when the game begins."""
    async with opened(make_bot, locale="fr") as room:
        ann, bob = room.join("Ann", locale="en-GB"), room.join("Bob", locale="fr")
        with dealt(room, 2):
            driver = await gather(ann, bob, seed=2)
            await ann.chooses("little_help", "krismastri", action="boxes")
            for chosen in ("goal=25", "help_penalty=4", "blue_takes_help=off", "power_cards=off"):
                await ann.chooses(chosen, action="setting")
            await ann.chooses("captain=host", action="setting")
            await ann.chooses("red", action="colour")
            await bob.chooses("blue", action="colour")
            await driver.start()
        await assert_each_reads_their_own_language(driver)
        options = (await room.bot.service.read(driver.table)).table.running.options
    assert options.boxes == ("little_help", "krismastri")
    assert options.characters == ("red", "blue")
    assert (options.goal, options.help_penalty, options.first_captain) == (25, 4, 0)
    assert not options.power_cards
    assert not options.blue_takes_help


async def assert_each_reads_their_own_language(driver: Driver) -> None:
    """Check that hands are in the language of their owners, and the board in the server's."""
    for person, other in zip(driver.people, ("fr", "en"), strict=True):
        hand = await driver.look(person)
        assert catalogue(person.locale)("hand-title") in hand.text
        assert catalogue(other)("hand-title") not in hand.text
    assert catalogue("fr")("button-hand") in driver.board.open
    assert catalogue("fr")("city-1") in driver.board.text


SHOWN_BY_THE_BOARD: Final = ("new", "rematch")


async def command(person: Person, path: str, **options: Any) -> None:
    answer = await person.runs(path, **options)
    assert answer.private or path in SHOWN_BY_THE_BOARD, answer.text


async def test_a_game_by_commands_alone(room: Room) -> None:
    """Every action has a command, so nothing is pressed."""
    room.patience = 0
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    with dealt(room, 6):
        await command(ann, "new", variant="crew", pace="none")
        driver = Driver([ann, bob], 6)
        await command(bob, "join")
        offered = await ann.types("option", "setting", "25")
        await command(ann, "option", setting=offered[0]["value"])
        await command(ann, "start")
        while not is_over(driver.board):
            await one_command(driver)
    record = driver.record
    assert verify(record).fits
    assert record.options.goal == 25
    for path in ("hand", "status", "board", "log", "rules"):
        await command(bob, path)
    await command(bob, "rematch")
    assert bob.mention in driver.board.text


async def one_command(driver: Driver) -> None:
    """Make one of the suggested moves of a player who is asked."""
    table = await table_of(driver.room)
    person = driver.people[table.running.waiting[0]]
    offered = await person.types("play", "move", "")
    await command(person, "play", move=driver.rng.choice(offered)["value"])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("locale", ["en-US", "fr"])
@pytest.mark.parametrize("mix", LONG)
async def test_more_games(make_bot: MakeBot, mix: str, locale: str, seed: int) -> None:
    async with opened(make_bot, locale=locale) as room:
        people = [room.join("Ann"), room.join("Zoé", locale="fr")]
        computers = 0 if mix == "crew" else seed
        await play(people, locale, seed=seed, computers=computers, **LONG[mix])


class Unhurried(Driver):
    """People at a slow table, who come back after minutes."""

    async def _wait(self, board: Shown) -> None:
        await self.room.passes(1200.0)


@pytest.mark.parametrize("pace", [name for name, pace in PACES.items() if pace.is_slow])
async def test_a_slow_game_is_played_to_its_honest_end_and_leaves_no_reminder(
    room: Room, pace: str
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    driver = Unhurried((ann, bob), pace)
    await driver.gather(pace=pace, goal=25, computers=1)
    await driver.start()
    await bob.runs("stay", until="5", turbos="1")
    begun = len(pings(room))
    await driver.play()
    assert_honest(driver, "en")
    await room.passes(600.0)
    assert len(pings(room)) > begun
    assert not [it for it in room.messages if it.text.startswith("🔔")]
