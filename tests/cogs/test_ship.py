"""Own ships: decorated in private, shown while their owner is captain, with harmless names."""

import pytest

from bot.discord.controls import Press
from bot.pages.alt_text import describe_livery
from bot.pages.results import NOWHERE
from bot.pictures.sheet import SheetError
from bot.results.standing import UNRATED
from bot.ships import PLAIN, Livery, Ship
from bot.store.sqlite.store import SqliteStore
from bot.words import catalogue
from tests.bot.results.games import game as result
from tests.bot.results.games import seat
from tests.bot.store.changes import change
from tests.client.messages import Shown
from tests.cogs.tables import joined
from tests.host.ground import Room
from tests.host.people import Act, Person
from tests.host.scenes import forged, game, lobby, said, table_of, tells

WHALE = Livery("azure", "white", "whale")
NAME = "Moby Quick"


async def ship_of(room: Room, person: Person) -> Ship:
    return (await room.bot.store.ships.of([person.id])).get(person.id, Ship())


async def decorates(person: Person, name: str = NAME) -> Shown:
    """Decorate by the command; return the resulting page."""
    looks = {"balloon": WHALE.balloon, "stripes": WHALE.stripes, "emblem": WHALE.emblem}
    return (await person.runs("ship", name=name, **looks)).shown[-1]


def alt(shown: Shown) -> str:
    return " ".join(shown.pictures)


async def captain_first(room: Room, *people: Person) -> list[Person]:
    """Deal the cards to these two; return the captain and the other one."""
    await game(*people)
    table = await table_of(room)
    captain = table.people[table.running.view(None).captain]
    return sorted(people, key=lambda person: person.id != captain)


async def flying(room: Room) -> list[Person]:
    """Deal the cards to two owners of ships; return the captain and the other one."""
    people = room.join("Ann"), room.join("Bob")
    for person in people:
        await decorates(person)
    return await captain_first(room, *people)


# --- decorating ----------------------------------------------------------------------------


async def test_without_art_the_page_is_in_words(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = room.join("Ann")

    async def missing(_: object) -> bytes:
        raise SheetError("the sheet is gone")

    monkeypatch.setattr(room.bot.studio, "picture", missing)
    shown = await decorates(ann)
    assert NAME in shown.text
    assert not shown.pictures
    assert "the sheet is gone" in "".join(room.forgive())


@pytest.mark.parametrize("locale", ["en-US", "fr"])
async def test_a_ship_is_decorated_on_one_private_page(room: Room, locale: str) -> None:
    ann = room.join("Ann", locale=locale)
    answer = await ann.runs("ship")
    assert answer.private
    page = answer.shown[-1]
    assert said(ann, "ship-title") in page.text
    for part, value in (("balloon", "azure"), ("stripes", "white"), ("emblem", "whale")):
        answer = await ann.chooses(value, action=f"ship_{part}", on=page)
        (page,) = answer.shown
    opened = await ann.presses(action="ship_name", on=page)
    answer = await ann.fills(opened, f"  **{NAME}** ")
    (page,) = answer.shown
    assert said(ann, "ship-called", name=NAME) in page.text
    assert alt(page) == describe_livery(WHALE, catalogue(ann.locale))
    assert await ship_of(room, ann) == Ship(NAME, WHALE)
    assert len(ann.sees) == 1
    assert not room.public


async def test_the_command_does_the_same_and_shows_it(room: Room) -> None:
    ann = room.join("Ann")
    page = await decorates(ann)
    assert said(ann, "ship-called", name=NAME) in page.text
    assert await ship_of(room, ann) == Ship(NAME, WHALE)
    await ann.runs("ship", stripes="ink")
    assert await ship_of(room, ann) == Ship(NAME, Livery("azure", "ink", "whale"))


async def test_a_name_is_taken_back(room: Room) -> None:
    ann = room.join("Ann")
    for nothing in ("-", "***"):
        await decorates(ann)
        await ann.runs("ship", name=nothing)
        assert await ship_of(room, ann) == Ship("", WHALE)
    await decorates(ann)
    await ann.fills(await ann.presses(action="ship_name"), "")
    assert (await ship_of(room, ann)).name == ""


async def test_a_button_of_the_game_leads_to_the_page(room: Room) -> None:
    ann = room.join("Ann")
    await lobby(ann)
    more = await ann.presses(action="more")
    answer = await ann.presses(action="ship", on=more.shown[-1])
    assert answer.private
    assert said(ann, "ship-title") in answer.shown[-1].text


async def test_forged_choices_and_forms_change_no_ship(room: Room) -> None:
    ann = room.join("Ann")
    page = (await ann.runs("ship")).shown[-1]
    for value in ("purple", "compass", "", "x" * 90):
        answer = await ann.does(choosing(ann, "balloon", value, page))
        assert tells(answer, ann, "error-unknown_choice")
    button = forged(page.buttons[0], Press(NOWHERE, "ship_named").custom_id)
    assert not (await ann.presses(button)).failed
    assert await ship_of(room, ann) == Ship()


def choosing(person: Person, part: str, value: str, page: Shown) -> Act:
    """Return the choice of a value that the select of a part need not offer."""
    offered = {"balloon": "white", "emblem": "star"}[part]
    act = person.choosing(offered, action=f"ship_{part}", on=page)
    act.payload["data"]["values"] = [value]
    return act


# --- earned --------------------------------------------------------------------------------


async def plays(store: SqliteStore, person: Person, games: int, **deeds: int) -> None:
    for number in range(games):
        name, guild = f"old{number}", person.actor.guild.id
        told = result(seat(0, 1, user=1, **deeds), seat(1, 2, user=0), table=name, ladder=UNRATED)
        await store.commit(change(name, guild=guild, people={0: person.id}))
        people = {0: person.id}
        await store.commit(change(name, 1, stage="over", guild=guild, people=people, result=told))


async def test_an_unearned_emblem_is_locked(room: Room) -> None:
    ann = room.join("Ann")
    page = (await ann.runs("ship")).shown[-1]
    (emblems,) = [it for it in page.selects if "ship_emblem" in it.custom_id]
    for emblem, of in (("laurel", 10), ("summit", 9), ("plaster", 5)):
        assert emblem not in emblems.options
        assert said(ann, f"emblem-{emblem}-earned", of=of, now=0) in page.text
        assert tells(await ann.runs("ship", emblem=emblem), ann, "error-not_earned")
        answer = await ann.does(choosing(ann, "emblem", emblem, page))
        assert tells(answer, ann, "error-not_earned")
    assert await ship_of(room, ann) == Ship()


async def test_an_earned_emblem_can_be_chosen(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await plays(room.bot.store, ann, 10, farthest=9, largest_crash=5)
    page = (await ann.runs("ship")).shown[-1]
    assert "🔒" not in page.text
    await ann.chooses("summit", action="ship_emblem", on=page)
    assert (await ship_of(room, ann)).livery.emblem == "summit"
    assert "🔒" in (await bob.runs("ship")).shown[-1].text


async def test_an_emblem_outlives_the_results_that_earned_it(room: Room) -> None:
    ann = room.join("Ann")
    await room.bot.store.ships.change(ann.id, emblem="laurel")
    await ann.runs("ship", emblem="laurel", balloon="pink")
    assert (await ship_of(room, ann)).livery == Livery("pink", PLAIN.stripes, "laurel")


# --- on the board --------------------------------------------------------------------------


async def test_the_captains_ship_is_the_one_in_the_picture(room: Room) -> None:
    captain, other = await captain_first(room, *joined(room))
    plain = alt(room.board)
    await decorates(other, "Unseen")
    await room.settle()
    assert alt(room.board) == plain
    await decorates(captain)
    await room.settle()
    own = alt(room.board)
    assert describe_livery(WHALE, catalogue("en")) in own
    assert catalogue("en")("picture-ship-called", name=NAME) in own
    await captain.runs("ship", balloon="gold", stripes="red", emblem="compass", name="-")
    await room.settle()
    assert alt(room.board) == plain


# --- names that are removed ----------------------------------------------------------------


async def test_names_with_unwanted_words_are_hidden(room: Room) -> None:
    ann, mod = room.join("Ann"), room.join("Mod", manager=True)
    await lobby(ann)
    await ann.runs("computer")
    await decorates(ann, "B4d  Goose")
    await ann.presses(action="start")
    assert tells(await ann.runs("settings", unwanted="goose"), ann, "error-needs_manage_guild")
    answer = await mod.runs("settings", unwanted="Bad goose, worse")
    assert tells(answer, mod, "settings-unwanted", count=2, words="badgoose, worse")
    page = (await ann.runs("ship", balloon="ink")).shown[-1]
    assert said(ann, "ship-unwanted") in page.text
    await ann.runs("board")
    assert "Goose" not in f"{room.board.text}{alt(room.board)}"
    assert (await ship_of(room, ann)).name == "B4d Goose"
    answer = await mod.runs("settings", unwanted="-")
    assert tells(answer, mod, "settings-unwanted", count=0, words="")
    page = (await ann.runs("ship")).shown[-1]
    assert said(ann, "ship-unwanted") not in page.text


async def test_a_moderator_deletes_a_name(room: Room) -> None:
    (captain, _), mod = await flying(room), room.join("Mod", manager=True)
    answer = await mod.runs("unname", player=captain.actor)
    assert tells(answer, mod, "ship-unnamed", who=captain.mention)
    await room.settle()
    assert await ship_of(room, captain) == Ship("", WHALE)
    assert NAME not in f"{room.board.text}{alt(room.board)}"
    assert describe_livery(WHALE, catalogue("en")) in alt(room.board)


async def test_a_host_hides_a_name_at_this_table_alone(room: Room) -> None:
    people = await flying(room)
    captain, (host, *_) = people[0], sorted(people, key=lambda person: person.id)
    answer = await host.runs("unname", player=captain.actor)
    assert tells(answer, host, "ship-unnamed-here", who=captain.mention)
    for _ in range(2):
        assert NAME not in f"{room.board.text}{alt(room.board)}"
        assert describe_livery(WHALE, catalogue("en")) in alt(room.board)
        await room.restart()
        await host.runs("board")
    assert await ship_of(room, captain) == Ship(NAME, WHALE)
    assert said(captain, "ship-called", name=NAME) in (await captain.runs("ship")).text


async def test_only_host_and_moderators_remove_a_name(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob", locale="fr"), room.join("Eve")
    mod = room.join("Mod", manager=True)
    for person in (bob, eve):
        await decorates(person)
    await game(ann, bob)
    refused = await bob.runs("unname", player=bob.actor)
    assert tells(refused, bob, "error-not_in_charge", host=ann.mention)
    for person in (ann, mod):
        answer = await person.runs("unname", player=eve.actor)
        assert tells(answer, person, "error-not_at_this_table")
    assert [(await ship_of(room, it)).name for it in (bob, eve)] == [NAME, NAME]


async def test_a_deleted_ship_leaves_the_board_at_once(room: Room) -> None:
    captain, other = await flying(room)
    assert NAME in (await captain.runs("privacy", what="show")).text
    await captain.runs("privacy", what="delete")
    await room.settle()
    assert NAME not in f"{room.board.text}{alt(room.board)}"
    assert await ship_of(room, captain) == Ship()
    assert await ship_of(room, other) == Ship(NAME, WHALE)
