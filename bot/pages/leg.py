"""A page of the game: the line of cities, the dice, who is where, and what is waited for."""

from __future__ import annotations

from typing import Final

from bot.discord.controls import Control, Press, Style, button
from bot.pages.layout import (
    ASK_COLOUR,
    CRASH_COLOUR,
    PAST_COLOUR,
    PLAY_COLOUR,
    Content,
    Layout,
    open_voice,
    seat_name,
    services,
    timestamp,
    told,
)
from bot.pages.views import TableView
from bot.words import Catalogue, Voice
from bot.words.emoji import ANSWERS, MOVES, icon
from engine import View
from engine.box import BOSCALUMIA, CITIES, CITY, GAP
from engine.events import LegBegan
from engine.state.pieces import ASHORE, BOAT, SHIP

PLACES: Final = {SHIP: icon(SHIP), BOAT: icon(BOAT), ASHORE: "🏝️"}
STORY: Final = 14
"""Lines of the story that a page shows while it is written."""
NAME: Final = 10
"""Columns for the name of a city."""
WHOLE_STORY: Final = 40
"""Lines that stay on it afterwards."""

OPEN_MOVES: Final = {
    "roll": Style.success,
    "steer": Style.primary,
    "prepare": Style.secondary,
    "stay": Style.success,
    "leave": Style.danger,
    "pass": Style.secondary,
}
"""The moves that are open or not for all to see: a button each."""
ALWAYS: Final[dict[str, tuple[tuple[str, str, Style, str], ...]]] = {
    "declaration": (
        ("declare can", "move-declare-can", Style.success, ANSWERS["can"]),
        ("declare cannot", "move-declare-cannot", Style.danger, ANSWERS["cannot"]),
    ),
    "matryoshburg": (("draw", "move-draw", Style.success, MOVES["draw"]),),
}
"""Buttons that are always there when this is asked, whether the hand allows it or not: what it
does not allow is explained in private."""
OTHER_DECISIONS: Final = frozenset({"initiative", "instructor"})
"""Boxes with which a passenger may do more than stay or leave."""
PRIVATE: Final[dict[str, tuple[str, str]]] = {
    "start": ("", ""),
    "decisions": ("button-other", "🃏"),
    "declaration": ("", ""),
    "payment": ("button-cards", "🃏"),
    "pick_dice": ("button-dice", "🎲"),
    "draw_treasure": ("button-treasure", "💎"),
    "choose_treasure": ("button-treasure", "💎"),
    "give_gifts": ("button-give", "🎁"),
    "matryoshburg": ("button-exchange", "🔁"),
}
"""What leads to the private answer with all one may do, by question; else: play a card."""


def leg(scene: TableView, say: Catalogue, *, leaving: bool = False) -> Content:
    """A page of a running game; whether the bot is about to stop is said on it."""
    voice = open_voice(scene, say)
    if not scene.newest or scene.view is None:
        return Content(_past(scene, say, voice).view)
    view = scene.view
    asks = ASK_COLOUR if view.question == "decisions" else PLAY_COLOUR
    sheet = Layout(PAST_COLOUR if scene.asleep else asks)
    sheet.text(f"## {_title(view, say, voice)}")
    sheet.text(*_track(view, say))
    if view.leg.dice:
        sheet.text(_dice(view, voice))
    seats = [_seat(scene, say, view, seat) for seat in range(len(scene.chairs))]
    sheet.text(*seats, f"-# {_stock(scene, say, view)}")
    story = told(voice, scene.story, STORY)
    if story:
        sheet.line().text(*story)
    sheet.line().text(f"🔧 {say('right-back')}" if leaving else "")
    sheet.text(*asked(scene, say, voice, view, timed=not leaving))
    if scene.asleep:
        sheet.buttons([back(scene, say, "resume")]).buttons(services(scene, say))
        return Content(sheet.view)
    sheet.buttons(_buttons(scene, say, view))
    sheet.buttons([*services(scene, say), *_attendance(scene, say)])
    return Content(sheet.view, mentions=persons(scene, _pinged(scene)))


def _pinged(scene: TableView) -> tuple[int, ...]:
    """Those who are waited for, without whoever is called by a message beside the board.

    Where a board could not be hung up at once, both come together, and nobody is pinged twice.
    """
    beside = scene.notice.seats if scene.notice else ()
    return tuple([seat for seat in scene.awaited if seat not in beside])


def persons(scene: TableView, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The users on these seats."""
    return tuple([scene.people[seat] for seat in seats if seat in scene.people])


def _past(scene: TableView, say: Catalogue, voice: Voice) -> Layout:
    """What stays of a page when the story has gone on: no buttons, only what happened."""
    crashed = any(event.kind == "crashed" for event in scene.story)
    sheet = Layout(CRASH_COLOUR if crashed else PAST_COLOUR)
    lines = told(voice, scene.story, WHOLE_STORY)
    return sheet.text(f"### {_past_title(scene, say, voice)}", *lines)


def _past_title(scene: TableView, say: Catalogue, voice: Voice) -> str:
    """What the page was about: its leg, or what came before the first one."""
    for event in scene.story:
        if isinstance(event, LegBegan):
            return _flight(say, voice, event.craft, event.city, event.target)
    return f"{icon(SHIP)} {say('page-past')}"


def _flight(say: Catalogue, voice: Voice, craft: str, city: int, target: int) -> str:
    words = say(f"page-{craft}", city=voice.city(city), target=voice.city(target))
    return f"{icon(craft)} {words}"


def _title(view: View, say: Catalogue, voice: Voice) -> str:
    now = view.leg
    if now.target == now.city:
        return f"{icon(SHIP)} {say('page-journey', journey=view.journey)}"
    return _flight(say, voice, now.craft, now.city, now.target)


def _track(view: View, say: Catalogue) -> list[str]:
    """The line of cities: what each is worth, its dice, the treasures left, and the crafts."""
    heads = [say(f"track-{column}") for column in ("city", "value", "dice", "left")]
    rows = [_row("", *heads)]
    for city, left in zip(CITIES, view.piles, strict=True):
        dice = f"{city.dice}" if city.dice else "–"
        row = _row(f"{city.number}", _name(say, city.number), f"{city.value}", dice, f"{left}")
        rows.append(f"{row}{_crafts_at(view, city.number)}".rstrip())
    for number in sorted({view.ship.city, view.leg.target} & {GAP, BOSCALUMIA}):
        value = f"{CITY[number].value or ''}"
        row = _row("★", _name(say, number), value, f"{CITY[number].dice}", "")
        rows.append(f"{row}{_crafts_at(view, number)}".rstrip())
    return ["```", *rows, "```"]


def _name(say: Catalogue, city: int) -> str:
    """The name of a city where there is little room for it."""
    short = f"city-{city}-short"
    return say(short if short in say else f"city-{city}")


def _row(number: str, city: str, value: str, dice: str, left: str) -> str:
    """One line, narrow enough for a telephone even with both crafts behind it."""
    return f"{number:<2}{city[:NAME]:<{NAME}}{value:>3}{dice:>4}{left:>3}"


def _crafts_at(view: View, city: int) -> str:
    flies = any(seat.place == SHIP for seat in view.seats)
    rows = any(seat.place == BOAT for seat in view.seats)
    marks = icon("ship") if flies and view.ship.city == city else ""
    return marks + (icon("boat") if rows and view.boat.city == city else "")


def _dice(view: View, voice: Voice) -> str:
    faces = " ".join(icon(face) for face in view.leg.dice)
    ignored = set(view.leg.ignored)
    names = ", ".join(
        f"~~{voice.face(face)}~~" if face in ignored else voice.face(face) for face in view.leg.dice
    )
    return f"# {faces}\n-# {names}"


def _seat(scene: TableView, say: Catalogue, view: View, seat: int) -> str:
    """One line for a seat: where it is, and what all can see of what it holds."""
    shown = view.seats[seat]
    boat = view.boat.card if shown.place == BOAT else ""
    marks = [say(f"card-{boat}") if boat else say(f"place-{shown.place}")]
    if seat == view.leg.captain and view.question:
        marks.insert(0, f"**{say('mark-captain')}**")
    if view.question == "decisions" and seat in view.leg.stayed:
        marks.append(say("mark-stays"))
    if seat in scene.substituted:
        marks.append(f"💤 {say('mark-substituted')}")
    cities = " ".join(f"{city}" for city in sorted(shown.treasures))
    held = [f"✋ {shown.hand}", f"💎 {len(shown.treasures)}" + (f" `{cities}`" if cities else "")]
    if shown.tokens:
        held.append(f"🌟 {shown.tokens}")
    if scene.options.variant == "crew":
        held.append(f"🧑‍✈️ {shown.crew}")
    if shown.character:
        power = say(f"card-{shown.character}")
        held.append(power if shown.power else f"~~{power}~~")
    return " · ".join([f"{PLACES[shown.place]} {seat_name(scene, say, seat)}", *marks, *held])


def _stock(scene: TableView, say: Catalogue, view: View) -> str:
    """What ends the game, and what lies beside the line of cities."""
    beginner = scene.options.variant == "beginner"
    goal = say("goal-beginner") if beginner else say("goal", points=scene.options.goal)
    parts = [
        f"🏁 {goal}",
        f"🎴 {say('stock-deck', cards=view.deck)}",
        f"🗑️ {say('stock-discard', cards=sum(view.discard.values()))}",
    ]
    if view.gifts:
        parts.append(f"🎁 {say('stock-gifts', treasures=len(view.gifts))}")
    if view.lit:
        parts.append(f"{icon('boscalumia')} {say('stock-lit')}")
    return " · ".join(parts)


def asked(
    scene: TableView, say: Catalogue, voice: Voice, view: View, *, timed: bool = True
) -> list[str]:
    """What is waited for, from whom, and how long, unless nobody's time runs."""
    if not scene.waiting:
        return []
    if scene.asleep:
        closes = timestamp(scene.given_up_at) if scene.given_up_at is not None else ""
        return [f"💤 {say('board-asleep')}", f"-# {say('board-wakes', when=closes)}"]
    lines = [f"⏳ {voice.question(view)}"]
    if scene.is_deserted:
        return [*lines, f"💤 {say('nobody-here')}"]
    if view.question == "decisions" and len(view.leg.undecided) > 1:
        lines.append(f"-# {say('press-early')}")
    if timed and scene.is_window and scene.window_ends is not None:
        lines.append(f"-# {say('window-ends', when=timestamp(scene.window_ends))}")
    elif timed and scene.ends_at:
        ends = timestamp(min(scene.ends_at.values()))
        lines.append(f"-# {say('decision-ends', when=ends)}")
    if scene.substituted:
        lines.append(f"-# 💤 {say('substituted-why')}")
    return lines


def _attendance(scene: TableView, say: Catalogue) -> list[Control]:
    """Calling those who are waited for, and coming back."""
    found: list[Control] = []
    if scene.to_call:
        found.append(button(Press(scene.table, "nudge"), say("button-nudge"), emoji="🔔"))
    if scene.substituted:
        found.append(back(scene, say, "back"))
    return found


def back(scene: TableView, say: Catalogue, name: str) -> Control:
    """One button for whoever was away, under one name or another."""
    press = Press(scene.table, "back", name)
    return button(press, say(f"button-{name}"), Style.success, emoji="👋")


def _buttons(scene: TableView, say: Catalogue, view: View) -> list[Control]:
    """What can be answered here: by public facts alone, whoever holds what."""
    question = view.question
    found = [
        button(_say(scene, kind), say(f"move-{kind}"), style, emoji=MOVES[kind])
        for kind, style in OPEN_MOVES.items()
        if kind in scene.offers
    ]
    found += [
        button(_say(scene, words), say(key), style, emoji=emoji)
        for words, key, style, emoji in ALWAYS.get(question, ())
    ]
    key, emoji = PRIVATE.get(question, ("button-play", "🃏"))
    if question == "decisions" and not OTHER_DECISIONS.intersection(scene.options.boxes):
        key = ""
    if key and scene.waiting:
        found.append(button(Press(scene.table, "cards", question), say(key), emoji=emoji))
    return found


def _say(scene: TableView, words: str) -> Press:
    return Press(scene.table, "say", words, moment=scene.moment)
