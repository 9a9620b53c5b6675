"""The page of standing orders: actions of the bot for a seat, invisible to others."""

from __future__ import annotations

from bot.discord.controls import Control, Press, button, select
from bot.discord.limits import SELECT_OPTIONS
from bot.pages.hand import loud
from bot.pages.layout import PLAY_COLOUR, Content, Layout, PlainName, label_voice, option
from bot.pages.tutorial import no_tips, tips_please
from bot.pages.views import HandView
from bot.words import Catalogue, Voice
from bot.words.emoji import icon


def orders(mine: HandView, say: Catalogue, plain: PlainName, note: str = "") -> Content:
    """Return the orders of a seat, and the controls to change them; ``note``: the last change."""
    labels = label_voice(mine.public, say, plain)
    layout = Layout(PLAY_COLOUR).text(f"> {note}" if note else "")
    layout.text(f"### {icon('orders')} {say('orders-title')}", say("orders-how"))
    layout.text(*[f"{icon('orders')} {_armed(say, labels, entry)}" for entry in mine.armed])
    if mine.ready:
        layout.choice(_arm(mine, say, labels))
    if mine.windows:
        layout.choice(_never(mine, say))
    return layout.buttons([*_silence(mine, say), _tips(mine, say), _hand(mine, say)]).content()


def _arm(mine: HandView, say: Catalogue, labels: Voice) -> Control:
    """Return the select of cards that the bot can play, each with its window."""
    options = [
        option(
            _armed(say, labels, f"{window} {card}"),
            f"{mine.armable.index((window, card))}",
            say(f"card-{card}-about"),
            chosen=f"{window} {card}" in mine.armed,
        )
        for window, card in mine.ready[:SELECT_OPTIONS]
    ]
    press = Press(mine.public.table, "arm")
    return select(press, say("choose-arm"), options, least=0, most=len(options))


def _never(mine: HandView, say: Catalogue) -> Control:
    """Return the select of windows in which the bot always passes."""
    options = [
        option(say(f"window-{kind}"), kind, chosen=kind in mine.never) for kind in mine.windows
    ]
    press = Press(mine.public.table, "never")
    return select(press, say("choose-never"), options, least=0, most=len(options))


def _silence(mine: HandView, say: Catalogue) -> list[Control]:
    if mine.quiet:
        return [loud(mine, say)]
    press = Press(mine.public.table, "quiet", "on")
    return [button(press, say("button-quiet-on"), emoji=icon("quiet"))]


def _tips(mine: HandView, say: Catalogue) -> Control:
    """Return the switch of the tips."""
    table = mine.public.table
    return no_tips(table, say) if mine.tips else tips_please(table, say, "button-tips-on")


def _hand(mine: HandView, say: Catalogue) -> Control:
    return button(Press(mine.public.table, "hand"), say("button-hand"), emoji=icon("hand"))


def _armed(say: Catalogue, labels: Voice, entry: str) -> str:
    window, _, card = entry.partition(" ")
    return say("armed", window=say(f"window-{window}"), card=labels.card(card))
