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
from tests.host.driver import begin, dealt
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import forged, game, lobby, now, said, table_of, tells

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


async def captain_of(room: Room, *people: Person) -> Person:
    """Return the current captain."""
    table = await table_of(room)
    user = table.people[table.running.view(None).captain]
    return next(person for person in people if person.id == user)


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


@pytest.mark.parametrize("nothing", ["-", "***"])
async def test_a_name_is_taken_back(room: Room, nothing: str) -> None:
    ann = room.join("Ann")
    await decorates(ann)
    await ann.runs("ship", name=nothing)
    assert await ship_of(room, ann) == Ship("", WHALE)
    await decorates(ann)
    opened = await ann.presses(action="ship_name")
    assert opened.form is not None
    await ann.fills(opened, "")
    assert (await ship_of(room, ann)).name == ""


async def test_a_button_of_the_game_leads_to_the_page(room: Room) -> None:
    ann = room.join("Ann")
    await lobby(ann)
    more = await ann.presses(action="more")
    answer = await ann.presses(action="ship", on=more.shown[-1])
    assert answer.private
    assert said(ann, "ship-title") in answer.shown[-1].text


async def test_the_page_and_its_form_outlive_a_restart(room: Room) -> None:
    ann = room.join("Ann")
    page = await decorates(ann)
    opened = await ann.presses(action="ship_name", on=page)
    await room.restart()
    await ann.chooses("ink", action="ship_balloon", on=page)
    await ann.fills(opened, "Night Owl")
    assert await ship_of(room, ann) == Ship("Night Owl", Livery("ink", "white", "whale"))


@pytest.mark.parametrize("value", ["purple", "compass", "", "x" * 90])
async def test_a_forged_colour_is_refused(room: Room, value: str) -> None:
    ann = room.join("Ann")
    page = (await ann.runs("ship")).shown[-1]
    act = ann.choosing("white", action="ship_balloon", on=page)
    act.payload["data"]["values"] = [value]
    assert tells(await ann.does(act), ann, "error-unknown_choice")
    assert await ship_of(room, ann) == Ship()


async def test_a_forged_form_names_no_ship(room: Room) -> None:
    ann = room.join("Ann")
    page = (await ann.runs("ship")).shown[-1]
    button = forged(page.buttons[0], Press(NOWHERE, "ship_named").custom_id)
    assert not (await ann.presses(button)).failed
    assert await ship_of(room, ann) == Ship()


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
        act = ann.choosing("star", action="ship_emblem", on=page)
        act.payload["data"]["values"] = [emblem]
        assert tells(await ann.does(act), ann, "error-not_earned")
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
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    captain = await captain_of(room, ann, bob)
    other = bob if captain is ann else ann
    plain = alt(room.board)
    await decorates(other, "Unseen")
    await room.settle()
    assert alt(room.board) == plain
    await decorates(captain)
    await room.settle()
    own = alt(room.board)
    assert describe_livery(WHALE, catalogue("en")) in own
    assert said(ann, "picture-ship-called", name=NAME) in own
    await captain.runs("ship", balloon="gold", stripes="red", emblem="compass", name="-")
    await room.settle()
    assert alt(room.board) == plain


async def test_a_ship_flies_on_after_a_restart(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    for person in (ann, bob):
        await decorates(person)
    await game(ann, bob)
    before = room.board
    await room.restart()
    await ann.runs("board")
    assert NAME in alt(room.board)
    assert alt(room.board) == alt(before)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_ships_name_is_in_questions_and_story(room: Room, language: str) -> None:
    locale = "en-US" if language == "en" else language
    ann, bob = room.join("Ann", locale=locale), room.join("Bob", locale=locale)
    mod = room.join("Mod", manager=True)
    await mod.runs("settings", language=language)
    for person in (ann, bob):
        await decorates(person, "Oie")
    asked = 0
    with dealt(room, 3):
        driver = await begin(ann, bob, seed=3, goal=25)
        called = catalogue(language)("ship-called", name="Oie")
        for _ in range(40):
            asked += called in driver.board.text
            if (await now(room)).table.stage != "playing":
                break
            await driver.step()
    assert asked
    past = [it.text for it in room.messages if called in it.text and it.id != driver.board.id]
    assert past


async def test_computers_fly_the_plain_ship(room: Room) -> None:
    ann = room.join("Ann")
    await decorates(ann)
    with dealt(room, 3):
        driver = await begin(ann, seed=3, computers=2)
        flown = set[bool]()
        for _ in range(60):
            table = await table_of(room)
            if table.stage != "playing":
                break
            mine = table.running.view(None).captain in table.people
            if "ship" in [it.place for it in table.running.view(None).seats]:
                assert (NAME in alt(driver.board)) is mine
                flown.add(mine)
            await driver.step()
    assert flown == {True, False}


# --- what nobody wants to read -------------------------------------------------------------


async def test_names_with_unwanted_words_are_hidden(room: Room) -> None:
    ann, mod = room.join("Ann"), room.join("Mod", manager=True)
    await lobby(ann)
    await ann.runs("computer")
    await decorates(ann, "B4d  Goose")
    await ann.presses(action="start")
    assert tells(await ann.runs("settings", unwanted="goose"), ann, "error-needs_manage_guild")
    answer = await mod.runs("settings", unwanted="Bad goose, worse")
    words = "badgoose, worse"
    assert tells(answer, mod, "settings-unwanted", count=2, words=words)
    page = (await ann.runs("ship", balloon="ink")).shown[-1]
    assert said(ann, "ship-unwanted") in page.text
    await ann.runs("board")
    assert "Goose" not in f"{room.board.text}{alt(room.board)}"
    assert (await ship_of(room, ann)).name == "B4d Goose"
    assert tells(
        await mod.runs("settings", unwanted="-"), mod, "settings-unwanted", count=0, words=""
    )
    page = (await ann.runs("ship")).shown[-1]
    assert said(ann, "ship-unwanted") not in page.text


async def test_a_moderator_deletes_a_name(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    mod = room.join("Mod", manager=True)
    for person in (ann, bob):
        await decorates(person)
    await game(ann, bob)
    captain = await captain_of(room, ann, bob)
    answer = await mod.runs("unname", player=captain.actor)
    assert tells(answer, mod, "ship-unnamed", who=captain.mention)
    await room.settle()
    assert await ship_of(room, captain) == Ship("", WHALE)
    assert NAME not in f"{room.board.text}{alt(room.board)}"
    assert describe_livery(WHALE, catalogue("en")) in alt(room.board)


async def test_a_host_hides_a_name_at_this_table_alone(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    for person in (ann, bob):
        await decorates(person)
    await game(ann, bob)
    captain = await captain_of(room, ann, bob)
    answer = await ann.runs("unname", player=captain.actor)
    assert tells(answer, ann, "ship-unnamed-here", who=captain.mention)
    for _ in range(2):
        assert NAME not in f"{room.board.text}{alt(room.board)}"
        assert describe_livery(WHALE, catalogue("en")) in alt(room.board)
        await room.restart()
        await bob.runs("board")
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
    ann, bob = room.join("Ann"), room.join("Bob")
    for person in (ann, bob):
        await decorates(person)
    await game(ann, bob)
    captain = await captain_of(room, ann, bob)
    other = bob if captain is ann else ann
    assert NAME in (await captain.runs("privacy", what="show")).text
    await captain.runs("privacy", what="delete")
    await room.settle()
    assert NAME not in f"{room.board.text}{alt(room.board)}"
    assert await ship_of(room, captain) == Ship()
    assert await ship_of(room, other) == Ship(NAME, WHALE)
