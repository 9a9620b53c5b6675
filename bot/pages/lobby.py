"""The lobby: who sits where, what will be played, and the promise that the deal is fair."""

from __future__ import annotations

from typing import Final

from bot.discord.controls import Control, Press, Style, button, select
from bot.pages.layout import (
    LOBBY_COLOUR,
    PAST_COLOUR,
    Content,
    Layout,
    option,
    seat_name,
    timestamp,
)
from bot.pages.views import TableView
from bot.tables.table import PACES
from bot.words import Catalogue
from bot.words.emoji import COLOURS
from engine import Options
from engine.box import CHARACTERS, SEATS
from engine.options import BOXES, VARIANTS

GOALS: Final = (25, 50, 75, 100)
WINDOWS: Final = (5, 8, 12, 20)
DECISIONS: Final = (20, 45, 90, 180)
SWITCHES: Final = ("power_cards", "mooring_keeps_dice", "blue_takes_help", "instructor_for_all")
PENALTIES: Final = (2, 4)
USUAL: Final = {
    "mooring_keeps_dice": "off",
    "blue_takes_help": "on",
    "instructor_for_all": "off",
    "help_penalty": f"{PENALTIES[0]}",
}
"""What a house rule is set to where nobody speaks of it."""
CHOICES: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    "rules": (
        *[("variant", name, f"variant-{name}") for name in VARIANTS],
        *[("goal", f"{points}", f"number-{points}") for points in GOALS],
        *[(name, value, f"switch-{value}") for name in SWITCHES for value in ("on", "off")],
        *[("help_penalty", f"{points}", f"number-{points}") for points in PENALTIES],
    ),
    "table": (
        *[("seats", f"{number}", f"number-{number}") for number in SEATS],
        *[("pace", pace, f"pace-{pace}") for pace in PACES],
        *[("window", f"{seconds}", f"number-{seconds}") for seconds in WINDOWS],
        *[("decision", f"{seconds}", f"number-{seconds}") for seconds in DECISIONS],
        *[("captain", who, f"captain-{who}") for who in ("lot", "host")],
    ),
}
"""Every setting with each of the values that can be clicked, and the key of its words."""


def lobby(scene: TableView, say: Catalogue) -> Content:
    """The message at which people sit down."""
    if scene.stage != "lobby":
        return Content(_past(scene, say).view)
    sheet = Layout(LOBBY_COLOUR)
    sheet.text(f"## 🎈 {say('lobby-title')}", say("lobby-invitation"))
    sheet.line().text(*_people(scene, say))
    sheet.line().text(*settings(scene, say))
    sheet.line()
    for row in _buttons(scene, say):
        sheet.buttons(row)
    sheet.choice(_boxes(scene, say))
    for group in CHOICES:
        sheet.choice(_settings(scene, say, group))
    if "little_help" in scene.options.boxes:
        sheet.choice(_characters(scene, say))
    expires = timestamp(scene.expires or 0)
    sheet.text(
        f"-# {say('lobby-promise', hash=scene.promise)}", f"-# {say('lobby-expires', when=expires)}"
    )
    return Content(sheet.view)


def _past(scene: TableView, say: Catalogue) -> Layout:
    """What is left of a lobby when the game has begun or will never begin."""
    sheet = Layout(PAST_COLOUR)
    key = "lobby-started" if scene.view is not None else f"lobby-{scene.stage}"
    sheet.text(f"### 🎈 {say(key)}", *_people(scene, say)).text(*settings(scene, say))
    if scene.secret and scene.view is None:
        sheet.text(f"-# {say('secret-shown', secret=scene.secret)}")
        sheet.text(f"-# {say('promise-kept', hash=scene.promise)}")
    else:
        sheet.text(f"-# {say('lobby-promise', hash=scene.promise)}")
    return sheet


def _people(scene: TableView, say: Catalogue) -> list[str]:
    lines = [f"**{say('lobby-players', taken=len(scene.chairs), seats=scene.seats)}**"]
    for seat, chair in enumerate(scene.chairs):
        marks = [say("mark-host")] if seat == scene.host else []
        if chair.colour:
            marks.append(say(f"card-{chair.colour}"))
        lines.append(" · ".join([seat_name(scene, say, seat), *marks]))
    return lines


def settings(scene: TableView, say: Catalogue) -> list[str]:
    """What is played, on a few lines."""
    options = scene.options
    rules = [say(f"variant-{options.variant}")]
    if options.variant != "beginner":
        rules.append(say("goal", points=options.goal))
    if options.variant != "beginner" and not options.power_cards:
        rules.append(say("power_cards-off"))
    now = current(scene)
    house = [
        f"{name}-{now[name]}"
        for name, usual in USUAL.items()
        if now[name] != usual and _matters(scene, name)
    ]
    if not scene.captain_by_lot:
        house.append("captain-host")
    return [
        boxes_line(options, say),
        f"**{say('lobby-rules')}** {' · '.join(rules)}",
        f"**{say('lobby-pace')}** {_pace(scene, say)}",
        f"**{say('lobby-house')}** {' · '.join(map(say, house))}" if house else "",
    ]


def boxes_line(options: Options, say: Catalogue) -> str:
    """What is played with."""
    boxes = ", ".join(say(f"box-{box}") for box in options.boxes)
    named = say("boxes-with", boxes=boxes) if boxes else say("boxes-base")
    return f"**{say('lobby-boxes')}** {named}"


def _pace(scene: TableView, say: Catalogue) -> str:
    return say(
        f"pace-{scene.pace}-line",
        seconds=scene.window_seconds,
        decision=scene.decision_seconds,
    )


def _on(value: bool) -> str:
    return "on" if value else "off"


def _buttons(scene: TableView, say: Catalogue) -> list[list[Control]]:
    full = len(scene.chairs) >= scene.seats
    computers = any(chair.computer for chair in scene.chairs)
    few = len(scene.chairs) < SEATS[0]

    def one(action: str, style: Style, emoji: str, *, off: bool = False) -> Control:
        press = Press(scene.table, action)
        return button(press, say(f"button-{action}"), style, emoji=emoji, disabled=off)

    seats = [
        one("join", Style.success, "🪑", off=full),
        one("leave", Style.secondary, "👋"),
        one("add_computer", Style.secondary, "🤖", off=full),
        one("remove_computer", Style.secondary, "➖", off=not computers),
    ]
    table = [
        one("start", Style.primary, "🎈", off=few),
        one("rules", Style.secondary, "📖"),
        one("cancel", Style.danger, "🗑️"),
    ]
    return [seats, table]


def _boxes(scene: TableView, say: Catalogue) -> Control:
    options = [
        option(say(f"box-{box}"), box, say(f"box-{box}-about"), chosen=box in scene.options.boxes)
        for box in BOXES
    ]
    return select(
        Press(scene.table, "boxes"), say("choose-boxes"), options, least=0, most=len(options)
    )


def _characters(scene: TableView, say: Catalogue) -> Control:
    options = [option(say("character-lot"), "lot", say("character-lot-about"))]
    for colour in CHARACTERS:
        made = option(say(f"character-{colour}"), colour, say(f"card-{colour}-about"))
        made.emoji = COLOURS[colour]
        options.append(made)
    return select(Press(scene.table, "colour"), say("choose-character"), options)


def _settings(scene: TableView, say: Catalogue, group: str) -> Control:
    """The settings of a group, each with each of its values; what is set now says so."""
    now = current(scene)
    options = [
        option(
            say(f"setting-{name}", value=say(words)),
            f"{name}={value}",
            say("setting-now") if now[name] == value else "",
        )
        for name, value, words in CHOICES[group]
        if _matters(scene, name)
    ]
    return select(Press(scene.table, "setting", group), say(f"choose-{group}"), options)


def current(scene: TableView) -> dict[str, str]:
    """What is set now: each setting of a table with its value."""
    options = scene.options
    return {
        "seats": f"{scene.seats}",
        "boxes": ",".join(options.boxes),
        "variant": options.variant,
        "goal": f"{options.goal}",
        "pace": scene.pace,
        "window": f"{scene.window_seconds}",
        "decision": f"{scene.decision_seconds}",
        "captain": "lot" if scene.captain_by_lot else "host",
        "help_penalty": f"{options.help_penalty}",
        **{name: _on(getattr(options, name)) for name in SWITCHES},
    }


def _matters(scene: TableView, name: str) -> bool:
    boxes = scene.options.boxes
    return {
        "mooring_keeps_dice": "little_help" in boxes,
        "blue_takes_help": "little_help" in boxes,
        "instructor_for_all": "instructor" in boxes,
        "help_penalty": "little_help" in boxes,
        "seats": scene.options.seats == SEATS,
        "window": scene.pace == "live",
        "decision": scene.pace == "live",
        "goal": scene.options.variant != "beginner",
        "power_cards": scene.options.variant != "beginner",
    }.get(name, True)
