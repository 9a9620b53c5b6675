"""The text part of a page: the question, the possible answers, and the seats that are awaited.

It uses the same views as boards and private pages, so it shows a reader no more than these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bot.discord.controls import Option
from bot.pages.hand import arms, windows
from bot.pages.layout import PlainName, option
from bot.pages.replay import names_in
from bot.pages.stay_order import cities, exceptions, wishes_as_captain
from bot.pages.views import HandView, TableView, hand_view, table_view
from bot.tables.play import NOTHING, SEALABLE
from bot.tables.table import Table
from bot.words import Catalogue
from engine.moves import Declare, Pay
from players.page.seen import Sight, scores_of
from players.replay.data import Marking
from players.stay_order import EVERYWHERE, StayOrder
from players.words.stake import ahead, odds, stake

Facts = dict[str, Any]


def situation(
    table: Table,
    *,
    seat: int | None,
    sight: Sight,
    plain: PlainName,
    tips: bool,
    replay_of: Callable[[str], str],
) -> Facts:
    """Return all facts beside the scene, for a seat or for a spectator."""
    shown, voice = table_view(table), sight.voice
    facts: Facts = {
        "names": [*names_in(shown, voice.say, plain)],
        "waits": _waits(shown, voice),
        "until": _until(shown, seat),
        "notes": [voice.say("board-asleep")] if shown.asleep else [],
        "scores": scores_of(shown.scores),
        "stage": table.stage,
        "replay": "" if table.open else replay_of(table.id),
        "question": None,
        "stake": "",
        "odds": "",
        "doors": [],
    }
    if shown.view is not None and shown.stage == "playing":
        facts["stake"] = stake(shown.view, voice)
        facts["odds"] = odds(shown.view, voice) if shown.odds else ""
    if seat is not None:
        facts |= {"moment": None, "turn": None, "orders": []}
    if seat is not None and table.stage == "playing" and not shown.asleep:
        facts |= _own(hand_view(table, seat), sight, tips=tips)
    elif seat is not None and shown.asleep:
        facts["doors"] = [_door(voice.say("button-resume"), "back", "")]
    return facts


def _waits(shown: TableView, voice: Marking) -> str:
    """Return whom the game waits for, and who thinks; "" for nobody."""
    if shown.stage != "playing" or shown.asleep or not shown.waiting:
        return ""
    say = voice.say
    waits = say("page-waits", seats=voice.seats(shown.waiting))
    if not shown.thinking:
        return waits
    seats = voice.seats(shown.thinking)
    return f"{waits} · {say('thinking', seats=seats, count=len(shown.thinking))}"


def _until(shown: TableView, seat: int | None) -> int | None:
    """Return when the time of the seat, or else of the last one that is awaited, is over."""
    if shown.stage != "playing" or shown.asleep:
        return None
    if shown.is_window:
        return None if shown.window_ends is None else round(shown.window_ends)
    ends = {it: shown.ends_at[it] for it in shown.waiting if it in shown.ends_at}
    if seat in ends:
        return round(ends[seat])
    return round(max(ends.values())) if ends else None


# --- the seat's own ------------------------------------------------------------------------------


def _own(mine: HandView, sight: Sight, *, tips: bool) -> Facts:
    view, voice = mine.view, sight.voice
    say = voice.say
    asked = sight.question(view)
    answers = [*_answers(mine, asked["moves"], say)]
    facts: Facts = {
        "moment": mine.public.moment,
        "turn": mine.turn,
        "notes": [*_notes(mine, voice)],
        "doors": [*_doors(mine, say)],
        "orders": _orders(mine, voice),
    }
    if mine.seat == view.leg.captain and view.leg.dice:
        facts |= {"stake": ahead(view, voice), "odds": ""}
    if answers:
        words = asked["words"] if mine.moves or mine.may_seal else say("answer-ahead")
        facts["question"] = {
            "words": words,
            "moves": answers,
            "tips": asked["tips"] if tips and mine.moves else [],
            "hint": mine.may_ask,
        }
    return facts


def _answers(mine: HandView, moves: Iterable[Facts], say: Catalogue) -> Iterator[Facts]:
    """Yield all answers, now or in advance; ``moves``: the legal ones, as the page shows them."""
    if mine.moves:
        yield from ({**move, "do": "slot"} for move in moves)
    elif mine.may_seal:
        for kind in SEALABLE:
            if mine.sealed != kind:
                yield _answer(say, kind, kind)
    elif mine.answers and not mine.sealed and not mine.is_settled:
        for words in mine.answers:
            yield _answer(say, words, Declare.kind)


def _answer(say: Catalogue, words: str, kind: str) -> Facts:
    label = say(f"move-{words.replace(' ', '-')}")
    return {"kind": kind, "label": label, "about": "", "card": None, "do": "say", "value": words}


def _notes(mine: HandView, voice: Marking) -> Iterator[str]:
    say = voice.say
    if mine.seat in mine.public.substituted:
        yield say("hand-substituted")
    if mine.passes:
        yield say("hand-quiet")
    if mine.view.laid:
        yield say("hand-laid", cards=voice.things(mine.view.laid))
    yield from _of_captain(mine, voice)
    yield from _in_advance(mine, say)
    if mine.holds_next:
        yield say("hand-holds-next")
    elif mine.no_choice and mine.moves:
        yield say("hand-soon-passes" if mine.public.is_window else "hand-only-answer")


def _of_captain(mine: HandView, voice: Marking) -> Iterator[str]:
    say = voice.say
    if mine.answers:
        for die, cards in mine.cover:
            by = voice.things(cards) if cards else f"**{say('answer-uncovered')}**"
            yield f"{voice.face(die)} {by}"
    if mine.is_settled and not mine.moves:
        yield say("answer-settled")


def _in_advance(mine: HandView, say: Catalogue) -> Iterator[str]:
    if mine.sealed:
        if mine.by_order:
            answer = Pay.kind if mine.sealed.startswith(Pay.kind) else mine.sealed
            yield say(f"by-order-{answer}")
        else:
            yield say(f"sealed-{mine.sealed}")
    elif mine.may_seal and not mine.moves:
        yield say("seal-now")


def _doors(mine: HandView, say: Catalogue) -> Iterator[Facts]:
    """Yield the buttons beside the answers."""
    if mine.sealed:
        label = say("button-ask-me" if mine.by_order else "button-take-back")
        yield _door(label, "say", NOTHING)
    if mine.may_hold:
        yield _door(say("button-hold"), "think", "")
    if mine.quiet:
        yield _door(say("button-quiet-off"), "quiet", "off")
    elif mine.public.is_window or mine.may_seal:
        yield _door(say("button-quiet-on"), "quiet", "on")
    if mine.seat in mine.public.substituted:
        yield _door(say("button-back"), "back", "")


def _door(label: str, do: str, value: str) -> Facts:
    return {"label": label, "do": do, "value": value}


# --- orders --------------------------------------------------------------------------------------


def _orders(mine: HandView, voice: Marking) -> list[Facts]:
    """Return the standing orders as groups of choices, each with the action that sets them."""
    say, order = voice.say, mine.stay_order
    groups = [_group(say("choose-until"), "until", cities(mine, voice), one=True)]
    if order is not None and order.until != EVERYWHERE:
        groups.append(_group(say("choose-unless"), "unless", exceptions(mine, order, voice)))
    wishes = wishes_as_captain(mine, order or StayOrder(), say)
    groups += [
        _group(say("choose-as_captain"), "as_captain", wishes),
        _group(say("choose-arm"), "arm", arms(mine, say, voice)),
        _group(say("choose-never"), "never", windows(mine, say)),
        _group("", "always", [option(say("button-always-on"), "on", chosen=mine.always)]),
    ]
    return [group for group in groups if group["choices"]]


def _group(label: str, do: str, options: Iterable[Option], *, one: bool = False) -> Facts:
    choices = [[it["value"], it["label"], it["default"]] for it in options]
    return {"label": label, "do": do, "choices": choices, "one": one}
