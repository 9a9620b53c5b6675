"""The messages of a table for later, and the forms that make and move it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.appointments.appointment import PLANNED, Appointment
from bot.appointments.when import LONGEST
from bot.appointments.zones import Zone
from bot.discord.controls import (
    NOWHERE,
    Control,
    Form,
    Press,
    Style,
    button,
    form,
    line,
    pick,
    tick,
)
from bot.pages.layout import LOBBY_COLOUR, PAST_COLOUR, Content, Layout, option, person
from bot.tables.lobby import several
from bot.words import Catalogue
from bot.words.emoji import icon

SHOWN: Final = 8
"""Names in a list of people; of more, only the number is told."""


def appointment_page(shown: Appointment, say: Catalogue) -> Content:
    """Return the message: when, with what, and who comes."""
    planned = shown.stage == PLANNED
    layout = Layout(LOBBY_COLOUR if planned else PAST_COLOUR)
    layout.text(f"### {icon('later')} {say('appointment-title', when=day_and_time(shown.at))}")
    facts = [_settings(several(shown.settings), say)]
    if shown.host is not None:
        facts.insert(0, say("appointment-by", host=person(shown.host)))
    if shown.weeks and planned:
        facts.append(say("appointment-weekly"))
    begins = f"<t:{round(shown.at)}:R>" if planned else say(f"appointment-{shown.stage}")
    layout.text(begins, f"-# {' · '.join(facts)}")
    coming = say("appointment-coming", count=len(shown.coming), seats=shown.seats)
    lists = ((coming, shown.coming),)
    if planned:
        others = (
            ("waiting", shown.waiting),
            ("maybe", shown.said("maybe")),
            ("cant", shown.said("cant")),
        )
        lists += tuple((say(f"appointment-{name}"), users) for name, users in others if users)
    layout.text(*[f"**{name}** {_people(users, say)}" for name, users in lists])
    if planned:
        layout.buttons(
            [
                _button(shown, "comes", say, Style.success),
                _button(shown, "maybe", say),
                _button(shown, "stays_away", say),
                _button(shown, "replan", say),
            ]
        )
    return layout.content()


def ping_page(shown: Appointment, say: Catalogue) -> Content:
    """Return the message that pings those whom its waiting ping is for."""
    called = shown.to_ping
    words = say(
        f"appointment-ping-{shown.ping}",
        who=" ".join(map(person, called)),
        when=day_and_time(shown.at),
    )
    return Layout(LOBBY_COLOUR).text(f"{icon('later')} {words}").content(tuple(called))


def replan_page(shown: Appointment, say: Catalogue) -> Content:
    """Return the private page on which an appointment is changed."""
    when = say("appointment-title", when=day_and_time(shown.at))
    layout = Layout(LOBBY_COLOUR).text(f"### {icon('later')} {when}", say("appointment-replan"))
    weekly = "only_once" if shown.weeks else "every_week"
    return layout.buttons(
        [
            _button(shown, "move", say, Style.primary),
            _button(shown, weekly, say),
            _button(shown, "call_off", say, Style.danger),
        ]
    ).content()


def later_form(
    say: Catalogue,
    text: str,
    presets: Sequence[tuple[str, str]],
    preset: str,
    zones: Sequence[Zone],
    *,
    weekly: bool = False,
) -> Form:
    """Return the form for a new appointment; the zones are asked for where none is known yet."""
    asks = [_when(say, text)]
    if zones:
        named = [option(it.label, it.name, chosen=it.is_usual) for it in zones]
        asks.append(pick("zone", say("later-zone-label"), say("later-zone-about"), named))
    named = [option(name, value, chosen=value == preset) for name, value in presets]
    asks.append(
        pick("preset", say("later-preset-label"), say("later-preset-about"), named, required=False)
    )
    asks.append(tick("weekly", say("later-weekly-label"), say("later-weekly-about"), ticked=weekly))
    return form(Press(NOWHERE, "planned"), say("later-form"), *asks)


def move_form(shown: Appointment, say: Catalogue) -> Form:
    """Return the form for another time."""
    return form(Press(NOWHERE, "moved", shown.id), say("button-move"), _when(say, ""))


def day_and_time(at: float) -> str:
    """Return a time that Discord shows with its date, to each reader in their own zone."""
    return f"<t:{round(at)}:F>"


def _when(say: Catalogue, text: str) -> Control:
    asked = line("when", say("later-when-label"), say("later-when-about"), LONGEST)
    if text:
        asked["component"]["value"] = text[:LONGEST]
    return asked


def _button(
    shown: Appointment, action: str, say: Catalogue, style: Style = Style.secondary
) -> Control:
    press = Press(NOWHERE, action, shown.id)
    return button(press, say(f"button-{action}"), style, emoji=icon(action))


def _people(users: Sequence[int], say: Catalogue) -> str:
    named = ", ".join(map(person, users[:SHOWN])) or say("appointment-nobody")
    more = len(users) - SHOWN
    return f"{named}, +{more}" if more > 0 else named


def _settings(settings: Mapping[str, str], say: Catalogue) -> str:
    """Return the settings that people ask for first, on one line."""
    boxes = [say(f"box-{it}") for it in settings.get("boxes", "").split(",") if it]
    told = [say(f"variant-{settings['variant']}")] if "variant" in settings else []
    told.append(say("boxes-with", boxes=", ".join(boxes)) if boxes else say("boxes-base"))
    return " · ".join(told)
