"""No secret of another player is in a board, hand, log, custom_id or suggestion."""

import logging
import re
from collections.abc import Container, Iterator
from functools import cache
from typing import Any, Final

import pytest

from bot.discord.controls import Press
from bot.hosting.action import SLOT
from bot.log import OWN_PACKAGES
from bot.tables.table import Table
from bot.words import LANGUAGES, Voice, catalogue
from engine import Options
from engine.box import CITY_OF, SPYGLASS
from engine.options import BOXES
from engine.rules import rules_of
from tests.client.messages import Shown
from tests.client.offers import in_private, presses
from tests.host.driver import Driver, begin, dealt, gather
from tests.host.ground import Room
from tests.host.limits import every
from tests.host.people import Person
from tests.host.states import SLOWLY, Spot, at, plant, reach, spots

CARDS: Final = tuple(rules_of(Options(boxes=BOXES)).copies)
HIDDEN: Final = (*CARDS, SPYGLASS, *CITY_OF)
"""All cards and treasures that a hand can hide."""

STEPS: Final = 80
"""Clicks of the watched game."""
LOGGED_STEPS: Final = 60
"""Clicks of the game whose log is searched."""

Json = dict[str, Any]


# --- what a text tells ---------------------------------------------------------------------


def things_named(text: str, language: str, but: Container[str] = ()) -> set[str]:
    """Return the cards and treasures that a text names, without these; longer names win."""
    voice, found = Voice(catalogue(language), str), set[str]()
    names = sorted(((voice.thing(it), it) for it in HIDDEN), key=lambda pair: -len(pair[0]))
    for name, thing in names:
        if thing in but:
            text = text.replace(name, "…")
    for name, thing in names:
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            found.add(thing)
            text = text.replace(name, "…")
    return found


def words_in(data: object) -> Iterator[str]:
    """Yield all strings in the data."""
    match data:
        case str():
            yield data
        case dict():
            for key, value in data.items():
                yield from words_in(key)
                yield from words_in(value)
        case list() | tuple():
            for value in data:
                yield from words_in(value)


def text_of(components: list[Json]) -> str:
    """Return all text of a message."""
    found = [*every(components)]
    found += [part for it in found for key in ("options", "items") for part in it.get(key) or []]
    return "\n".join(
        it.get(key) or "" for it in found for key in ("content", "label", "description")
    )


def open_things(table: Table) -> set[str]:
    """Return all that the rules have revealed: in the story, or lying open."""
    view = table.running.view(None)
    told = [event for page in table.pages for event in page.events]
    shown = (*view.gifts_shown, *view.removed, *view.discard, *view.leg.turned, *view.leg.help)
    return {*words_in(told), *shown, view.boat.card}


def known_to(table: Table, seat: int) -> set[str]:
    """Return what this seat may know in addition."""
    view = table.running.view(seat)
    moves = [word for move in view.legal for word in str(move).split(" ")]
    seen = [sighting.card for sighting in view.memory]
    lately = words_in(table.news[seat])
    usable = [card for _, card in table.running.ready(seat)]
    held = {*view.hand, *view.treasures, *view.drawn, *view.laid}
    return {*held, *moves, *seen, *lately, *usable}


# --- two people at one table ---------------------------------------------------------------


class Watch:
    """Checks all messages after each step of a game."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.read = 0
        self.hints = 0

    async def look(self) -> None:
        table = await self.table()
        shown = open_things(table)
        room = self.driver.room
        for payload in room.public[self.read :]:
            text = text_of(payload.get("components") or [])
            if "⏳" in text:  # a page of the game
                assert things_named(text, "en", shown) == set(), text
        self.read = len(room.public)

    async def look_into(self, person: Person) -> Shown:
        """Open a person's hand and check it, with a hint if there is one."""
        hand = await self.driver.look(person)
        await self._read(hand, person)
        if any(press.action == "hint" for press in presses(hand)):
            hinted = await person.presses(action="hint", on=hand)
            await self._read(hinted.shown[-1], person)
            self.hints += 1
        return hand

    async def _read(self, hand: Shown, person: Person) -> None:
        table = await self.table()
        seat = table.seat_of(person.id)
        assert seat is not None
        allowed = known_to(table, seat) | open_things(table)
        text = text_of(hand.payload["components"])
        assert things_named(text, catalogue(person.locale).language, allowed) == set(), text

    async def table(self) -> Table:
        driver = self.driver
        return (await driver.room.bot.service.read(driver.table)).table


async def test_no_player_sees_the_cards_of_another(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    with dealt(room, 3):
        driver = await gather(ann, bob, seed=4, boxes="all", goal=25)
        await ann.runs("option", setting="hints=on")
        await driver.start()
        watch = Watch(driver)
        for _ in range(STEPS):
            await driver.step()
            await watch.look()
            if driver.over:
                break
            if driver.rng.random() < 0.2:
                await watch.look_into(driver.rng.choice(driver.people))
    mine, theirs = ({it.id for it in person.sees if it.private} for person in (ann, bob))
    assert mine
    assert theirs
    assert mine.isdisjoint(theirs)
    assert watch.hints
    assert no_card_in_ids(room) > 100


def no_card_in_ids(room: Room) -> int:
    """Check that no custom_id names a card, and return their number."""
    ids = {
        component["custom_id"]
        for request in room.env.http_requests
        for component in every(components_in(request.json))
        if component.get("custom_id")
    }
    for custom_id in ids:
        press = Press.read(custom_id)
        assert press is not None, custom_id
        told = {*press.argument.replace(",", " ").split(), *press.action.split("_")}
        assert told.isdisjoint(HIDDEN), custom_id
    return len(ids)


def components_in(body: object) -> list[Json]:
    """Return the components in a request."""
    if not isinstance(body, dict):
        return []
    data = body.get("data") or body
    return data.get("components") or [] if isinstance(data, dict) else []


# --- what is done in silence ---------------------------------------------------------------


def may(table: Table, seat: int) -> list[str]:
    """Return the silent acts of this seat."""
    waiting = seat in table.running.waiting
    found = ["quiet", "arm"] if waiting and table.running.ready(seat) else []
    if waiting and table.question == "cannot" and lay_slots(table, seat):
        found.append("lay")
    if not waiting and seat in table.running.view(None).leg.undecided:
        found.append("seal")
    return found


def silences(table: Table) -> list[str]:
    """Return the silent acts of all people."""
    if table.stage != "playing":
        return []
    several = ["several"] if differ(table) else []
    return several + [what for seat in table.people for what in may(table, seat)]


def differ(table: Table) -> bool:
    """Whether awaited people have different moves, and others none."""
    legal = [table.running.legal(seat) for seat in table.people]
    return () in legal and len(set(legal)) > 2


@cache
def known() -> dict[str, Spot]:
    return spots(silences, "seal", "lay", "arm", "quiet", "several")


def lay_slots(table: Table, seat: int) -> list[str]:
    """Return the slots that lay a card face down."""
    moves = [str(move) for move in table.running.legal(seat)]
    return [f"{slot}" for slot, move in enumerate(moves) if move.startswith("play help_")]


def asked_in_public(room: Room) -> list[str]:
    """Return all requests except answers to clicks."""
    return [
        f"{request.method} {request.path}"
        for request in room.env.http_requests
        if not request.path.startswith(("/interactions/", "/webhooks/"))
    ]


@pytest.mark.parametrize("what", ["seal", "lay", "arm", "quiet"])
async def test_a_silent_act_sends_nothing_public(room: Room, what: str) -> None:
    table, log = reach(known()[what])
    seat = next(seat for seat in table.people if what in may(table, seat))
    driver = await plant(room, table, log, SLOWLY)
    person = at(driver, seat, table)
    before, public = asked_in_public(room), len(room.public)
    hand = await driver.look(person)
    version = (await room.bot.service.read(table.id)).stored.version
    await quietly(driver, person, what, hand, lay_slots(table, seat))
    assert (await room.bot.service.read(table.id)).stored.version > version
    assert asked_in_public(room) == before
    assert len(room.public) == public


async def quietly(driver: Driver, person: Person, what: str, hand: Shown, slots: list[str]) -> None:
    if what == "seal":
        answer = await person.presses(action="say:stay", on=hand)
    elif what == "arm":
        orders = (await person.presses(action="orders", on=hand)).shown[-1]
        armed = next(it for it in orders.selects if ":arm:" in it.custom_id)
        answer = await person.chooses(next(iter(armed.options)), action="arm", on=orders)
    elif what == "quiet":
        answer = await person.presses(action="quiet", on=hand)
    else:
        clicks = in_private(hand)
        lays = [it for it in clicks if slots[0] in (it[1], it[0].custom_id.split(":")[-1])]
        answer = await driver.click(person, lays[0])
    assert answer.private


# --- suggestions ---------------------------------------------------------------------------


async def test_only_the_players_own_moves_are_suggested(room: Room) -> None:
    table, log = reach(known()["several"])
    driver = await plant(room, table, log, SLOWLY)
    stranger = room.join("Stranger")
    assert await stranger.types("play", "move", "") == []
    assert await stranger.types("arm", "card", "") == []
    for seat in table.people:
        person = at(driver, seat, table)
        offered = await person.types("play", "move", "")
        legal = table.running.legal(seat)
        # the captain may answer ahead, in public words
        read = [Press.read(it["value"]) for it in offered]
        now = [it for it in read if it is not None and it.action == SLOT]
        assert [it.argument for it in now] == [f"{n}" for n in range(min(25, len(legal)))]
        cards = await person.types("arm", "card", "")
        assert len(cards) == 1 + len(table.running.ready(seat))
        told = " ".join(it["name"] for it in (*offered, *cards))
        assert things_named(told, "en", known_to(table, seat)) == set()


# --- the log -------------------------------------------------------------------------------


@pytest.fixture
def talkative(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log at its most verbose; libraries never log below INFO."""
    caplog.set_level(logging.INFO)
    for name in OWN_PACKAGES:
        caplog.set_level(logging.DEBUG, name)
    return caplog


async def test_the_log_holds_no_secret(room: Room, talkative: pytest.LogCaptureFixture) -> None:
    ann, bob = room.join("Anneliese"), room.join("Bartholomew", locale="fr")
    with dealt(room, 4):
        driver = await begin(ann, bob, seed=4, boxes="little_help", goal=25)
        secret = (await room.bot.service.read(driver.table)).table.secret
        for _ in range(LOGGED_STEPS):
            await driver.step()
        await bob.runs("quiet")
        await room.restart()
    assert talkative.records
    told = "\n".join(logging.Formatter().format(record) for record in talkative.records)
    assert leaks_of(told) == set()
    for hidden in (secret, "Bartholomew", "simcord_interaction"):
        assert hidden not in told


def leaks_of(log: str) -> set[str]:
    """Return the cards and treasures in a log, by their identifiers or names."""
    plain = {thing for thing in HIDDEN if re.search(rf"(?<![\w.]){re.escape(thing)}(?![\w.])", log)}
    return plain | things_named(log, "en") | things_named(log, "fr")


# --- and this would be noticed -------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_for_leaks_finds_every_name(language: str) -> None:
    voice = Voice(catalogue(language), str)
    for thing in HIDDEN:
        found = things_named(f"Ann: {voice.thing(thing)}, {voice.thing('turbo')}", language)
        assert {voice.thing(it) for it in found} == {voice.thing(thing), voice.thing("turbo")}
        assert thing in leaks_of(f"hand=('{thing}',)")


async def test_a_leak_on_the_board_is_caught(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a hand is written into the public line of the stake."""
    from bot.pages import leg

    ann = room.join("Ann")
    with dealt(room, 1):
        driver = await begin(ann, seed=1, computers=1, goal=25)
        (name,) = {press.table for press in presses(driver.board)}
        table = (await room.bot.service.read(name)).table
        voice = Voice(catalogue("en"), str)
        told = voice.things(table.running.view(0).hand)
        line = leg.stake
        monkeypatch.setattr(leg, "stake", lambda *given: f"{line(*given)} · {told}")
        await driver.step()
        with pytest.raises(AssertionError, match=re.escape(told)):
            await Watch(driver).look()
