"""The actions of a running game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from bot.tables import beats, presence
from bot.tables.beats import BEFORE_THE_WORD
from bot.tables.refusals import Refused, in_play, playing
from bot.tables.table import (
    END,
    LEG,
    NEWS,
    ClockPaused,
    Page,
    StoodIn,
    Table,
    TakenOver,
    WentAway,
)
from engine import Event, IllegalMove, events
from engine.moves import Declare, Discard, Done, Leave, Move, Stay, parse
from engine.state.pieces import Leg
from players.roster import player_of
from players.stay_order import StayOrder

PAGES: Final = 3
"""Pages that a table keeps: the newest, and those whose messages may still have buttons."""
AFTER_RESTORE: Final = 10_000
"""Moments that a restore skips: more than any game has."""
IN_TURN: Final = "decisions"
"""The question that one seat after the other is asked; the others may answer in advance."""
WORD: Final = "declaration"
"""The question that asks for the captain's word."""
PAYMENT: Final = "payment"
"""The question that asks which cards the captain shows."""
NEW_DICE: Final = (events.LegBegan, events.Rolled, events.Rerolled)
"""After these a captain's sealed word is about other dice, even if they look alike."""
SEALABLE: Final = (Stay.kind, Leave.kind)
DECLARATIONS: Final = (str(Declare("can")), str(Declare("cannot")))
"""The words that a captain can seal."""
KICK: Final = "kicked"
"""The second argument of a concession by the host or a moderator instead of the player."""
NOTHING: Final = "nothing"
"""A seat seals this to take its sealed answer back."""


def say(table: Table, seat: int | None, arguments: str) -> None:
    """Make a move that a player has chosen."""
    if arguments == presence.PASS and table.question == BEFORE_THE_WORD and seat is not None:
        table.declined = [*dict.fromkeys([*table.declined, seat])]
    move(table, seat, arguments)


def move(table: Table, seat: int | None, arguments: str) -> None:
    """Make a move for a seat, and drop its sealed answer; a captain's word survives a pass."""
    in_play(table)
    me = playing(table, seat)
    if arguments != presence.PASS or table.sealed.get(me) not in DECLARATIONS:
        _unseal(table, me)
    _make(table, me, arguments)


def exchange(table: Table, seat: int | None, arguments: str) -> None:
    """Lay these cards of a hand aside and end the exchange: ``compass turbo``."""
    for card in filter(None, arguments.split(" ")):
        move(table, seat, str(Discard(card)))
    move(table, seat, str(Done()))


def answer(table: Table, seat: int | None, arguments: str) -> None:
    """Play a card that a seat has armed, and pass for the seat in this window."""
    asked = table.question
    move(table, seat, arguments)
    if table.question == asked and seat is not None and seat not in table.spoken_for:
        table.spoken_for.append(seat)


def close(table: Table, seat: int | None, arguments: str) -> None:
    """End the window: pass for all seats that are still asked."""
    for waiting in table.running.waiting:
        move(table, waiting, presence.PASS)


def stand_in(table: Table, seat: int | None, arguments: str) -> None:
    """Have a computer decide for a person whose time is over.

    A decision that takes several hidden moves counts as missed only once.
    """
    me, moment = playing(table, seat), table.moment
    told = StoodIn(me)
    if not presence.is_substituted(table, me) and table.page.events[-1:] != [told.to_json()]:
        tell(table, [told])
    move(table, me, arguments)
    if table.moment != moment or me not in table.running.waiting:
        presence.missed_decision(table, me)


def seal(table: Table, seat: int | None, arguments: str) -> None:
    """Keep the answer of a passenger or the captain until it is asked for; "nothing" drops it.

    The captain's word is about the dice as they lie.
    """
    in_play(table)
    me = playing(table, seat)
    if arguments not in (*SEALABLE, *DECLARATIONS, NOTHING):
        raise Refused("cannot_be_sealed")
    speaks = me in to_speak(table) and arguments not in DECLARATIONS
    declares = me == to_declare(table) and arguments not in SEALABLE
    takes_back = arguments == NOTHING and me in table.sealed
    if not (speaks or declares or takes_back):
        raise IllegalMove("not_asked", seat=me)
    if arguments == NOTHING and me in table.by_order:
        table.by_hand.append(me)
    _unseal(table, me)
    if arguments != NOTHING:
        table.sealed[me] = arguments


def _unseal(table: Table, seat: int) -> None:
    """Drop the sealed answer of a seat, its own or that of its order to stay."""
    table.sealed.pop(seat, None)
    if seat in table.by_order:
        table.by_order.remove(seat)


def stay_order(table: Table, seat: int | None, arguments: str) -> None:
    """Answer for a passenger or captain by these rules until it says otherwise; "off": ask it.

    A table that does not show the captain's odds gives none away by the answers.
    """
    in_play(table)
    me = playing(table, seat)
    try:
        order = None if arguments == "off" else StayOrder.parse(arguments)
    except ValueError:
        raise Refused("unknown_choice") from None
    if order is not None and order.odds and not table.odds:
        raise Refused("odds_not_shown")
    if me in table.by_order:
        _unseal(table, me)
    table.by_hand = [other for other in table.by_hand if other != me]
    table.stay_orders.pop(me, None)
    if order is not None:
        table.stay_orders[me] = f"{order}"
        _follow_orders(table, [me])


def _follow_orders(table: Table, seats: Iterable[int]) -> None:
    """Seal the answers that follow from the orders of these seats."""
    for seat in seats:
        if seat in table.sealed or seat in table.by_hand:
            continue
        answer = _by_order(table, seat, StayOrder.parse(table.stay_orders[seat]))
        if answer is not None:
            table.sealed[seat] = f"{answer}"
            table.by_order.append(seat)


def _by_order(table: Table, seat: int, order: StayOrder) -> Move | None:
    """Return the answer that follows from the order of a seat; None: there is none now."""
    game = table.running
    if seat in to_speak(table):
        return order.answer(game.view(seat)) if Leave.kind in game.offers else None
    if seat != game.leg.captain:
        return None
    if len(game.answers(seat)) > 1:
        return order.word(game.view(seat))
    return order.payment(game.view(seat)) if game.question == PAYMENT else None


def arm(table: Table, seat: int | None, arguments: str) -> None:
    """Have the bot play these cards of a seat, and no others: ``window card;window card``."""
    in_play(table)
    me = playing(table, seat)
    wanted = tuple(filter(None, arguments.split(";")))
    ready = {f"{window} {card}" for window, card in table.running.ready(me)}
    if not ready.issuperset(wanted):
        raise Refused("cannot_be_armed")
    table.armed[me] = list(wanted)


def repost(table: Table, seat: int | None, arguments: str) -> None:
    """Post the newest page again, in the channel of this number."""
    table.channel = int(arguments)
    _repost(table)


def restored(table: Table, seat: int | None, arguments: str) -> None:
    """Make all buttons out of date, after an older state was restored."""
    table.moment += AFTER_RESTORE
    table.notices += AFTER_RESTORE
    _repost(table)


def quiet(table: Table, seat: int | None, arguments: str) -> None:
    """Ask a seat nothing in the windows of this leg; "off": ask it again."""
    in_play(table)
    me = playing(table, seat)
    table.quiet = [other for other in table.quiet if other != me]
    if arguments != "off":
        table.quiet.append(me)
    _wants_out(table, me, passes=arguments != "off")


def always(table: Table, seat: int | None, arguments: str) -> None:
    """Ask a seat even where only one answer is possible; "off": give that answer for it."""
    in_play(table)
    me = playing(table, seat)
    table.always = [other for other in table.always if other != me]
    if arguments != "off":
        table.always.append(me)


def never(table: Table, seat: int | None, arguments: str) -> None:
    """Ask a seat nothing in these kinds of windows, and in no others, until the end."""
    in_play(table)
    me = playing(table, seat)
    wanted = arguments.split()
    if not {*table.running.windows}.issuperset(wanted):
        raise Refused("unknown_choice")
    table.never[me] = [kind for kind in table.running.windows if kind in wanted]
    _wants_out(table, me, passes=table.question in wanted)


def _wants_out(table: Table, seat: int, *, passes: bool) -> None:
    """Note whether a seat that holds the window passes in it after all.

    Until the bot passes for it the seat seems to think: the others do not see its wish.
    """
    if seat not in table.thinking:
        return
    table.spoken_for = [other for other in table.spoken_for if other != seat]
    if passes:
        table.spoken_for.append(seat)


def concede(table: Table, seat: int | None, arguments: str) -> None:
    """Give a seat to the computer that the first of the ``arguments`` names.

    The second is the outcome that the player was told, as `fate` says it, or `KICK`.
    The last person to leave closes the table: computers do not play to an empty room.
    """
    in_play(table)
    me = playing(table, seat)
    if not table.is_person(me):
        raise Refused("is_computer")
    chair = table.chairs[me]
    taken = {other.name for other in table.chairs if other.computer}
    chair.computer = player_of(arguments.partition(" ")[0])
    chair.name = next(n for n in range(len(table.chairs)) if n not in taken)
    table.people.pop(me, None)
    table.missed.pop(me, None)
    table.away.pop(me, None)
    table.paused.pop(me, None)
    _unseal(table, me)
    for instructions in (table.armed, table.never, table.stay_orders):
        instructions.pop(me, None)
    table.by_hand = [other for other in table.by_hand if other != me]
    table.quiet = [other for other in table.quiet if other != me]
    table.always = [other for other in table.always if other != me]
    table.thinking = [other for other in table.thinking if other != me]
    if not table.persons:
        _cancel(table)
    else:
        tell(table, [TakenOver(me)])
        presence.hand_over(table)


def away(table: Table, seat: int | None, arguments: str) -> None:
    """Have a computer play for a person who is away, and say so at the table."""
    known = seat in table.away
    presence.away(table, seat, arguments)
    if not known:
        tell(table, [WentAway(playing(table, seat))])


def pause(table: Table, seat: int | None, arguments: str) -> None:
    """Pause the clock of a person who is away, and say so at the table."""
    known = seat in table.paused
    presence.pause(table, seat, arguments)
    if not known:
        tell(table, [ClockPaused(playing(table, seat))])


LAST: Final = "game"
"""The outcome of a concession by the last person, as `fate` returns it."""


def fate(table: Table) -> str:
    """Return what a concession ends: the player's "seat", or the "game" of the last person."""
    return "seat" if len(table.persons) > 1 else LAST


def is_kick(arguments: str) -> bool:
    """Return whether a concession with these arguments was not the player's own."""
    return arguments.partition(" ")[2] == KICK


def cancel(table: Table, seat: int | None, arguments: str) -> None:
    """Close the table before its end, by a player or a moderator (no seat)."""
    if not table.open:
        raise Refused("table_closed")
    table.cancelled_by = seat
    table.cancelled_by_moderator = seat is None
    _cancel(table)


def expire(table: Table, seat: int | None, arguments: str) -> None:
    """Close the table because nobody came."""
    if not table.open:
        raise Refused("table_closed")
    _end_early(table)
    table.stage = "expired"


def to_speak(table: Table) -> tuple[int, ...]:
    """Return the passengers who have not yet said whether they stay, the next one first."""
    game = table.running
    return game.leg.undecided if game.question == IN_TURN else ()


def may_seal(table: Table, seat: int) -> bool:
    """Return whether a passenger may choose between staying and leaving before being asked."""
    game = table.running
    waits = seat in to_speak(table) and seat not in game.waiting
    return table.stage == "playing" and waits and Leave.kind in game.offers


def to_declare(table: Table) -> int | None:
    """Return the captain who can already seal a word about the dice, if there is one."""
    game = table.running
    return game.leg.captain if game.question in (IN_TURN, BEFORE_THE_WORD) else None


def is_about_the_dice(table: Table, words: str, moment: int) -> bool:
    """Return whether an answer on a captain's board of this moment is about the current dice."""
    since, captain_is_asked = table.word_since, to_declare(table) is not None
    if words not in DECLARATIONS or since is None:
        return False
    return since <= moment < table.moment and (captain_is_asked or table.question == WORD)


def to_exchange(table: Table, seat: int) -> tuple[str, ...]:
    """Return the cards that a seat can exchange now, each copy of them."""
    legal = set(table.running.legal(seat))
    if not any(isinstance(move, Discard) for move in legal):
        return ()
    view = table.running.view(seat)
    return tuple(sorted((Counter(view.hand) - Counter(view.laid)).elements()))


def tell(table: Table, told: Iterable[Event]) -> None:
    """Write events into the story, and each seat's private parts into its news."""
    for event in told:
        table.told.append(event)
        _turn_page(table, event)
        _follow(table, event)
        public = event.seen_by(None)
        if public is not None:
            table.page.events.append(public.to_json())
        for seat in range(len(table.chairs)):
            seen = event.seen_by(seat)
            # the hand page shows cards laid face down until they are turned over
            if seen is not None and seen != public and not isinstance(seen, events.Laid):
                table.news[seat] = [*table.news[seat], seen.to_json()][-NEWS:]


def _follow(table: Table, event: Event) -> None:
    """Note who went ashore where."""
    match event:
        case events.Left(seat=seat, city=city):
            table.ashore[seat] = city
        case events.Returned(seat=seat):
            table.ashore.pop(seat, None)
        case events.JourneyBegan():
            table.ashore, table.declined, table.was_paused = {}, [], []
        case _:
            pass


def begin_page(table: Table, kind: str = LEG) -> None:
    """Continue the story in a new message."""
    kept = table.pages if table.whole else table.pages[1 - PAGES :]
    table.pages = [*kept, Page(table.page.number + 1, kind)]


def _turn_page(table: Table, event: Event) -> None:
    """Begin a page for each leg and for the end; a journey and its first leg share one."""
    if isinstance(event, events.GameEnded):
        begin_page(table, END)
    elif isinstance(event, events.LegBegan | events.JourneyBegan) and table.page.begun:
        begin_page(table)
    if isinstance(event, events.LegBegan):
        table.page.begun = True
        table.quiet = []
        table.spoken_for = []
        table.asks = []
        table.by_hand = []


def _make(table: Table, seat: int, arguments: str) -> None:
    """Make a move, and begin a new moment if the game asks something else now."""
    game = table.running
    asked, dice, said = game.question, _dice(game.leg), game.leg.said
    told = game.play(seat, parse(arguments))
    _disarm(table, told)
    table.turns[seat] += 1
    table.made.append((seat, arguments))
    tell(table, told)
    if game.over:
        _close(table)
        table.stage = "over"
        return
    leg, question = game.leg, game.question
    new_dice = _dice(leg) != dice or any(isinstance(event, NEW_DICE) for event in told)
    # a question in between two decisions does not end the round
    _drop_seals(table, decisions=not leg.undecided, words=new_dice or bool(leg.said))
    if question != asked:
        table.spoken_for.clear()
    asked_anew = question != asked or _asks_afresh(question, told)
    if asked_anew:
        table.moment += 1
        table.notice = None
        table.warned.clear()
    if new_dice or leg.said != said:
        table.word_since = table.moment
    if table.stay_orders and (asked_anew or new_dice):
        for other in [*table.by_order]:
            _unseal(table, other)
        _follow_orders(table, table.stay_orders)
    beats.change_holders(table, asked_anew=asked_anew)


def _dice(leg: Leg) -> tuple[object, ...]:
    """Return all that the captain's word depends on."""
    return leg.captain, leg.craft, tuple(leg.dice)


def _drop_seals(table: Table, *, decisions: bool, words: bool) -> None:
    """Drop sealed decisions, or captains' sealed words, and any answer not legal in its turn."""
    for seat, sealed in [*table.sealed.items()]:
        if words if sealed in DECLARATIONS else decisions:
            _unseal(table, seat)
    _drop_void_seal(table)


def _disarm(table: Table, told: list[Event]) -> None:
    """Disarm cards that were played or are no longer held."""
    for seat, entries in table.armed.items():
        played = {
            event.card
            for event in told
            if isinstance(event, events.Played | events.Laid) and event.seat == seat
        }
        ready = {" ".join(pair) for pair in table.running.ready(seat)} if entries else set[str]()
        table.armed[seat] = [
            entry for entry in entries if entry in ready and entry.partition(" ")[2] not in played
        ]


def _asks_afresh(question: str, told: list[Event]) -> bool:
    """Return whether the game asks again, though its question is of the same kind.

    The whole round of decisions is one question, so that no click is late because another
    player's came first.
    """
    if question == IN_TURN:
        return any(isinstance(event, events.LegBegan) for event in told)
    return any(event.seen_by(None) is not None for event in told)


def _repost(table: Table) -> None:
    table.reposts += 1
    table.page_reposted = table.page.number


def _drop_void_seal(table: Table) -> None:
    """Drop the sealed answer of the seat whose turn has come, if it is no longer legal.

    The seat is asked like all others.
    """
    if table.question not in (IN_TURN, "declaration"):
        return
    seat = table.running.waiting[0]
    sealed = table.sealed.get(seat)
    if sealed and parse(sealed) not in table.running.legal(seat):
        _unseal(table, seat)


def _end_early(table: Table) -> None:
    """Close a table before its end; a game that has begun gets its last page."""
    if table.game is not None:
        begin_page(table, END)
    _close(table)


def _cancel(table: Table) -> None:
    _end_early(table)
    table.stage = "cancelled"


def _close(table: Table) -> None:
    """Ask nothing further, and delete the instructions of all seats."""
    table.moment += 1
    table.away.clear()
    table.paused.clear()
    table.sealed.clear()
    table.by_order.clear()
    table.by_hand.clear()
    table.stay_orders.clear()
    table.armed.clear()
    table.quiet.clear()
    table.always.clear()
    table.never.clear()
    table.thinking.clear()
    table.notice = None
    table.asleep = False
