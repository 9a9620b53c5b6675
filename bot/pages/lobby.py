"""The page of a lobby: its seats and its settings."""

from __future__ import annotations

from bot.discord.controls import Control, Press, Style, button
from bot.pages.layout import (
    LOBBY_COLOUR,
    PAST_COLOUR,
    Content,
    Layout,
    listed_name,
    seat_name,
    timestamp,
)
from bot.pages.lobby_settings import settings
from bot.pages.proof import lobby_history
from bot.pages.tutorial import first_flight
from bot.pages.views import TableView
from bot.words import Catalogue
from bot.words.emoji import icon
from engine.box import SEATS
from players.roster import LEVELS

OR_LEAVE = "or_leave"
"""The argument of *Join* where the same button also leaves."""


def lobby(shown: TableView, say: Catalogue) -> Content:
    """Return the page of a lobby, or of one that is over."""
    if shown.stage != "lobby":
        return _past(shown, say)
    layout = Layout(LOBBY_COLOUR)
    layout.text(f"### {say('lobby-title')}", *_people(shown, say), *settings(shown, say))
    layout.text(
        f"-# {say('lobby-expires', when=timestamp(shown.expires or 0))}",
        # in public: a private hash could differ from reader to reader
        f"-# {icon('proof')} {say('lobby-hash', hash=shown.promise)}",
    )
    for row in (_seat(shown, say), _computers(shown, say), _table(shown, say)):
        layout.buttons(row)
    return layout.content()


def beginning(shown: TableView, say: Catalogue) -> Content:
    """Return the message with which a game begins, until the board replaces it.

    It pings the players, since the edit that deals the cards notifies nobody.
    """
    seats = ", ".join(seat_name(shown, say, seat) for seat in sorted(shown.people))
    layout = Layout(LOBBY_COLOUR).text(
        f"### {icon('start')} {say('game-begins', seats=seats)}",
        f"-# {say('game-begins-how', digest=shown.digest)}",
    )
    return layout.content(tuple(shown.people.values()))


def _past(shown: TableView, say: Catalogue) -> Content:
    """Return the page of a lobby that is over."""
    layout = Layout(PAST_COLOUR)
    key = "lobby-started" if shown.view is not None else f"lobby-{shown.stage}"
    layout.text(f"### {say(key)}", *_people(shown, say)).text(*settings(shown, say))
    if shown.secret and shown.view is None:
        layout.text(f"-# {say('secret-shown', secret=shown.secret)}")
        layout.text(f"-# {say('promise-kept', hash=shown.promise)}")
    else:
        layout.text(
            f"-# {say('lobby-promise', hash=shown.promise)}", f"-# {lobby_history(shown, say)}"
        )
    return layout.content()


def _people(shown: TableView, say: Catalogue) -> list[str]:
    taken, gathering = len(shown.chairs), shown.stage == "lobby"
    count = say("lobby-players", taken=taken, seats=shown.seats)
    seats: list[str] = []
    for seat, chair in enumerate(shown.chairs):
        marks = [f"{icon('host')} {say('mark-host')}"] if seat == shown.host else []
        if chair.colour:
            marks.append(say(f"card-{chair.colour}"))
        seats.append(" ".join([listed_name(shown, say, seat), *[f"({mark})" for mark in marks]]))
    heading = count if gathering else say("lobby-seated", taken=taken)
    return [f"**{heading}**", " · ".join(seats)]


def _seat(shown: TableView, say: Catalogue) -> list[Control]:
    """Return the button to join or leave."""
    press = Press(shown.table, "join", OR_LEAVE)
    return [button(press, say("button-join-or-leave"), Style.success, emoji=icon("seat"))]


def _computers(shown: TableView, say: Catalogue) -> list[Control]:
    """Return the buttons to add a computer of either level, or to remove one."""
    full = len(shown.chairs) >= shown.seats
    signed = icon("add_computer")
    found = [
        button(
            Press(shown.table, "add_computer", level),
            say(f"level-{level}"),
            emoji=signed,
            disabled=full,
        )
        for level in LEVELS
    ]
    if any(chair.computer for chair in shown.chairs):
        press = Press(shown.table, "remove_computer")
        found.append(button(press, say("button-remove"), emoji=icon("remove_computer")))
    return found


def _table(shown: TableView, say: Catalogue) -> list[Control]:
    few = len(shown.chairs) < SEATS[0]
    return [
        _one(shown, say, "start", Style.primary, disabled=few),
        _one(shown, say, "settings"),
        _one(shown, say, "more"),
        first_flight(shown.table, say),
    ]


def _one(
    shown: TableView,
    say: Catalogue,
    action: str,
    style: Style = Style.secondary,
    *,
    disabled: bool = False,
) -> Control:
    press, label = Press(shown.table, action), say(f"button-{action}")
    return button(press, label, style, emoji=icon(action), disabled=disabled)
