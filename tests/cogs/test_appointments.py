"""Tables for later: from the plan to the lobby."""

from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.appointments.appointment import EMPTY_WEEKS
from bot.discord.controls import NOWHERE, Press
from bot.tables.paces import DAY, HOUR
from bot.words import catalogue
from tests.client.messages import Shown
from tests.cogs.declared import OF_APPOINTMENTS
from tests.host.ground import Room, opened
from tests.host.people import Answer, Person
from tests.host.scenes import forbid, forged, lobby, pings, table_of, tells
from tests.host.test_servers import elsewhere

SAY = catalogue("en")
ZONE = "Europe/Paris"


async def plans(host: Person, when: str = "in 3 h", **fields: str | bool) -> Answer:
    """Plan a table by the form, which asks for the time zone the first time."""
    opened = await host.runs("later")
    assert opened.form is not None
    asked = [it["component"]["custom_id"] for it in opened.form["components"]]
    zone = {"zone": ZONE} if "zone" in asked else {}
    return await host.fills(opened, when, **zone, **fields)


def events(room: Room) -> list[Any]:
    return [*room.env.backend.guilds[room.guild.id].scheduled_events.values()]


def page(room: Room) -> Shown:
    """Return the newest message about a table for later."""
    return next(it for it in reversed(room.messages) if it.text.startswith("### 📅"))


async def changes(host: Person, action: str, on: Shown) -> Answer:
    """Press a button of the private page on which it is changed."""
    private = (await host.presses(action="replan", on=on)).shown[-1]
    return await host.presses(action=action, on=private)


async def test_a_table_is_planned_answered_and_opens_with_its_seats_kept(room: Room) -> None:
    ann, bob, cleo, dan = map(room.join, ("Ann", "Bob", "Cleo", "Dan"))
    await plans(ann, preset="everything")
    await bob.presses(action="comes")
    await cleo.presses(action="maybe")
    await dan.presses(action="stays_away")
    await dan.presses(action="comes")
    await dan.presses(action="stays_away")
    text = page(room).text
    assert SAY("appointment-coming", count=2, seats=6) in text
    for key, person in (("maybe", cleo), ("cant", dan)):
        assert f"{SAY(f'appointment-{key}')}** {person.mention}" in text
    assert SAY("box-krismastri") in text
    assert pings(room) == []
    await room.passes(2.76 * HOUR)
    assert pings(room) == [(ann.id, bob.id)]
    await room.passes(0.3 * HOUR)
    assert pings(room) == [(ann.id, bob.id)]
    table = await table_of(room)
    assert table.people == {0: ann.id}
    assert "krismastri" in table.options.boxes
    assert f"{SAY('lobby-kept', guests=bob.mention)} (" in room.messages[-1].text
    assert not page(room).buttons
    await bob.presses(action="join", on=room.messages[-1])
    assert [*(await table_of(room)).people.values()] == [ann.id, bob.id]


async def test_whom_there_is_no_seat_for_waits_and_moves_up(room: Room) -> None:
    ann, *others = [room.join(f"P{number}") for number in range(7)]
    await plans(ann)
    for person in others:
        await person.presses(action="comes")
    last = others[-1]
    assert f"{SAY('appointment-waiting')}** {last.mention}" in page(room).text
    await others[0].presses(action="stays_away")
    assert SAY("appointment-waiting") not in page(room).text
    assert last.mention in page(room).text


async def test_those_who_may_come_hear_once_of_a_new_time_and_of_the_end(room: Room) -> None:
    ann, bob, cleo, dan = map(room.join, ("Ann", "Bob", "Cleo", "Dan"))
    await plans(ann)
    await bob.presses(action="comes")
    await cleo.presses(action="maybe")
    await dan.presses(action="stays_away")
    planned = page(room)
    assert tells(await bob.presses(action="replan", on=planned), bob, "error-not_planner")
    opened = await changes(ann, "move", planned)
    assert tells(await ann.fills(opened, "banana"), ann, "error-when_unknown")
    assert pings(room) == []
    await ann.fills(opened, "in 5 h")
    assert pings(room) == [(bob.id, cleo.id)]
    await room.passes(3.2 * HOUR)
    assert len(pings(room)) == 1
    assert await room.bot.store.open_table_in(room.channel.id) is None
    manager = room.join("Max", manager=True)
    await changes(manager, "call_off", planned)
    assert pings(room) == [(bob.id, cleo.id), (ann.id, bob.id, cleo.id)]
    assert SAY("appointment-off") in room.messages[0].text
    assert not room.messages[0].buttons
    assert tells(await bob.presses(action="comes", on=planned), bob, "error-appointment_over")
    await room.passes(3 * HOUR)
    assert await room.bot.store.open_table_in(room.channel.id) is None


async def test_nobody_is_pinged_more_than_three_times_by_moves(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await plans(ann)
    await bob.presses(action="comes")
    for hours in (4, 5, 6):
        await ann.fills(await changes(ann, "move", page(room)), f"in {hours} h")
    late = await ann.fills(await changes(ann, "move", page(room)), "in 7 h")
    assert tells(late, ann, "error-moved_too_often")
    assert pings(room) == [(bob.id,)] * 3


async def test_a_weekly_table_comes_again_until_nobody_comes(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await plans(ann, weekly=True)
    await room.passes(3.1 * HOUR)
    table = await table_of(room)
    await ann.presses(action="join")  # leaves, which closes the table
    assert not (await table_of(room)).open
    assert page(room).id == room.messages[0].id  # the lobby stands last
    await room.passes(3 * HOUR)
    again = page(room)
    assert ann.mention not in again.text.partition("**")[2]
    at = (await room.bot.store.appointments.of(table.id)).at
    assert f"<t:{round(at + 7 * DAY)}:F>" in again.text
    await bob.presses(action="comes", on=again)
    await room.passes(7 * DAY)
    assert (await table_of(room)).people == {0: bob.id}
    await bob.presses(action="join")
    await room.passes(7 * DAY * (EMPTY_WEEKS + 2))
    empty = [it for it in room.messages if SAY("appointment-empty") in it.text]
    assert len(empty) == EMPTY_WEEKS
    assert not page(room).buttons


async def test_it_opens_in_a_thread_where_the_channel_has_a_table(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await plans(ann)
    await room.passes(2.5 * HOUR)
    await bob.runs("new")
    await room.passes(0.6 * HOUR)
    assert len(room.channel.threads) == 1
    table = await room.bot.store.open_table_in(room.channel.threads[0].id)
    assert table is not None


async def test_what_was_due_while_the_bot_was_down_is_done_in_time(
    room: Room,
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await plans(ann)
    await bob.presses(action="comes")
    await room.close_bot()
    await room.passes(3.2 * HOUR)
    await room.env.restart_bot(room._make())
    await room.settle()
    await room.passes(30)
    assert (await table_of(room)).people == {0: ann.id}
    assert pings(room) == []  # it was too late for that
    await plans(bob, "in 20 min")
    await room.close_bot()
    await room.passes(2 * HOUR)
    await room.env.restart_bot(room._make())
    await room.settle()
    await room.passes(30)
    assert SAY("appointment-failed").partition(".")[0] in page(room).text


async def test_a_server_that_discord_has_not_told_of_yet_is_waited_for(room: Room) -> None:
    ann = room.join("Ann")
    await plans(ann)
    room.bot.get_guild(room.guild.id).unavailable = True
    await room.passes(2.8 * HOUR)
    assert pings(room) == []
    room.bot.get_guild(room.guild.id).unavailable = False
    await room.passes(60)
    assert pings(room) == [(ann.id,)]


async def test_the_time_zone_is_asked_for_once(room: Room) -> None:
    ann, max_ = room.join("Ann", locale="fr"), room.join("Max", manager=True)
    asked = (await ann.runs("later", when="demain 20h")).form
    assert asked is not None
    fields = [it["component"] for it in asked["components"]]
    assert [it["custom_id"] for it in fields] == ["when", "zone", "preset", "weekly"]
    assert fields[0]["value"] == "demain 20h"
    assert [it["value"] for it in fields[1]["options"] if it["default"]] == [ZONE]
    await ann.fills(await ann.runs("later", when="demain 20h"), "demain 20h")
    await ann.runs("later", when="demain 21h")
    assert len([it for it in room.messages if "📅" in it.text]) == 2
    shown = await max_.runs("settings", zone="Asia/Tokyo")
    assert SAY("settings-zone", zone="Asia/Tokyo") in shown.text
    await ann.runs("later", when="demain 21h")
    first, second = [it.text.splitlines()[0] for it in room.messages[-2:]]
    assert first != second
    assert tells(await max_.runs("settings", zone="Mars/Base"), max_, "error-unknown_zone")
    assert tells(await ann.runs("later", when="banane"), ann, "error-when_unknown")


async def test_the_table_speaks_the_language_of_the_server(
    make_bot: Callable[[], discord.Client],
) -> None:
    async with opened(make_bot, locale="fr") as room:
        await room.join("Ann").runs("later", when="in 1 h")
        await room.passes(1.01 * HOUR)
        assert catalogue("fr")("lobby-title") in room.board.text


async def test_discord_has_an_event_where_the_bot_may_make_one(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await plans(ann)
    await bob.presses(action="comes")
    (event,) = events(room)
    assert event.name == SAY("appointment-event")
    assert f"/{page(room).id}" in event.entity_metadata["location"]
    was = event.scheduled_start_time
    await ann.fills(await changes(ann, "move", page(room)), "in 5 h")
    (event,) = events(room)
    assert event.scheduled_start_time != was
    await changes(ann, "call_off", page(room))
    assert events(room) == []


@pytest.mark.parametrize("name", ["send_messages", "view_channel"])
async def test_nothing_is_planned_where_the_bot_may_not_write(room: Room, name: str) -> None:
    ann = room.join("Ann")
    forbid(room, room.channel, name)
    answer = await ann.runs("later")
    assert answer.form is None
    assert SAY(f"permission-{name}") in answer.text
    assert await room.bot.store.appointments.to_come_of(ann.id) == []


async def test_a_forgotten_person_is_named_nowhere(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await plans(ann)
    await bob.presses(action="comes")
    await bob.runs("privacy", what="delete")
    assert bob.mention not in page(room).text
    await ann.runs("privacy", what="delete")
    assert ann.mention not in page(room).text
    await room.passes(4 * HOUR)
    assert SAY("appointment-empty") in page(room).text


async def test_a_lobby_that_nobody_came_to_is_planned_for_later(room: Room) -> None:
    ann = room.join("Ann")
    await lobby(ann)
    await ann.runs("cancel")
    closed = await ann.presses(action="cancel_now")
    opened_form = await ann.presses(action="plan", on=closed.shown[-1])
    await ann.fills(opened_form, "in 2 h", zone=ZONE)
    assert ann.mention in page(room).text


async def test_my_tables_list_what_is_planned(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await plans(ann)
    assert "<t:" in (await ann.runs("games")).text
    assert SAY("games-later") in (await ann.runs("games")).text
    assert SAY("games-later") not in (await bob.runs("games")).text


async def test_buttons_reach_no_table_of_another_server(room: Room) -> None:
    ann, eve = room.join("Ann"), elsewhere(room, "Eve")
    await plans(ann)
    made, *_ = await room.bot.store.appointments.to_come_of(ann.id)
    await eve.runs("later", when="in 3 h")
    own = room.board_in(eve.channel).buttons[0]
    for action in sorted(OF_APPOINTMENTS - {"plan", "planned"}):
        answer = await eve.presses(forged(own, Press(NOWHERE, action, made.id).custom_id))
        assert tells(answer, eve, "error-appointment_over"), action
    assert await room.bot.store.appointments.of(made.id) == made
