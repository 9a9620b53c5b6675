"""The private page of an order to stay, and to fly on as captain, without being asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.discord.controls import Control, Option, Press, select
from bot.pages.layout import (
    PLAY_COLOUR,
    Content,
    Layout,
    PlainName,
    label_voice,
    named_button,
    option,
)
from bot.pages.views import HandView
from bot.words import Catalogue
from bot.words.emoji import icon
from engine.box import TURBO
from engine.rules import rules_of
from players.stay_order import (
    CARDS,
    CITIES,
    EVERYWHERE,
    ODDS,
    SPARED,
    TO_THE_END,
    TURBOS,
    StayOrder,
    words,
)
from players.words import Voice

ASK: Final = "off"
"""Ends the order."""
ODDS_BELOW, CARDS_BELOW, CAPTAIN, AT_GOAL = "odds", "cards", "captain", "goal"
"""The kinds of exceptions; all but the last are followed by ``=`` and a number."""
TURBOS_AT_MOST, SPARE = "turbos", "spare"
"""The kinds of a captain's wishes, followed by ``=``."""


def stay_order(mine: HandView, say: Catalogue, plain: PlainName, note: str = "") -> Content:
    """Return the order of a seat, with the controls to change it; ``note``: the last change."""
    labels = label_voice(mine.public, say, plain)
    layout = Layout(PLAY_COLOUR).text(f"> {note}" if note else "")
    layout.text(f"### {icon('stay_order')} {say('stay-order-title')}", say("stay-order-how"))
    layout.text(_now(mine, say))
    table, order = mine.public.table, mine.stay_order
    layout.choice(select(Press(table, "until"), say("choose-until"), [*cities(mine, labels)]))
    if order is not None and order.until != EVERYWHERE:
        offered = [*exceptions(mine, order, labels)]
        press = Press(table, "unless")
        layout.choice(select(press, say("choose-unless"), offered, least=0, most=len(offered)))
    wishes = [*wishes_as_captain(mine, order or StayOrder(), say)]
    press = Press(table, "as_captain")
    layout.choice(select(press, say("choose-as_captain"), wishes, least=0, most=len(wishes)))
    return layout.buttons([named_button(table, "hand", say)]).content()


def _now(mine: HandView, say: Catalogue) -> str:
    """Return what the order would answer to the present question; "" if there is none."""
    order = mine.stay_order
    if order is not None and mine.may_choose:
        answer = order.answer(mine.view)
        return f"-# {say(f'stay-order-now-{answer}' if answer else 'stay-order-now-ask')}"
    if order is not None and len(mine.answers) > 1:
        word = order.word(mine.view)
        return f"-# {say(f'stay-order-now-{word.answer}' if word else 'stay-order-now-word')}"
    return ""


def cities(mine: HandView, voice: Voice) -> Iterator[Option]:
    """Yield the cities until which a seat can stay."""
    say, order = voice.say, mine.stay_order
    asks = order is None or order.until == EVERYWHERE
    yield option(say("stay-order-ask"), ASK, chosen=asks, emoji=icon("ask"))
    for city in (*CITIES, TO_THE_END):
        label = say("stay-order-to-the-end")
        if city != TO_THE_END:
            label = say("stay-order-until", city=voice.city(city), number=city)
        yield option(label, f"{city}", chosen=order is not None and order.until == city)


def exceptions(mine: HandView, order: StayOrder, voice: Voice) -> Iterator[Option]:
    """Yield the circumstances in which the seat does not stay without being asked."""
    say = voice.say
    if mine.public.odds:
        for percent in ODDS:
            label = say("stay-order-odds", percent=percent)
            yield option(label, f"{ODDS_BELOW}={percent}", chosen=order.odds == percent)
    for count in CARDS:
        label = say("stay-order-cards", count=count)
        yield option(label, f"{CARDS_BELOW}={count}", chosen=order.cards == count)
    for seat in range(len(mine.view.seats)):
        if seat != mine.view.seat:
            label = say("stay-order-captain", seat=voice.seat(seat))
            yield option(label, f"{CAPTAIN}={seat}", chosen=seat in order.captains)
    options = mine.view.options
    if options.variant != "beginner":  # which has no goal of points
        label = say("stay-order-goal", points=options.goal)
        yield option(label, AT_GOAL, chosen=order.goal)


def wishes_as_captain(mine: HandView, order: StayOrder, say: Catalogue) -> Iterator[Option]:
    """Yield the wishes of the seat as captain."""
    for number in TURBOS:
        label = say("stay-order-turbos", count=number if number < TURBOS[-1] else "all")
        chosen = order.turbos == number
        yield option(label, f"{TURBOS_AT_MOST}={number}", chosen=chosen, emoji=icon(TURBO))
    if rules_of(mine.view.options).payment_is_choice:
        for kind in SPARED:
            label = say(f"stay-order-spare-{kind}")
            yield option(label, f"{SPARE}={kind}", chosen=order.spare == kind)


def changed(order: StayOrder | None, until: str) -> str:
    """Return the words of an order that lasts until another city, or that ends it."""
    if until == ASK:
        return _or_none(StayOrder(turbos=order.turbos, spare=order.spare)) if order else ASK
    return f"{replace(order or StayOrder(), until=int(until))}" if until.isdecimal() else until


def _or_none(order: StayOrder) -> str:
    return ASK if order.asks_all else f"{order}"


def excepting(order: StayOrder, wanted: Sequence[str]) -> str:
    """Return the words of an order with these exceptions; of several like ones the strictest."""
    chosen: dict[str, list[str]] = {ODDS_BELOW: [""], CARDS_BELOW: [""], CAPTAIN: []}
    for kind, _, number in (it.partition("=") for it in wanted):
        if kind in chosen:
            chosen[kind].append(number)
    odds, cards, captains = max(chosen[ODDS_BELOW]), max(chosen[CARDS_BELOW]), chosen[CAPTAIN]
    known = words("", turbos="" if order.turbos is None else f"{order.turbos}", spare=order.spare)
    goal = AT_GOAL in wanted
    given = words(f"{order.until}", odds, cards, "".join(captains), goal=goal)
    return f"{given} {known}".rstrip()


def as_captain(order: StayOrder | None, wishes: Sequence[str]) -> str:
    """Return the words of an order with these wishes; of several numbers of Turbos the least."""
    given = [it.partition("=") for it in wishes]
    turbos = [number for kind, _, number in given if kind == TURBOS_AT_MOST]
    spare = [number for kind, _, number in given if kind == SPARE]
    known = replace(order or StayOrder(), turbos=None, spare="")
    wanted = words("", turbos=min(turbos, default=""), spare=next(iter(spare), ""))
    return f"{known} {wanted}" if wanted else _or_none(known)


def door(mine: HandView, say: Catalogue) -> Control:
    """Return the button that opens the page."""
    return named_button(mine.public.table, "stay_order", say)
