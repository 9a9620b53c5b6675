"""Whole games by clicks, from the lobby to a verifiable record."""

from collections.abc import Callable
from typing import Any, Final

import discord
import pytest

from bot.words import catalogue
from engine import Record
from engine.options import BOXES
from engine.records import verify
from tests.client.honest import assert_honest
from tests.client.messages import Shown
from tests.client.offers import hashes, is_over
from tests.host.driver import Driver, begin, dealt, gather
from tests.host.ground import Room, opened
from tests.host.people import Person

MakeBot = Callable[[], discord.Client]
Mix = dict[str, Any]

MIXES: Final[dict[str, Mix]] = {
    "beginner": {"variant": "beginner", "seed": 6},
    "crew": {"variant": "crew", "goal": 25, "seed": 3},
}
ALONE: Final[dict[str, Mix]] = {
    "everything": {"boxes": "all", "goal": 25, "computers": 3, "seed": 2},
}
"""Mixes for one person with computers, which is faster. The seeds make short games."""
LONG: Final[dict[str, Mix]] = {
    **MIXES,
    **ALONE,
    **{box: {"boxes": box} for box in ("base", *BOXES)},
}


async def assert_again(driver: Driver) -> None:
    """Check that a rematch is a new lobby with another secret and one person."""
    rules = settings(driver.room.messages_in(driver.people[0].channel)[0])
    driven, before = driver.people[-1], driver.board
    await driven.presses(action="rematch")
    lobby = driver.board
    assert lobby.id != before.id
    assert settings(lobby) == rules
    assert hashes(lobby) != [driver.promise]
    assert driven.mention in lobby.text
    assert not any(other.mention in lobby.text for other in driver.people if other is not driven)


def settings(lobby: Shown) -> list[str]:
    """Return the settings that a lobby shows; the first bold line counts the people."""
    return [line for line in lobby.text.splitlines() if line.startswith("**")][1:]


async def play(room: Room, people: list[Person], mix: Mix, locale: str) -> Record:
    with dealt(room, mix["seed"]):
        driver = await begin(*people, **mix)
        await driver.play()
    record = assert_honest(driver, locale)
    await assert_again(driver)
    return record


@pytest.mark.parametrize("mix", MIXES)
async def test_two_people_play_to_an_honest_end(make_bot: MakeBot, mix: str) -> None:
    locale = "fr" if mix == "beginner" else "en-US"
    async with opened(make_bot, locale=locale) as room:
        people = [room.join("Ann"), room.join("Zoé", locale="fr")]
        record = await play(room, people, MIXES[mix], locale)
    assert record.options.variant == MIXES[mix].get("variant", "standard")
    assert record.seats == 2


@pytest.mark.parametrize("mix", ALONE)
async def test_one_person_plays_with_computers(make_bot: MakeBot, mix: str) -> None:
    async with opened(make_bot, locale="fr") as room:
        record = await play(room, [room.join("Ann")], ALONE[mix], "fr")
    assert len(record.options.boxes) == len(BOXES)
    assert record.seats == ALONE[mix]["computers"] + 1


async def test_a_table_is_set_up_by_its_selects(make_bot: MakeBot) -> None:
    """Boxes, rules and characters are as chosen when the game begins."""
    async with opened(make_bot, locale="fr") as room:
        ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
        with dealt(room, 2):
            driver = await gather(ann, bob, seed=2)
            await ann.chooses("little_help", "krismastri", action="boxes")
            for chosen in ("goal=25", "help_penalty=4", "blue_takes_help=off", "power_cards=off"):
                await ann.chooses(chosen, action="setting")
            await ann.chooses("captain=host", action="setting")
            await ann.chooses("red", action="colour")
            await bob.chooses("blue", action="colour")
            await driver.start()
        options = (await room.bot.service.read(driver.table)).table.running.options
    assert options.boxes == ("little_help", "krismastri")
    assert options.characters == ("red", "blue")
    assert (options.goal, options.help_penalty, options.first_captain) == (25, 4, 0)
    assert not options.power_cards
    assert not options.blue_takes_help


async def test_each_reads_their_own_language_and_all_read_the_servers(make_bot: MakeBot) -> None:
    async with opened(make_bot, locale="fr") as room:
        ann, bob = room.join("Ann", locale="en-GB"), room.join("Bob", locale="fr")
        with dealt(room, 4):
            driver = await begin(ann, bob, seed=4)
        for person in (ann, bob):
            hand = await driver.look(person)
            assert catalogue(person.locale)("hand-title") in hand.text
            assert catalogue("fr" if person is ann else "en")("hand-title") not in hand.text
        assert catalogue("fr")("button-hand") in driver.board.open
        assert catalogue("fr")("city-1") in driver.board.text


async def test_a_game_in_a_thread(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    with dealt(room, 3):
        driver = await begin(ann, bob, seed=3, thread=True, variant="crew", goal=25)
        assert ann.channel.is_thread
        assert "Ann" in (ann.channel.name or "")
        await driver.play()
    assert_honest(driver)
    assert not any(shown.buttons for shown in room.messages)
    await assert_again(driver)


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
            for person in (ann, bob):
                await one_command(person, driver)
    record = driver.record
    assert verify(record).fits
    assert record.options.goal == 25
    for path in ("log", "rules"):
        await command(bob, path)
    await command(bob, "rematch")
    assert bob.mention in driver.board.text


async def one_command(person: Person, driver: Driver) -> None:
    """Make one of the suggested moves, if there are any."""
    offered = await person.types("play", "move", "")
    if not offered:
        return
    chosen = driver.rng.choice(offered)
    typed = await person.types("play", "move", chosen["name"].upper())
    assert chosen in typed
    await command(person, "play", move=chosen["value"])
    if driver.rng.random() < 0.1:
        await command(person, driver.rng.choice(["hand", "status", "board", "log"]))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("locale", ["en-US", "fr"])
@pytest.mark.parametrize("mix", LONG)
async def test_more_games(make_bot: MakeBot, mix: str, locale: str, seed: int) -> None:
    async with opened(make_bot, locale=locale) as room:
        people = [room.join("Ann"), room.join("Zoé", locale="fr")]
        computers = 0 if mix == "crew" else seed
        options = LONG[mix] | {"goal": 50, "computers": computers, "seed": seed}
        await play(room, people, options, locale)
