"""The answers below the board; they depend on public facts only."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.discord.controls import Control, Press, Style, button
from bot.pages.views import TableView
from bot.words import Catalogue
from bot.words.emoji import icon
from engine import View

OPEN_MOVES: Final = {
    "roll": Style.success,
    "steer": Style.primary,
    "prepare": Style.secondary,
    "stay": Style.success,
    "leave": Style.danger,
}
"""Moves whose legality is public: a button each."""
OTHER_DECISIONS: Final = frozenset({"initiative", "instructor"})
"""Boxes with which a passenger may do more than stay or leave."""
MANY: Final = 3
"""From this many answers on they fit one row of a phone only without signs."""


class Door(NamedTuple):
    """A button that opens a private page."""

    words: str
    sign: str
    style: Style = Style.primary


PRIVATE: Final[dict[str, Door]] = {
    "decisions": Door("other", "play", Style.secondary),
    "payment": Door("cards", "pay"),
    "pick_dice": Door("dice", "reroll"),
    "draw_treasure": Door("treasure", "keep"),
    "choose_treasure": Door("treasure", "keep"),
    "give_gifts": Door("give", "give"),
    "matryoshburg": Door("exchange", "exchange"),
}
"""The door of each question that may not be passed; the others have the one to play a card."""


def choices(shown: TableView, say: Catalogue, view: View) -> list[Control]:
    """Return the row of answers."""
    question = view.question
    found = [
        button(_say(shown, kind), say(f"move-{kind}"), style, emoji=icon(kind))
        for kind, style in OPEN_MOVES.items()
        if kind in shown.offers
    ]
    if question == "matryoshburg":
        found.append(button(_say(shown, "draw"), say("move-draw"), emoji=icon("draw")))
    extra = OTHER_DECISIONS.intersection(shown.options.boxes)
    if question in PRIVATE and (question != "decisions" or extra):
        found.append(_door(shown, say, question, PRIVATE[question]))
    # a captain who is a person may seal a word while passengers decide
    may_seal = question == "decisions" and view.leg.captain in shown.people
    if question == "declaration" or may_seal:
        found.append(_answer(shown, say, question))
    if shown.is_window:
        found += _reactions(shown, say, question)
    if len(found) < MANY:
        return found
    return [{part: value for part, value in it.items() if part != "emoji"} for it in found]


def _answer(shown: TableView, say: Catalogue, question: str) -> Control:
    """Return the captain's button to the page of true answers, whatever they are."""
    style = Style.primary if question == "declaration" else Style.secondary
    press = Press(shown.table, "answer", question)
    return button(press, say("button-answer"), style, emoji=icon("captain"))


def _reactions(shown: TableView, say: Catalogue, question: str) -> list[Control]:
    quiet = Press(shown.table, "quiet", "on")
    return [
        _door(shown, say, question, Door("play", "play")),
        button(_say(shown, "pass"), say("move-pass"), emoji=icon("pass")),
        button(quiet, say("button-quiet-leg"), emoji=icon("quiet")),
    ]


def _door(shown: TableView, say: Catalogue, question: str, door: Door) -> Control:
    press = Press(shown.table, "cards", question)
    return button(press, say(f"button-{door.words}"), door.style, emoji=icon(door.sign))


def _say(shown: TableView, words: str) -> Press:
    return Press(shown.table, "say", words, moment=shown.moment)
