"""What a seat holds and may do now: for its owner alone, and only ever in private."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.discord.controls import Control, Option, Press, Style, button, select
from bot.discord.limits import SELECT_OPTIONS
from bot.pages.layout import (
    ASK_COLOUR,
    PLAY_COLOUR,
    Content,
    Layout,
    PlainName,
    label_voice,
    open_voice,
    option,
    told,
)
from bot.pages.leg import back
from bot.pages.views import HandView
from bot.tables.play import NOTHING
from bot.words import Catalogue, Voice
from bot.words.emoji import MOVES, icon
from engine import Move
from engine.box import EQUIPMENT, POINTS, TOKEN_POINTS, TURBO, UPGRADED
from engine.moves import Discard

FEW: Final = 5
"""Up to this many moves are buttons; more of them go into selects."""
MOST_SELECTS: Final = 5
NEWS: Final = 5
STYLES: Final = {
    "stay": Style.success,
    "roll": Style.success,
    "leave": Style.danger,
    "declare can": Style.success,
    "declare cannot": Style.danger,
}
"""By the text of a move, or its kind; as on the board."""


def hand(mine: HandView, say: Catalogue, plain: PlainName, note: str = "") -> Content:
    """The private page; ``note`` says what has just been done."""
    voice = open_voice(mine.public, say)
    labels = label_voice(mine.public, say, plain)
    layout = Layout(ASK_COLOUR if mine.moves or mine.may_seal else PLAY_COLOUR)
    layout.text(f"> {note}" if note else "")
    _attendance(layout, mine, say)
    layout.text(f"## 🃏 {say('hand-title')}", *_cards(mine, say, voice))
    layout.text(*_treasures(mine, say, voice))
    news = [line for line in told(voice, mine.news, NEWS) if line not in note]
    if news:
        layout.line().text(f"**{say('hand-news')}**", *news)
    if mine.moves or mine.may_seal:
        layout.line()
        _moves(layout, mine, say, voice, labels)
    elif mine.public.stage == "playing" and not mine.public.asleep:
        layout.line().text(f"-# {say('hand-idle')}")
    _standing(layout, mine, say, labels)
    return layout.content()


def sealed_note(mine: HandView, say: Catalogue) -> Content:
    """The answer to a seat that has sealed one, with the way back."""
    layout = Layout(PLAY_COLOUR)
    layout.text(f"✉️ {say(f'sealed-{mine.sealed}')}", f"-# {say('sealed-until')}")
    return layout.buttons([_take_back(mine, say)]).content()


def _attendance(layout: Layout, mine: HandView, say: Catalogue) -> None:
    """Say that a substitute plays or that the table sleeps, above a button to come back."""
    if mine.public.stage != "playing":
        return
    if mine.public.asleep:
        layout.text(f"💤 {say('board-asleep')}").buttons([back(mine.public, say, "resume")])
    elif mine.seat in mine.public.substituted:
        layout.text(f"💤 {say('hand-substituted')}").buttons([back(mine.public, say, "back")])


def _cards(mine: HandView, say: Catalogue, voice: Voice) -> list[str]:
    counted = Counter(mine.view.hand) - Counter(mine.view.laid)  # those are listed separately
    plain = [
        f"{icon(card)} {f'{counted[card]} × ' if counted[card] > 1 else ''}{voice.card(card)}"
        for card in PLAIN
        if card in counted
    ]
    lines = [" · ".join(plain)] if plain else []
    lines += [
        f"{icon(card)} {f'{count} × ' if count > 1 else ''}**{voice.card(card)}**"
        f" — {say(f'card-{card}-about')}"
        for card, count in sorted(counted.items())
        if card not in PLAIN
    ]
    me = mine.view.seats[mine.seat]
    if me.character:
        state = "" if me.power else f" ({say('power-used')})"
        about = say(f"card-{me.character}-about")
        lines.append(f"{icon(me.character)} **{voice.card(me.character)}**{state} — {about}")
    if mine.view.laid:
        lines.append(f"🤫 {say('hand-laid', cards=voice.things(mine.view.laid))}")
    return lines or [say("hand-empty")]


PLAIN: Final = (*EQUIPMENT, *UPGRADED, TURBO)
"""Cards that only pay: their names say everything."""


def _treasures(mine: HandView, say: Catalogue, voice: Voice) -> list[str]:
    tokens = mine.view.seats[mine.seat].tokens
    points = sum(POINTS[name] for name in mine.view.treasures) + tokens * TOKEN_POINTS
    if not mine.view.treasures and not tokens:
        return [f"**{say('hand-treasures', points=0)}**"]
    names = sorted(mine.view.treasures, key=lambda name: -POINTS[name])
    listed = f"💎 {voice.things(names)}" if names else ""
    lit = (
        f"{icon('boscalumia')} {say('score-tokens', points=tokens * TOKEN_POINTS)}"
        if tokens
        else ""
    )
    return [f"**{say('hand-treasures', points=points)}**", listed, lit]


def _moves(layout: Layout, mine: HandView, say: Catalogue, voice: Voice, labels: Voice) -> None:
    """Everything that the seat may do now: buttons, or selects if there is a lot."""
    if not mine.moves:
        sealed = f"✉️ {say(f'sealed-{mine.sealed}')}" if mine.sealed else say("sealed-nothing")
        layout.text(f"⏳ {say('seal-now')}", f"-# {sealed}")
        layout.buttons(
            [
                button(_say(mine, "stay"), say("move-stay"), Style.success, emoji=MOVES["stay"]),
                button(_say(mine, "leave"), say("move-leave"), Style.danger, emoji=MOVES["leave"]),
                *([_take_back(mine, say)] if mine.sealed else []),
            ]
        )
        return
    # who is not asked is told so
    layout.text(f"🔕 {say('hand-quiet')}" if mine.passes else f"❓ {voice.ask(mine.view)}")
    if mine.sealed:  # it is opened in a moment
        layout.text(f"-# ✉️ {say(f'sealed-{mine.sealed}')}").buttons([_take_back(mine, say)])
    _exchange(layout, mine, say, labels)
    numbered = [pair for pair in enumerate(mine.moves) if not isinstance(pair[1], Discard)]
    if len(numbered) <= FEW:
        layout.buttons([_button(mine, labels, number, move) for number, move in numbered])
        return
    plain = [(number, move) for number, move in numbered if move.kind in ("pass", "draw", "done")]
    rest = [pair for pair in numbered if pair not in plain]
    for start in range(0, len(rest), SELECT_OPTIONS)[:MOST_SELECTS]:
        part = rest[start : start + SELECT_OPTIONS]
        options = [_option(labels, number, move) for number, move in part]
        press = _press(mine, "slot", f"from {start}")
        layout.choice(select(press, say("choose-move"), options))
    if plain:
        layout.buttons([_button(mine, labels, number, move) for number, move in plain])


def _exchange(layout: Layout, mine: HandView, say: Catalogue, labels: Voice) -> None:
    """All cards that are to be exchanged are chosen at once."""
    options = [
        option(labels.card(card), f"{number}", emoji=icon(card))
        for number, card in enumerate(mine.to_exchange[:SELECT_OPTIONS])
    ]
    if options:
        press = _press(mine, "exchange", "")
        layout.choice(select(press, say("choose-exchange"), options, least=1, most=len(options)))


def _button(mine: HandView, labels: Voice, number: int, move: Move) -> Control:
    style = STYLES.get(f"{move}", STYLES.get(move.kind, Style.secondary))
    return button(
        _press(mine, "slot", f"{number}"), labels.move(move, mine.view), style, emoji=icon(move)
    )


def _option(labels: Voice, number: int, move: Move) -> Option:
    about = labels.about(move)
    return option(labels.move(move, None), f"{number}", about, emoji=icon(move))


def _standing(layout: Layout, mine: HandView, say: Catalogue, labels: Voice) -> None:
    """What the bot is to do by itself for this seat, and the controls for that."""
    if mine.public.stage != "playing":
        return
    armed = [_armed(say, labels, entry) for entry in mine.armed]
    layout.line()
    if mine.ready or armed:
        layout.text(f"-# {say('hand-standing')}", *[f"🎯 {line}" for line in armed])
    options = [
        option(
            _armed(say, labels, f"{window} {card}"),
            f"{number}",
            say(f"card-{card}-about"),
            chosen=f"{window} {card}" in mine.armed,
        )
        for number, (window, card) in enumerate(mine.ready[:SELECT_OPTIONS])
    ]
    if options:
        press = _press(mine, "arm", "")
        layout.choice(select(press, say("choose-arm"), options, least=0, most=len(options)))
    word = "off" if mine.quiet else "on"
    press = Press(mine.public.table, "quiet", word)
    quiet = button(press, say(f"button-quiet-{word}"), emoji="🔔" if mine.quiet else "🔕")
    refresh = button(Press(mine.public.table, "refresh"), say("button-refresh"), emoji="🔄")
    layout.buttons([refresh, quiet])


def _armed(say: Catalogue, labels: Voice, entry: str) -> str:
    window, _, card = entry.partition(" ")
    return say("armed", window=say(f"window-{window}"), card=labels.card(card))


def _take_back(mine: HandView, say: Catalogue) -> Control:
    return button(_say(mine, NOTHING), say("button-take-back"), emoji="↩️")


def _say(mine: HandView, words: str) -> Press:
    return Press(mine.public.table, "say", words, moment=mine.public.moment)


def _press(mine: HandView, action: str, argument: str) -> Press:
    return Press(mine.public.table, action, argument, moment=mine.public.moment, turn=mine.turn)
