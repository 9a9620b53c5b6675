"""Figures, last games and ladders, in private until their reader shows them."""

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import product

import pytest
from discord.utils import snowflake_time

from bot.discord.controls import Press
from bot.pages.results import NOWHERE
from bot.results.standing import EVERYWHERE
from bot.words import catalogue
from tests.bot.results.games import game as result
from tests.bot.results.games import seat
from tests.bot.store.changes import change
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import forged, said, tells
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
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    assert tells(await ann.runs("stats"), ann, "stats-none")
    await ended(ann, bob)
    for person in (ann, bob):
        answer = await person.runs("stats")
        assert answer.private
        say = catalogue(person.locale)
        assert say("ladder-base") in answer.shown[-1].text
    told = (await ann.runs("history")).shown[-1].text
    assert f"<@{bob.id}>" in told
    (past,) = await room.bot.store.results.games_of(ann.id, ann.actor.guild.id, 5)
    assert f"**{past.mine.points}**" in told


async def test_the_end_shows_the_changes_of_ratings(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    driver = await ended(ann, bob)
    end = next(shown for shown in room.messages[::-1] if ":review:" in f"{shown.payload}")
    shifts = await room.bot.store.results.shifts_by(driver.table)
    assert len(shifts) == 2
    for shift in shifts.values():
        assert f"{shift.after}? (" in end.text
    assert {shift.after > shift.before for shift in shifts.values()} == {True, False}


async def test_the_figures_of_another_player_can_be_read(room: Room, season: Season) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat")
    await season(ann, bob)
    answer = await cat.runs("stats", player=ann.actor)
    assert answer.private
    assert f"<@{ann.id}>" in answer.shown[-1].text
    assert f"<@{bob.id}>" in answer.shown[-1].text


async def test_a_button_shows_figures_to_everybody(room: Room, season: Season) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await season(ann, bob)
    before = len(room.public)
    mine = await ann.runs("stats")
    assert len(room.public) == before
    shown = await ann.presses(action="stats_show", on=mine.shown[-1])
    assert not shown.private
    assert len(room.public) == before + 1
    (message,) = shown.shown
    assert not message.buttons
    assert f"<@{ann.id}>" in message.text
    assert message.pictures


@pytest.mark.parametrize("action", ["stats", "history"])
async def test_a_page_drawn_before_a_player_hid_is_not_shown_to_all(
    room: Room, season: Season, action: str
) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat", locale="fr")
    await season(ann, bob)
    page = (await cat.runs(action, player=ann.actor)).shown[-1]
    await ann.runs("privacy", what="hide")
    before = len(room.public)
    answer = await cat.presses(action=f"{action}_show", on=page)
    assert answer.private
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
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat")
    assert tells(await ann.runs("top"), ann, "top-none")
    await season(ann, bob, cat, games=24)
    page = (await ann.runs("top")).shown[-1]
    assert all(f"<@{person.id}>" in page.text for person in (ann, bob, cat))
    page = (await ann.presses(action="top_period", on=page)).shown[-1]
    assert "of 24 games" in page.text
    page = (await ann.presses(action="top_where", on=page)).shown[-1]
    assert catalogue("en")("where-everywhere") in page.text
    empty = (await ann.runs("top", ladder="crew", period="month")).shown[-1]
    assert catalogue("en")("top-none-month") in empty.text


async def test_figures_of_another_server_stay_there(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    store = room.bot.store
    users = {0: ann.id, 1: bob.id}
    await store.commit(change("far", guild=5, people=users))
    told = result(seat(0, 1, user=1), seat(1, 2, user=1), table="far", guild=5)
    await store.commit(change("far", 1, stage="over", guild=5, people=users, result=told))
    assert tells(await ann.runs("stats"), ann, "stats-none")
    everywhere = await ann.runs("stats", where="everywhere")
    assert "**1 game, 1 win**" in everywhere.shown[-1].text
    assert (await store.results.profile(ann.id, EVERYWHERE, 0.0)).ever.games == 1


async def test_a_forged_button_shows_nothing(room: Room) -> None:
    ann = room.join("Ann")
    page = (await ann.runs("stats")).shown[-1]
    forgeries = ("1.h", "x.h.0", "1.z.0", "", "1.h.-1")
    for action, argument in product(("stats", "history", "top"), forgeries):
        old = Press(NOWHERE, action, argument).custom_id
        answer = await ann.presses(forged(page.buttons[0], old))
        assert tells(answer, ann, "error-unknown_choice")


@pytest.mark.parametrize("action", ["history_where", "history", "stats"])
@pytest.mark.parametrize("argument", [f"1.h.{10**20 - 1}", f"{2**63}.h.0", f"1.e.{2**63}"])
async def test_a_number_that_no_database_stores_is_that_of_an_old_button(
    room: Room, action: str, argument: str
) -> None:
    ann = room.join("Ann")
    page = (await ann.runs("stats")).shown[-1]
    old = Press(NOWHERE, action, argument).custom_id
    answer = await ann.presses(forged(page.buttons[0], old))
    assert said(ann, "error-old_button") in answer.text


async def test_the_largest_number_shows_an_empty_page(room: Room) -> None:
    ann = room.join("Ann")
    page = (await ann.runs("stats")).shown[-1]
    last = Press(NOWHERE, "history_where", f"1.h.{2**63 - 1}").custom_id
    answer = await ann.presses(forged(page.buttons[0], last))
    assert said(ann, "stats-unseen-here") in answer.text
