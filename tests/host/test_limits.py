"""All messages keep Discord's limits, in each language and in extreme states."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

import discord
import pytest

from bot.discord.controls import Press
from bot.pages.end import end
from bot.pages.hand import hand as hand_picture
from bot.pages.hand import orders
from bot.pages.layout import Content
from bot.pages.leg import leg, notice
from bot.pages.lobby import lobby as lobby_picture
from bot.pages.views import TableView, hand_view, table_view
from bot.tables.actions import execute
from bot.tables.proof import record
from bot.tables.table import Chair, Notice, Table
from bot.words import LANGUAGES, catalogue, emoji
from bot.words.catalogue import Translator
from engine import Options
from engine.box import CHARACTERS, TREASURES
from engine.moves import Discard, Pass
from engine.options import BOXES
from players.tips import tips_in
from tests.host.command_limits import command_faults
from tests.host.ground import Room
from tests.host.judge import judge
from tests.host.limits import V2_FLAG, every
from tests.host.states import lobby, plant, reach, sat_down, spots, wander
from tests.rules.builder import Tested, table

Json = dict[str, Any]

LONGEST_ID: Final = 2**64 - 10
"""A user id of maximum length."""
NAME: Final = "W" * 32
LATE: Final = 99_999_999_999.0
"""A time with the maximum number of digits."""
LINK: Final = f"https://discord.com/channels/{LONGEST_ID}/{LONGEST_ID}/{LONGEST_ID}"
CUT: Final = "…"
SELECT_OPTIONS: Final = 25
COMMAND_NAME: Final = 32
LONG: Final = 300
"""Moves, whose story is longer than a message."""

OF_TIPS: Final[Json] = {"variant": "standard", "goal": 100}
EVERYTHING: Final = Options(boxes=BOXES, mooring_keeps_dice=True, help_penalty=4)


@pytest.fixture(autouse=True)
def _with_icons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use uploaded icons, each of which takes as many characters as a word."""
    ours = {key: f"<:{key}_123abc:{LONGEST_ID}>" for key in emoji.ICONS}
    monkeypatch.setattr(emoji, "UPLOADED_ICONS", ours)


def spelt_out(component: Json) -> list[str]:
    """Return uploaded icons where Discord shows only their names: in labels, descriptions and
    code."""
    content = component.get("content") or ""
    named = {key: value for key, value in component.items() if key not in ("content", "components")}
    described = [
        {key: value for key, value in option.items() if key != "emoji"}
        for option in named.pop("options", ())
    ]
    named.pop("emoji", None)
    code = content.split("```")[1::2]
    return [it for it in (*code, json.dumps([named, described])) if "<:" in it]


# --- what is wrong with a picture ----------------------------------------------------------


def check(picture: Content, *, whole: bool = True) -> list[Json]:
    """Return the components after checking that they keep the limits and nothing was cut off."""
    components = [*picture.components]
    names = [name for name, _ in picture.files]
    names += [picture.picture.name] if picture.picture else []
    files = [{"id": number, "filename": name} for number, name in enumerate(names)]
    body: Json = {"components": components, "flags": V2_FLAG, "attachments": files}
    assert judge("POST", "/channels/1/messages", body) == []
    found = list(every(components))
    assert [it for component in found for it in spelt_out(component)] == []
    for component in found if whole else ():
        assert not (component.get("content") or "").endswith(CUT), component
    for custom_id in [it["custom_id"] for it in found if "custom_id" in it]:
        assert Press.read(custom_id) is not None, custom_id
    return found


def plain(_: int, __: str) -> str:
    return NAME


def wide(made: Table) -> Table:
    """Return the table with the longest ids and names."""
    made.people = {seat: LONGEST_ID + seat for seat in made.people}
    return made


def look_at(made: Table, language: str) -> None:
    """Check all pages of this table in the middle of its game."""
    say = catalogue(language)
    for page in made.pages:
        check(leg(table_view(made, page.number), say), whole=page is made.page)
    for shown in moods(table_view(made)):
        check(leg(shown, say, leaving=True))
        look_at_calls(shown, language)
    check(lobby_picture(table_view(made, 0), say))
    for seat in range(len(made.chairs)):
        look_into(made, seat, language)


def moods(shown: TableView) -> Iterator[TableView]:
    """Yield this moment in variants: absent players, deadlines, calls."""
    if shown.stage != "playing":
        return
    people = tuple(shown.people)
    ends = dict.fromkeys(people, LATE)
    for away in (people[1:], people):
        yield replace(shown, substituted=away, to_ping=people, ends_at=ends, window_ends=LATE)
    yield replace(shown, substituted=people, asleep=True, given_up_at=LATE)


def look_at_calls(shown: TableView, language: str) -> None:
    """Check all calls to all players."""
    for kind in ("warning", "nudge", "turn"):
        called = replace(shown, substituted=(), notice=Notice(99, kind, tuple(shown.people)))
        picture = notice(called, catalogue(language), LINK)
        assert (picture is not None) == bool(called.awaited)
        if picture is not None:
            check(picture)


def look_into(made: Table, seat: int, language: str) -> None:
    """Check a hand, in which every legal move can be made."""
    mine, say = hand_view(made, seat), catalogue(language)
    away = replace(mine, public=replace(mine.public, substituted=(seat,)))
    check(hand_picture(away, say, plain, NAME))
    longest = max(tips_in(made.options), key=lambda key: len(say(f"tip-{key}", **OF_TIPS)))
    taught = replace(away, tip=longest, tips=True)
    check(hand_picture(taught, say, plain, NAME))
    check(orders(taught, say, plain, NAME))
    found = check(hand_picture(mine, say, plain, NAME))
    legal = made.running.legal(seat)
    by_itself = Pass() if mine.no_choice and mine.public.is_window else None
    singly = [
        n for n, move in enumerate(legal) if not isinstance(move, Discard) and move != by_itself
    ]
    assert sorted(slots(found)) == singly  # the others are chosen together


def slots(found: list[Json]) -> Iterator[int]:
    """Return the offered slots."""
    for component in found:
        press = Press.read(component.get("custom_id") or "")
        if press is None or press.action != "slot":
            continue
        options = component.get("options")
        if options is None:
            yield int(press.argument)
        else:
            yield from [int(option["value"]) for option in options]


# --- pictures ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(6))
def test_a_game_fits_from_its_lobby_to_its_end(number: int) -> None:
    rng, language = Random(number), LANGUAGES[number % len(LANGUAGES)]
    made = wide(lobby(number, language=language))
    check(lobby_picture(table_view(made), catalogue(language)))
    execute(made, "start", made.host, "7")
    for state in wander(made, rng):
        if rng.random() < 0.08:
            look_at(state, language)
    check(end(table_view(made), catalogue(language), record(made)))
    for name in ("cancel", "expire"):
        execute(made := wide(sat_down(number)), name, made.host)
        check(end(table_view(made), catalogue(language), record(made)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_play_with_everything(language: str) -> None:
    made = wide(sat_down(1, (6, EVERYTHING), language=language))
    rng = Random(6)
    for state in wander(made, rng):
        if rng.random() < 0.05:
            look_at(state, language)
    check(end(table_view(made), catalogue(language), record(made)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stage", ["lobby", "cancelled", "expired"])
def test_a_lobby_with_everything_in_it(stage: str, language: str) -> None:
    made = lobby(2, (6, EVERYTHING), language=language)
    made.chairs = [Chair(colour=colour) for colour in CHARACTERS]
    made.people = {seat: LONGEST_ID + seat for seat in range(6)}
    made.captain_by_lot = False
    for switch in ("instructor_for_all=on", "blue_takes_help=off", "power_cards=off", "goal=100"):
        execute(made, "setting", made.host, switch)
    if stage != "lobby":
        execute(made, stage.removesuffix("led").replace("expired", "expire"), made.host)
    check(lobby_picture(table_view(made), catalogue(language)))


def kinds(*cities: int) -> str:
    """Return one treasure of each kind in these cities."""
    return " ".join(name for city in cities for name in sorted({*TREASURES[city]}))


def in_need(**laid: Any) -> Tested:
    """A leg in which all stayed aboard and the captain cannot fly on."""
    place: Json = {"captain": 1, "dice": "fog fog fog fog", "city": 7, "goal": 100}
    t = table(6, boxes=BOXES, characters=tuple(CHARACTERS), **place, **laid)
    t.on_to("decisions")
    while t.question == "decisions":
        t.do(f"{t.waiting[0]} stay")
    return t.on_to("declaration").do("1 declare cannot")


def red_with_many_treasures() -> Tested:
    help_ = "help_fog help_birds help_pirates help_lightning"
    return in_need(treasures={0: kinds(*range(1, 10))}, hands={0: help_, 1: "turbo"})


def matryoshburg_with_many_treasures() -> Tested:
    held = "turbo compass cannon foghorn lightning_rod instructor grappling_hook spy"
    t = in_need(treasures={0: kinds(1, 2, 3, 4, 5)}, hands={0: held, 1: "turbo"})
    return t.on_to("matryoshburg")


def off_to_boscalumia() -> Tested:
    return table(6, boxes=BOXES, city=9, lit=True, hands={0: "turbo"})


WIDEST = {red_with_many_treasures: 26, matryoshburg_with_many_treasures: 40, off_to_boscalumia: 0}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("lay", "least"), WIDEST.items())
def test_the_widest_choices(lay: Any, least: int, language: str) -> None:
    tested: Tested = lay()
    made = wide(sat_down(3, (6, EVERYTHING), language=language))
    made.game = tested.game
    assert len(tested.game.legal(0)) >= least
    look_at(made, language)


# --- what is answered ----------------------------------------------------------------------


async def test_a_log_that_is_too_long_begins_in_the_middle(room: Room) -> None:
    found = spots(lambda table: ["long"] * (sum(table.turns) > LONG), "long")
    driver = await plant(room, *reach(found["long"]))
    answer = await driver.people[0].presses(action="log", on=driver.board)
    assert catalogue("en")("log-cut") in answer.text
    assert not answer.text.endswith(CUT)


# --- commands ------------------------------------------------------------------------------


async def test_every_command_fits_and_is_translated(room: Room) -> None:
    tree = room.bot.tree
    told = [await it.get_translated_payload(tree, Translator()) for it in tree.get_commands()]
    menus = [it for it in told if it["type"] == discord.AppCommandType.user.value]
    (celestia,) = [it for it in told if it not in menus]
    assert list(command_faults([celestia])) == []
    assert all(len(name) <= COMMAND_NAME for it in menus for name in names(it))
    assert all(translated(it) for it in menus)
    assert len(celestia["options"]) <= SELECT_OPTIONS
    said = [(path, node) for path, node in nodes(celestia) if node.get("value") not in LANGUAGES]
    assert [path for path, node in said if not translated(node)] == []


def names(menu: Json) -> list[str]:
    return [menu["name"], *menu["name_localizations"].values()]


def nodes(node: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """Yield a command and all below it, with their paths."""
    path += f"/{node['name']}"
    yield path, node
    for part in (*(node.get("options") or ()), *(node.get("choices") or ())):
        yield from nodes(part, path)


def translated(node: Json) -> bool:
    fields = [field for field in ("name", "description") if node.get(field)]
    return all("fr" in (node.get(f"{field}_localizations") or {}) for field in fields)
