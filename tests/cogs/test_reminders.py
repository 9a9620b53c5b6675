"""Reminders of slow tables: pings, digests, and the page on which people choose."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from simcord.builders import ChannelHandle

from bot.discord.controls import NOWHERE, Press
from bot.reminders.reminder import HOUR, MOST, SOON, Wishes
from bot.words import catalogue
from tests.client.messages import Shown
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import flight, laid, lobby, pings, said, table_of, tells
from tests.host.test_servers import elsewhere

SAY: Final = catalogue("en")
MINUTES: Final = 2 * SOON


async def slow(room: Room, *, locale: str = "en-US") -> tuple[Person, Person]:
    """Begin a slow game in which Bob has to decide; return Ann and Bob."""
    ann, bob = room.join("Ann"), room.join("Bob", locale=locale)
    await laid(flight(), ann, bob, pace="relaxed")
    assert pings(room) == [(ann.id, bob.id)]  # the game begins
    return ann, bob


async def also_elsewhere(bob: Person) -> ChannelHandle:
    """Begin a slow game in another server in which Bob has to decide, too."""
    eve = elsewhere(bob.room, "Eve")
    assert eve.channel.guild is not None
    there = Person(bob.room, eve.channel.guild.add_member(bob.actor.user), bob.locale)
    there.channel = eve.channel
    await lobby(eve, there, pace="relaxed", power_cards=False)
    await eve.runs("option", setting="captain=host")
    await eve.presses(action="start")
    return eve.channel


def reminded(room: Room) -> list[tuple[int, ...]]:
    """Return whom each message has pinged since the game began."""
    return pings(room)[1:]


def reminders(room: Room) -> list[Shown]:
    """Return the reminders that stand in the first channel."""
    return [it for it in room.messages if it.text.startswith("🔔")]


async def wishes(person: Person, **choices: str) -> Shown:
    """Choose on the page of reminders; return the page."""
    (page,) = (await person.runs("games")).shown
    (page,) = (await person.presses(action="remind", on=page)).shown
    for what, value in choices.items():
        (page,) = (await person.chooses(value, action=f"remind:{what}", on=page)).shown
    return page


async def test_a_slow_table_pings_soon_and_once_more_and_no_board_pings(room: Room) -> None:
    _, bob = await slow(room, locale="fr")
    await room.passes(MINUTES)
    assert reminded(room) == [(bob.id,)]
    (ping,) = reminders(room)
    assert SAY("notice-turn", seats=bob.mention) in ping.text
    assert f"/{room.channel.id}/{room.board.id}" in ping.text
    await room.passes(16 * HOUR)
    assert reminded(room) == [(bob.id,), (bob.id,)]
    assert len(reminders(room)) == 1
    await room.passes(7.9 * HOUR)
    assert len(reminded(room)) == MOST


async def test_a_ping_goes_with_the_answer(room: Room) -> None:
    _, bob = await slow(room)
    await room.passes(MINUTES)
    assert reminders(room)
    await bob.presses(action="say:stay", on=room.board)
    await room.passes(1)
    assert not reminders(room)


async def test_who_answers_within_a_minute_is_not_pinged(room: Room) -> None:
    _, bob = await slow(room)
    await bob.presses(action="say:stay", on=room.board)
    await room.passes(MINUTES)
    assert (bob.id,) not in reminded(room)


async def test_who_looks_at_the_hand_and_chooses_nothing_is_pinged(room: Room) -> None:
    _, bob = await slow(room)
    await bob.presses(action="hand", on=room.board)
    await room.passes(MINUTES)
    assert reminded(room) == [(bob.id,)]


async def test_a_digest_comes_once_a_day_while_anything_waits(room: Room) -> None:
    _, bob = await slow(room)
    page = await wishes(bob, when="digest", at="18", zone="Europe/Paris")
    clock = datetime.fromtimestamp(room.env.now().timestamp(), ZoneInfo("Europe/Paris"))
    assert f"{clock:%H:%M}" in page.text
    for _ in range(24):
        await room.passes(HOUR - 1)
        if reminded(room):
            break
    assert reminded(room) == [(bob.id,)]
    clock = datetime.fromtimestamp(room.env.now().timestamp(), ZoneInfo("Europe/Paris"))
    assert clock.hour == 18
    await room.passes(4 * HOUR)
    assert len(reminded(room)) == 1


async def test_nobody_who_wants_none_is_pinged(room: Room) -> None:
    _, bob = await slow(room)
    await wishes(bob, when="never")
    await room.passes(23 * HOUR)
    assert reminded(room) == []


async def test_after_hours_means_after_hours(room: Room) -> None:
    _, bob = await slow(room)
    await wishes(bob, when="after=4")
    await room.passes(3.9 * HOUR)
    assert reminded(room) == []
    await room.passes(0.2 * HOUR)
    assert reminded(room) == [(bob.id,)]


async def test_a_direct_message_tells_of_tables_in_all_servers(room: Room) -> None:
    _, bob = await slow(room, locale="fr")
    await also_elsewhere(bob)
    await wishes(bob, when="every", place="private")
    await room.passes(HOUR)
    assert reminders(room) == []
    (told,) = room.messages_in(bob.actor.user.dm_channel)
    assert catalogue("fr")("reminder-several", user=bob.mention, count=2) in told.text
    assert "Elsewhere" in told.text


async def test_a_direct_message_lets_its_reader_choose_again(room: Room) -> None:
    _, bob = await slow(room)
    await wishes(bob, when="every", place="private")
    await room.passes(MINUTES)
    user = bob.actor.user
    (message,) = user.dm_channel.history(viewer=user)
    page = (await user.click(message, label=SAY("button-remind"))).response
    await user.select(page, ["never"], custom_id=Press(NOWHERE, "remind", "when").custom_id)
    assert (await room.bot.store.reminders.wishes(bob.id)).kind == "never"


async def test_in_a_channel_nothing_is_told_of_other_servers(room: Room) -> None:
    _, bob = await slow(room)
    there = await also_elsewhere(bob)
    await room.passes(MINUTES)
    assert reminded(room)[-1] == (bob.id,)
    standing = [it for it in room.messages_in(there) if it.text.startswith("🔔")]
    (ping,) = [*reminders(room), *standing]
    assert SAY("reminder-elsewhere", count=1) in ping.text
    assert "Elsewhere" not in ping.text


async def test_a_restart_repeats_no_ping_and_forgets_none(room: Room) -> None:
    _, bob = await slow(room)
    await room.restart()
    await room.passes(MINUTES)
    assert reminded(room) == [(bob.id,)]
    await room.restart()
    await room.passes(HOUR)
    assert reminded(room) == [(bob.id,)]
    await bob.presses(action="say:stay", on=room.board)
    await room.passes(1)
    assert not reminders(room)


async def test_a_computer_plays_for_who_is_away_until_they_are_back(room: Room) -> None:
    ann, bob = await slow(room)
    page = await wishes(bob, away="3")
    assert said(bob, "reminders-level", level=said(bob, "level-normal")) in f"{page.payload}"
    await room.passes(MINUTES)
    assert reminded(room) == [] or (bob.id,) not in reminded(room)
    back = round((await table_of(room)).away[1][0])
    assert SAY("mark-away", when=f"<t:{back}:R>") in room.board.text
    assert await room.bot.store.reminders.away(bob.id) is not None
    await bob.presses(action="back", on=room.board)
    await room.passes(1)
    assert await room.bot.store.reminders.away(bob.id) is None
    assert f"<t:{back}:R>" not in room.board.text
    assert ann.id in (await table_of(room)).people.values()


async def test_who_is_away_is_asked_again_when_the_time_is_over(room: Room) -> None:
    _, bob = await slow(room)
    await wishes(bob, away="1", level="easy")
    await room.passes(MINUTES)
    assert (await table_of(room)).away[1][1] == "easy"
    await room.passes(24 * HOUR)
    assert (await table_of(room)).away == {}


async def paused(room: Room) -> tuple[Person, Person]:
    """Begin a slow game that allows pauses; Bob, who has to decide, is away for three days."""
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob, pace="relaxed", setting="pause=7")
    await wishes(bob, away="3")
    await room.passes(1)
    return ann, bob


async def test_where_the_host_allows_it_the_clock_stands_still(room: Room) -> None:
    _, bob = await paused(room)
    table = await table_of(room)
    back = table.paused[1]
    assert SAY("mark-paused", when=f"<t:{round(back)}:R>") in room.board.text
    assert (table.away, table.ends_at[1] > back + 23 * HOUR) == ({}, True)
    await room.passes(2 * 24 * HOUR)
    assert reminded(room) == []  # who is away is pinged by nobody
    assert (await table_of(room)).paused == {1: back}
    await room.passes(24 * HOUR + MINUTES)
    assert (await table_of(room)).paused == {}
    assert reminded(room) == [(bob.id,)]
    await bob.presses(action="say:stay", on=room.board)


async def test_the_first_move_ends_a_pause_and_counts_its_days(room: Room) -> None:
    ann, bob = await paused(room)
    await room.passes(24 * HOUR)
    await bob.presses(action="say:stay", on=room.board)
    assert (await table_of(room)).paused == {}
    await room.passes(1)
    assert await room.bot.store.reminders.away(bob.id) is None
    await wishes(bob, away="28")
    absence = (await room.bot.store.reminders.absences([bob.id], room.env.now().timestamp()))[
        bob.id
    ]
    assert 24 * HOUR - 5 < absence.paused_before < 24 * HOUR + 5
    assert await room.bot.store.reminders.away(ann.id) is None


async def test_who_is_back_says_so_on_the_page(room: Room) -> None:
    _, bob = await slow(room)
    page = await wishes(bob, away="7")
    (page,) = (await bob.chooses("0", action="remind:away", on=page)).shown
    assert await room.bot.store.reminders.away(bob.id) is None
    assert SAY("reminders-back") not in f"{page.payload}"


async def test_what_is_not_offered_changes_nothing(room: Room) -> None:
    ann, _ = await slow(room)
    page = await wishes(ann)
    for what, value in (
        ("when", "often"),
        ("quiet", "1-2"),
        ("zone", "Europe/Nowhere"),
        ("away", "99"),
        ("level", "god"),
    ):
        part = next(it for it in page.selects if it.custom_id.endswith("remind:when"))
        name = part.custom_id.replace("when", what)
        forged = replace(part, custom_id=name, options={value: value})
        answer = await ann.does(ann.choosing(value, of=forged))
        assert tells(answer, ann, f"error-unknown_{'zone' if what == 'zone' else 'choice'}")
    assert (await room.bot.store.reminders.wishes(ann.id)) == Wishes()
