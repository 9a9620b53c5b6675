"""Absence by clicks: substituted seats, sleeping tables, and the end of the bot."""

from collections.abc import AsyncIterator, Callable

import discord
import pytest

from bot.client import ACTIVE_WITHIN
from bot.tables import presence
from bot.tables.table import Table
from bot.words import catalogue
from tests.client.messages import Shown
from tests.host.driver import Driver, begin, dealt
from tests.host.ground import Room, opened
from tests.host.scenes import in_flight, lobby, said, sent, table_of, tells

MakeBot = Callable[[], discord.Client]

HOUR = 3600.0
LONGEST = 300


class Evening:
    """A game of Ann, the host, and Bob, who speaks French, in a French server."""

    def __init__(self, room: Room, driver: Driver) -> None:
        self.room = room
        self.driver = driver
        self.ann, self.bob = driver.people
        self.alone = Driver([self.ann], "alone")

    def said(self, key: str, **values: object) -> str:
        """Return a sentence in the server's language."""
        return catalogue("fr")(key, **values)

    def shows(self, key: str) -> bool:
        """Whether the board contains this sentence."""
        return self.said(key) in self.board.text

    @property
    def board(self) -> Shown:
        return self.room.board

    @property
    def offered(self) -> set[str]:
        """The actions of the board's buttons."""
        return {it.custom_id.split(":")[4] for it in self.board.buttons}

    async def ann_plays(self, until: Callable[[], bool]) -> None:
        """Play as Ann until the condition holds, and wait for Bob."""
        for _ in range(LONGEST):
            if until():
                return
            table = await self.table()
            if self.ann.id in [table.people[seat] for seat in presence.asked(table)]:
                await self.alone.step()
            else:
                await self.room.passes(5.0)
        raise AssertionError(self.board.text)

    async def table(self) -> Table:
        return await table_of(self.room)

    async def falls_asleep(self) -> None:
        await self.room.passes(HOUR / 2)
        assert self.shows("nobody-here")
        await self.room.passes(HOUR)
        assert self.shows("board-asleep")


def pings(room: Room) -> list[int]:
    """Return all pinged users in order."""
    users = (message["allowed_mentions"].get("users", ()) for _, message in sent(room))
    return [int(user) for them in users for user in them]


@pytest.fixture
async def evening(make_bot: MakeBot) -> AsyncIterator[Evening]:
    async with opened(make_bot, locale="fr") as room:
        with dealt(room, 3):
            people = room.join("Ann"), room.join("Bob", locale="fr")
            driver = await begin(*people, seed=3, pace="live")
        yield Evening(room, driver)


async def test_a_substituted_seat_is_not_pinged_and_is_taken_back_from_the_hand(
    evening: Evening,
) -> None:
    bob = evening.bob
    assert tells(await bob.runs("back"), bob, "never-away")
    await evening.ann_plays(lambda: evening.shows("mark-substituted"))
    known, page = len(pings(evening.room)), evening.board.id
    await evening.ann_plays(lambda: evening.board.id != page)
    assert bob.id not in pings(evening.room)[known:]
    lines = evening.board.text.splitlines()
    (line,) = [it for it in lines if evening.said("mark-substituted") in it]
    assert bob.mention in line
    assert "back" in evening.offered
    hand = await bob.presses(action="hand")
    assert tells(hand, bob, "hand-substituted")
    answer = await bob.presses(action="back", on=hand.shown[0])
    assert tells(answer, bob, "back-again")
    assert not tells(answer, bob, "hand-substituted")
    assert not evening.shows("mark-substituted")
    assert "back" not in evening.offered


async def test_a_sleeping_table_is_woken_from_the_hand(evening: Evening) -> None:
    bob, eve = evening.bob, evening.room.join("Eve")
    await evening.falls_asleep()
    assert evening.offered == {"back", "hand", "more"}
    assert tells(await bob.runs("status"), bob, "board-asleep")
    assert tells(await eve.presses(action="back"), eve, "error-not_seated")
    hand = await bob.presses(action="hand")
    assert tells(hand, bob, "board-asleep")
    assert not tells(hand, bob, "hand-substituted")  # nobody plays for anybody
    answer = await bob.presses(said(bob, "button-resume"), on=hand.shown[0])
    assert tells(answer, bob, "resumed")
    assert not tells(answer, bob, "board-asleep")
    assert not evening.shows("board-asleep")
    table = await evening.table()
    assert table.people[table.host] == bob.id


async def test_an_old_button_wakes_a_sleeping_table(evening: Evening) -> None:
    await evening.room.passes(HOUR / 2)
    seat, *_ = presence.asked(await evening.table())
    old = next(it for it in evening.board.buttons if ":say:" in it.custom_id)
    await evening.room.passes(HOUR)
    assert evening.shows("board-asleep")
    await evening.driver.people[seat].presses(old)
    assert not evening.shows("board-asleep")


async def test_back_wakes_a_game_whose_channel_is_gone_while_its_player_plays_another(
    evening: Evening,
) -> None:
    room, bob = evening.room, evening.bob
    await evening.falls_asleep()
    room.env.backend.delete_channel(room.channel.id)
    room.channel = bob.channel = room.add_channel("another")
    await lobby(bob)
    bob.channel = room.add_channel("a third")
    assert tells(await bob.runs("board"), bob, "board-here")
    assert tells(await bob.runs("back"), bob, "resumed")


async def test_board_and_status_show_the_deadline(room: Room) -> None:
    room.patience = 0
    ann, _ = await in_flight(room)
    (ends,) = (await table_of(room)).ends_at.values()
    for text in (room.board.text, (await ann.runs("status")).text):
        assert f"<t:{ends:.0f}:R>" in text


async def test_boards_in_play_announce_a_shutdown_until_the_bot_is_back(evening: Evening) -> None:
    room, ann = evening.room, evening.ann
    with room.env._bot_scope():
        await room.bot.announce_shutdown()
    assert evening.shows("right-back")
    assert "<t:" not in evening.board.text  # it says that nobody's time runs out
    assert tells(await ann.presses(action="hand"), ann, "error-restarting")
    await room.restart()
    assert not evening.shows("right-back")


async def test_a_silent_command_does_not_make_a_board_announce_a_shutdown(room: Room) -> None:
    """Otherwise a long unchanged board would reveal that a card was armed."""
    ann = room.join("Ann")
    driver = await begin(ann, room.join("Bob"))
    await room.passes(2 * ACTIVE_WITHIN)
    await ann.runs("quiet")
    with room.env._bot_scope():
        await room.bot.announce_shutdown()
    assert catalogue("en")("right-back") not in driver.board.text
