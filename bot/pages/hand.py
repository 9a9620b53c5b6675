"""The private pages of a seat: its hand, the captain's word, and its standing orders."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.discord.controls import Control, Option, Press, Style, button, select
from bot.discord.limits import SELECT_OPTIONS
from bot.pages.alt_text import describe
from bot.pages.layout import (
    ASK_COLOUR,
    PLAY_COLOUR,
    Content,
    Layout,
    PlainName,
    label_voice,
    named_button,
    open_voice,
    option,
    told,
)
from bot.pages.leg import back, crew, stayed, until
from bot.pages.leg import question as asked_of_all
from bot.pages.reminders import door as reminders
from bot.pages.scenes import scene
from bot.pages.stake import ahead, odds, stake
from bot.pages.stay_order import door
from bot.pages.tutorial import no_tips, tips_please
from bot.pages.views import HandView
from bot.tables.paces import PACES
from bot.tables.play import NOTHING, SEALABLE
from bot.tables.table import PICTURE
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from engine import Move
from engine.box import CITY_OF, COVERS, EVENTS, POINTS, SPYGLASSES, TOKEN_POINTS, TURBO
from engine.moves import Declare, Discard, Pass, Pay, parse
from engine.state.payment import to_face
from players import words
from players.stakes import riches

HOLD: Final = "hold"
"""The argument of the button that has the others wait."""
FEW: Final = 5
"""Up to this many moves are buttons; more of them go into selects."""
MOST_SELECTS: Final = 5
NEWS: Final = 2
"""Lines of private news on a board."""
STYLES: Final = {
    "stay": Style.success,
    "roll": Style.success,
    "leave": Style.danger,
    "declare can": Style.success,
    "declare cannot": Style.danger,
}
"""By the text of a move, or its kind; as on the board."""


def hand(mine: HandView, say: Catalogue, plain: PlainName, note: str = "") -> Content:
    """Return a seat's own board, for its owner: all that a question needs, on one screen.

    ``note`` says what has just been done.
    """
    shown = mine.public
    voice = open_voice(shown, say)
    labels = label_voice(shown, say, plain)
    layout = Layout(ASK_COLOUR if _is_asked(mine) else PLAY_COLOUR)
    layout.text(f"> {note}" if note else "")
    if shown.board == PICTURE and shown.stage == "playing":
        painted = scene(shown)
        layout.picture(painted, describe(painted, say, shown.ship.name))
    _attendance(layout, mine, say)
    layout.text(*_asked(mine, say, voice))
    layout.text(*_cards(mine, say, voice), *_treasures(mine, say, voice))
    layout.text(*_news(mine, voice, note))
    layout.text(tip(mine, voice), _hint(mine, voice, labels))
    answers = [*_word(layout, mine, say, voice), *_moves(layout, mine, say, labels)]
    return layout.buttons([*answers, *_doors(mine, say)]).content()


def _is_asked(mine: HandView) -> bool:
    return bool(_offered(mine) or mine.may_seal)


def _offered(mine: HandView) -> list[tuple[int, Move]]:
    """Return the moves to choose from, with their numbers; not a pass that comes by itself."""
    comes = mine.no_choice and mine.public.is_window
    return [it for it in enumerate(mine.moves) if not (comes and it[1] == Pass())]


def _asked(mine: HandView, say: Catalogue, voice: Voice) -> list[str]:
    """Return what is at stake, and what is asked of this seat, or else of others."""
    shown, view = mine.public, mine.view
    if shown.stage != "playing" or shown.asleep:
        return []
    if mine.seat == view.leg.captain and view.leg.dice:
        stakes = [ahead(view, voice)]
    else:
        stakes = [stake(view, voice), odds(shown, view, say)]
    if mine.passes:
        question = f"{icon('quiet')} {say('hand-quiet')}"
    elif _offered(mine) or (mine.may_seal and not mine.sealed):
        question = f"{icon('wait')} **{voice.ask(view)}**"
    else:
        question = asked_of_all(shown, voice, view)
    places = stayed(shown, view) if shown.board == PICTURE else crew(shown, view)
    return [*stakes, question, *until(shown, say), places]


def _news(mine: HandView, voice: Voice, note: str) -> list[str]:
    """Return the private events of this leg."""
    known = set(mine.public.story)
    lately = [event for event in mine.news if event.seen_by(None) in known]
    lines = [line for line in told(voice, lately, NEWS) if line not in note]
    return [f"-# {line}" for line in lines]


def tip(mine: HandView, voice: Voice) -> str:
    """Return the tip for a beginner; "" for none."""
    return f"{icon('tip')} {voice.tip(mine.tip, mine.view)}" if mine.tip else ""


def _doors(mine: HandView, say: Catalogue) -> list[Control]:
    """Return the buttons to the other private pages, and those that end silence and tips."""
    if mine.public.stage != "playing":
        return []
    table = mine.public.table
    found = [_hold(mine, say)] if mine.may_hold and _has_cards(mine) else []
    is_lesson = mine.public.is_first_flight and mine.tips
    if (mine.may_choose or len(mine.answers) > 1) and not is_lesson:
        found.append(door(mine, say))
    if not is_lesson:  # which has no cards for orders
        found.append(named_button(table, "orders", say))
    if mine.has_page:
        found.append(named_button(table, "browser", say))
    if mine.quiet:
        found.append(loud(mine, say))
    if mine.may_ask and mine.hint is None:
        found.append(named_button(table, "hint", say))
    if mine.tip and mine.public.is_first_flight:  # elsewhere it is among the orders
        found.append(no_tips(table, say))
    return found


def _hold(mine: HandView, say: Catalogue) -> Control:
    """Return the button that has the others wait in this window, or the next one."""
    press = Press(mine.public.table, "cards", HOLD)
    return button(press, say("button-hold"), emoji=icon("thinking"))


def _has_cards(mine: HandView) -> bool:
    """Return whether the seat has something that may be played in a window."""
    me = mine.view.seats[mine.seat]
    held = any(card not in PLAIN for card in mine.view.hand)
    return held or me.power or any(it in SPYGLASSES for it in mine.view.treasures)


def sealed_note(mine: HandView, say: Catalogue) -> Content:
    """Return the confirmation of a sealed answer, with a button to take it back."""
    layout = Layout(PLAY_COLOUR).text(_sealed(mine, say), f"-# {say('sealed-until')}")
    return layout.buttons([take_back(mine, say)]).content()


def _sealed(mine: HandView, say: Catalogue) -> str:
    if mine.by_order:
        answer = Pay.kind if mine.sealed.startswith(Pay.kind) else mine.sealed
        return f"{icon('stay_order')} {say(f'by-order-{answer}')}"
    return f"{icon('sealed')} {say(f'sealed-{mine.sealed}')}"


def _attendance(layout: Layout, mine: HandView, say: Catalogue) -> None:
    """Add the note that a substitute plays or the table sleeps, and a button to come back."""
    if mine.public.stage != "playing":
        return
    if mine.public.asleep:
        layout.text(f"{icon('asleep')} {say('board-asleep')}")
        layout.buttons([back(mine.public, say, "resume")])
    elif mine.seat in mine.public.substituted:
        layout.text(f"{icon('away')} {say('hand-substituted')}")
        layout.buttons([back(mine.public, say, "back")])


def _cards(mine: HandView, say: Catalogue, voice: Voice) -> list[str]:
    """Return the cards of a seat: a line of those that beat dice, and the others by name.

    Others come with their explanation where the owner wants tips.
    """
    counted = Counter(mine.view.hand) - Counter(mine.view.laid)  # those are listed separately
    beating = [
        f"{icon(die)} ×{count}"
        for die in (*EVENTS, TURBO)
        if (count := sum(counted[card] for card in BEATING[die]))
    ]
    others = {card: count for card, count in sorted(counted.items()) if card not in PLAIN}
    names = [f"{icon(card)} {_counted(say, voice, card, count)}" for card, count in others.items()]
    held = "  ".join([*beating, *names]) or say("hand-empty")
    lines = [f"{icon('hand')} **{say('hand-title')}** {held}"]
    about = others if mine.tips else ()
    lines += [f"-# {icon(card)} {say(f'card-{card}-about')}" for card in about]
    me = mine.view.seats[mine.seat]
    if me.character:
        state = "" if me.power else f" ({say('power-used')})"
        about_power = f" · {say(f'card-{me.character}-about')}" if me.power else ""
        name = f"**{voice.card(me.character)}**{state}{about_power}"
        lines.append(f"-# {icon(me.character)} {name}")
    if mine.view.laid:
        lines.append(f"{icon('laid')} {say('hand-laid', cards=voice.things(mine.view.laid))}")
    return lines


def _counted(say: Catalogue, voice: Voice, card: str, count: int) -> str:
    return say("list-times", count=count, thing=voice.card(card)) if count > 1 else voice.card(card)


BEATING: Final = {
    **{die: [card for card, it in COVERS.items() if it.symbol == die] for die in EVENTS},
    TURBO: [TURBO],
}
"""The cards that beat each die; a Turbo beats any."""
PLAIN: Final = {card for cards in BEATING.values() for card in cards}
"""Cards that need no explanation."""


def _treasures(mine: HandView, say: Catalogue, voice: Voice) -> list[str]:
    tokens = mine.view.seats[mine.seat].tokens
    if not mine.view.treasures and not tokens:
        return []  # the line of the seats counts them
    points = riches(mine.view)
    names = sorted(mine.view.treasures, key=lambda name: -POINTS[name])
    listed = [f"{_from(voice, name)} {POINTS[name]}" for name in names]
    if tokens:
        worth = say("score-tokens", points=tokens * TOKEN_POINTS)
        listed.append(f"{icon('boscalumia')} {worth}")
    parts = f": {', '.join(listed)}" if listed else ""
    return [f"{icon('treasures')} **{say('hand-treasures', points=points)}**{parts}"]


def _from(voice: Voice, treasure: str) -> str:
    """Return the city of a treasure, or that it is a spyglass."""
    if treasure in SPYGLASSES:
        return f"{icon(treasure)} {voice.card('spyglass')}"
    return voice.city(CITY_OF[treasure])


def _word(layout: Layout, mine: HandView, say: Catalogue, voice: Voice) -> list[Control]:
    """Add the captain's dice with the cards that cover them; return the answers in advance."""
    if not mine.answers and not mine.sealed.startswith(Declare.kind):
        return []
    covers = [_covered(say, voice, die, cards) for die, cards in mine.cover]
    layout.text(" · ".join(covers) if to_face(mine.view.leg) else say("answer-nothing-to-face"))
    if mine.moves:
        return []
    if mine.sealed:
        layout.text(f"-# {_sealed(mine, say)} {say('sealed-word-until')}")
        return [take_back(mine, say)]
    if mine.is_settled:
        layout.text(f"-# {say('answer-settled')}")
        return []
    layout.text(f"-# {say('answer-ahead')}")
    return [_answer(mine, say, words, icon(parse(words))) for words in mine.answers]


def _moves(layout: Layout, mine: HandView, say: Catalogue, labels: Voice) -> list[Control]:
    """Return all legal moves as buttons, and add selects if there are many."""
    if mine.may_seal and not mine.moves:
        layout.text(
            f"-# {_sealed(mine, say)}" if mine.sealed else f"-# {icon('sealed')} {say('seal-now')}"
        )
        answers = [_answer(mine, say, kind, icon(kind)) for kind in SEALABLE]
        return [*answers, *([take_back(mine, say)] if mine.sealed else [])]
    layout.text(f"-# {_sealed(mine, say)}" if mine.sealed and mine.moves else "")
    layout.text(_ahead(mine, say))
    _exchange(layout, mine, say, labels)
    # the bot opens a sealed answer after its pause
    back = [take_back(mine, say)] if mine.sealed and mine.moves else []
    numbered = [pair for pair in _offered(mine) if not isinstance(pair[1], Discard)]
    if len(numbered) <= FEW:
        return [*back, *[_button(mine, labels, number, move) for number, move in numbered]]
    plain = [(number, move) for number, move in numbered if move.kind in ("pass", "draw", "done")]
    rest = [pair for pair in numbered if pair not in plain]
    for start in range(0, len(rest), SELECT_OPTIONS)[:MOST_SELECTS]:
        part = rest[start : start + SELECT_OPTIONS]
        options = [_option(labels, number, move) for number, move in part]
        press = _press(mine, "slot", f"from {start}")
        layout.choice(select(press, say("choose-move"), options))
    return [*back, *[_button(mine, labels, number, move) for number, move in plain]]


def _ahead(mine: HandView, say: Catalogue) -> str:
    if mine.holds_next:
        return f"-# {icon('thinking')} {say('hand-holds-next')}"
    if not mine.no_choice or (mine.public.is_window and not _offered(mine)):
        return ""
    key = "hand-soon-passes" if mine.public.is_window else "hand-only-answer"
    return f"-# {icon('wait')} {say(key)}"


def _hint(mine: HandView, voice: Voice, labels: Voice) -> str:
    """Return a computer's move and its reason, if the seat has asked."""
    if mine.hint is None:
        return ""
    move = labels.move(mine.hint.move, mine.view)
    return f"{icon('hint')} **{move}** — {voice.hint(mine.hint)}"


def _exchange(layout: Layout, mine: HandView, say: Catalogue, labels: Voice) -> None:
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


def _answer(mine: HandView, say: Catalogue, words: str, sign: str) -> Control:
    style = STYLES.get(words, Style.secondary)
    return button(_say(mine, words), say(f"move-{words.replace(' ', '-')}"), style, emoji=sign)


def loud(mine: HandView, say: Catalogue) -> Control:
    """Return the button of a quiet seat to be asked again."""
    press = Press(mine.public.table, "quiet", "off")
    return button(press, say("button-quiet-off"), emoji=icon("ask"))


def take_back(mine: HandView, say: Catalogue) -> Control:
    """Return the button that takes a sealed answer back."""
    label = say("button-ask-me" if mine.by_order else "button-take-back")
    return button(_say(mine, NOTHING), label, emoji=icon("take_back"))


def _say(mine: HandView, words: str) -> Press:
    return Press(mine.public.table, "say", words, moment=mine.public.moment)


def _press(mine: HandView, action: str, argument: str) -> Press:
    return Press(mine.public.table, action, argument, moment=mine.public.moment, turn=mine.turn)


def _covered(say: Catalogue, voice: Voice, die: str, cards: tuple[str, ...]) -> str:
    by = voice.things(cards) if cards else f"**{say('answer-uncovered')}**"
    return f"{icon(die)} {by}"


def orders(mine: HandView, say: Catalogue, plain: PlainName, note: str = "") -> Content:
    """Return the orders of a seat, and the controls to change them; ``note``: the last change."""
    labels = label_voice(mine.public, say, plain)
    layout = Layout(PLAY_COLOUR).text(f"> {note}" if note else "")
    layout.text(f"### {icon('orders')} {say('orders-title')}", say("orders-how"))
    layout.text(*[f"{icon('orders')} {_armed(say, labels, entry)}" for entry in mine.armed])
    layout.text(f"-# {say('always-on' if mine.always else 'always-off')}")
    if mine.ready:
        layout.choice(_arm(mine, say, labels))
    if mine.windows:
        layout.choice(_never(mine, say))
    table = mine.public.table
    tips = no_tips(table, say) if mine.tips else tips_please(table, say, "button-tips-on")
    wishes = [_silence(mine, say), _always(mine, say), tips]
    doors = [door(mine, say), named_button(table, "hand", say)]
    if PACES[mine.public.pace].is_slow:
        doors.append(reminders(say))
    return layout.buttons([*wishes, *doors]).content()


def _arm(mine: HandView, say: Catalogue, labels: Voice) -> Control:
    """Return the select of cards that the bot can play, each with its window."""
    options = arms(mine, say, labels)
    press = Press(mine.public.table, "arm")
    return select(press, say("choose-arm"), options, least=0, most=len(options))


def arms(mine: HandView, say: Catalogue, labels: words.Voice) -> list[Option]:
    """Return the cards that the bot can play for this seat, each with its window."""
    return [
        option(
            _armed(say, labels, f"{window} {card}"),
            f"{mine.armable.index((window, card))}",
            say(f"card-{card}-about"),
            chosen=f"{window} {card}" in mine.armed,
        )
        for window, card in mine.ready[:SELECT_OPTIONS]
    ]


def _never(mine: HandView, say: Catalogue) -> Control:
    """Return the select of windows in which the bot always passes."""
    options = windows(mine, say)
    press = Press(mine.public.table, "never")
    return select(press, say("choose-never"), options, least=0, most=len(options))


def windows(mine: HandView, say: Catalogue) -> list[Option]:
    """Return the windows of this game, in which a seat may always pass."""
    return [option(say(f"window-{kind}"), kind, chosen=kind in mine.never) for kind in mine.windows]


def _silence(mine: HandView, say: Catalogue) -> Control:
    if mine.quiet:
        return loud(mine, say)
    press = Press(mine.public.table, "quiet", "on")
    return button(press, say("button-quiet-on"), emoji=icon("quiet"))


def _always(mine: HandView, say: Catalogue) -> Control:
    """Return the button by which a seat gives even the only answer itself, or no longer."""
    wish = "off" if mine.always else "on"
    press = Press(mine.public.table, "always", wish)
    return button(press, say(f"button-always-{wish}"), emoji=icon("ask"))


def _armed(say: Catalogue, labels: words.Voice, entry: str) -> str:
    window, _, card = entry.partition(" ")
    return say("armed", window=say(f"window-{window}"), card=labels.card(card))
