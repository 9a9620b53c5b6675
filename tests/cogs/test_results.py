"""Figures, last games and ladders, in private until their reader shows them."""

import re
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import product
from typing import Final

import pytest
from discord.utils import snowflake_time

from bot.discord.controls import Press
from bot.pages.results import NOWHERE
from bot.results.standing import EVERYWHERE
from bot.words import catalogue
from tests.bot.results.games import game as result
from tests.bot.results.games import seat
from tests.bot.store.changes import change
from tests.cogs.tables import joined
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import forged, tells
from tests.host.states import ended

Season = Callable[..., Awaitable[None]]


@pytest.fixture
def season(room: Room, monkeypatch: pytest.MonkeyPatch) -> Season:
    return partial(played, room, monkeypatch)


async def played(
    room: Room, monkeypatch: pytest.MonkeyPatch, *people: Person, games: int = 14
) -> None:
    """Store games of these people, which they win in turn."""
    # the simulated Discord has a time of its own while somebody clicks
    store, guild = room.bot.store, people[0].actor.guild.id
    monkeypatch.setattr(store, "_clock", lambda: snowflake_time(people[0].id).timestamp())
    for number in range(games):
        name = f"old{number}"
        users = {n: person.id for n, person in enumerate(people)}
        ranks = [1 + (n + number) % len(people) for n in range(len(people))]
        seats = [
            seat(n, rank, user=1, points=60 - 8 * rank + number, captained=4, crashes=1, farthest=6)
            for n, rank in enumerate(ranks)
        ]
        await store.commit(change(name, guild=guild, people=users))
        told = result(*seats, table=name, guild=guild)
        await store.commit(change(name, 1, stage="over", guild=guild, people=users, result=told))


async def test_a_game_by_clicks_shows_up_in_the_figures(room: Room) -> None:
    ann, bob = joined(room)
    assert tells(await ann.runs("stats"), ann, "stats-none")
    await ended(ann, bob)
    for person in (ann, bob):
        assert tells(await person.runs("stats"), person, "ladder-base")
    told = (await ann.runs("history")).shown[-1].text
    assert bob.mention in told
    (past,) = await room.bot.store.results.games_of(ann.id, ann.actor.guild.id, 5)
    assert f"**{past.mine.points}**" in told


async def test_the_end_shows_the_changes_of_ratings(room: Room) -> None:
    ann, bob = joined(room)
    driver = await ended(ann, bob)
    end = next(shown for shown in room.messages[::-1] if ":review:" in f"{shown.payload}")
    shifts = (await room.bot.store.results.effect_of(driver.table)).shifts
    assert len(shifts) == 2
    for shift in shifts.values():
        assert f"{shift.after}? (" in end.text
    assert {shift.after > shift.before for shift in shifts.values()} == {True, False}


async def test_figures_of_another_player_are_private_until_their_reader_shows_them(
    room: Room, season: Season
) -> None:
    ann, bob, cat = joined(room, 3)
    await season(ann, bob)
    before = len(room.public)
    page = await cat.runs("stats", player=ann.actor)
    assert page.private
    assert {ann.mention, bob.mention} <= {*re.findall(r"<@\d+>", page.text)}
    assert len(room.public) == before
    shown = await cat.presses(action="stats_show", on=page.shown[-1])
    assert not shown.private
    assert len(room.public) == before + 1
    (message,) = shown.shown
    assert not message.buttons
    assert ann.mention in message.text
    assert message.pictures


@pytest.mark.parametrize("action", ["stats", "history"])
async def test_a_page_drawn_before_a_player_hid_is_not_shown_to_all(
    room: Room, season: Season, action: str
) -> None:
    ann, bob, cat = joined(room, 3)
    await season(ann, bob)
    page = (await cat.runs(action, player=ann.actor)).shown[-1]
    await ann.runs("privacy", what="hide")
    before = len(room.public)
    answer = await cat.presses(action=f"{action}_show", on=page)
    assert tells(answer, cat, "error-not_for_all")
    assert len(room.public) == before


async def test_buttons_lead_from_figures_to_games_and_back(room: Room, season: Season) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await season(ann, bob)
    page = (await ann.runs("stats")).shown[-1]
    page = (await ann.presses(action="history", on=page)).shown[-1]
    first = page.text
    page = (await ann.presses(catalogue("fr")("button-older"), on=page)).shown[-1]
    assert page.text != first
    page = (await ann.presses(action="history_where", on=page)).shown[-1]
    assert catalogue("fr")("where-everywhere") in page.text
    page = (await ann.presses(action="stats", on=page)).shown[-1]
    assert "14 parties" in page.text


async def test_a_ladder_lists_players_with_settled_ratings(room: Room, season: Season) -> None:
    ann, bob, cat = joined(room, 3)
    assert tells(await ann.runs("top"), ann, "top-none")
    await season(ann, bob, cat, games=24)
    page = (await ann.runs("top")).shown[-1]
    assert all(person.mention in page.text for person in (ann, bob, cat))
    page = (await ann.presses(action="top_period", on=page)).shown[-1]
    assert "of 24 games" in page.text
    page = (await ann.presses(action="top_where", on=page)).shown[-1]
    assert catalogue("en")("where-everywhere") in page.text
    empty = (await ann.runs("top", ladder="crew", period="month")).shown[-1]
    assert catalogue("en")("top-none-month") in empty.text


async def test_figures_of_another_server_stay_there(room: Room) -> None:
    ann, bob = joined(room)
    store = room.bot.store
    users = {0: ann.id, 1: bob.id}
    await store.commit(change("far", guild=5, people=users))
    told = result(seat(0, 1, user=1), seat(1, 2, user=1), table="far", guild=5)
    await store.commit(change("far", 1, stage="over", guild=5, people=users, result=told))
    assert tells(await ann.runs("stats"), ann, "stats-none")
    everywhere = await ann.runs("stats", where="everywhere")
    assert "**1 game, 1 win**" in everywhere.shown[-1].text
    assert (await store.results.profile(ann.id, EVERYWHERE, 0.0)).ever.games == 1


FORGERIES: Final = {
    **dict.fromkeys(("1.h", "x.h.0", "1.z.0", "", "1.h.-1"), "error-unknown_choice"),
    # numbers that no database stores
    **dict.fromkeys((f"1.h.{10**20 - 1}", f"{2**63}.h.0", f"1.e.{2**63}"), "error-old_button"),
}


async def test_a_forged_button_shows_nothing(room: Room) -> None:
    ann = room.join("Ann")
    button = (await ann.runs("stats")).shown[-1].buttons[0]
    actions = ("stats", "history", "history_where", "top")
    for action, (argument, error) in product(actions, FORGERIES.items()):
        answer = await ann.presses(forged(button, Press(NOWHERE, action, argument).custom_id))
        assert tells(answer, ann, error), (action, argument)
    last = Press(NOWHERE, "history_where", f"1.h.{2**63 - 1}").custom_id
    assert tells(await ann.presses(forged(button, last)), ann, "stats-unseen-here")
