"""The bot's own actions: it plays for computers and for people who left it instructions.

The time of an answer depends on nothing hidden: the pause is drawn when the question is asked, and
a seat that armed a card, sealed an answer, has no choice or wants no questions looks like one that
is thinking.

There is one exception: without a clock a window waits for the seats that can play, so a seat that
takes longer than the longest pause may hold a card (decision 41).
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import Final

from bot.tables import beats, deadlines, presence
from bot.tables.actions import BY_ORDER, ONLY_ANSWER, OPEN_SEAL, Entry
from bot.tables.beats import BEFORE_THE_WORD
from bot.tables.play import WORD
from bot.tables.presence import PASS, is_window
from bot.tables.table import Table
from engine.moves import Play, parse
from players.roster import STAND_IN, choose

CAN: Final = "can"
CANNOT: Final = "cannot"
"""The windows after the captain's word."""
WORSE_DICE: Final = frozenset({"wind_gust"})
"""Cards that can only add events."""
PERSON: Final = b"computer"
"""Separates this use of a table's secret from all others."""


def decided(table: Table, seat: int, player: str) -> str:
    """Return the move of a player for a seat, from no more than the seat may know."""
    return str(choose(player, table.running.view(seat), luck_of(table, seat)))


def luck_of(table: Table, seat: int) -> bytes:
    """Return the seed of a player's randomness, which reveals nothing of the table's secret.

    Others may pass meanwhile without a change; any other move of theirs begins another moment.
    """
    told = f"{table.moment} {table.turns[seat]} {seat}".encode()
    return blake2b(told, key=bytes.fromhex(table.secret), person=PERSON).digest()


ALONE_FACTOR: Final = 0.3
"""Factor of all pauses at a table with one person, as no other person waits."""
LET_PASS: Final = 2
"""How much longer than for a computer the bot waits before it passes for a person."""
DECIDE: Final = 3
"""The same before it decides for a person, as people do within a few seconds."""
LINGER: Final = 6
"""The same where the person seems to hesitate: a long pause must not tell of a choice."""
LINGERS: Final = 0.15
"""How often that is."""
AFTER_WINDOW: Final = 0.5
"""The pause before a captain's word that a window preceded: the captain has thought meanwhile."""


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """How long computers seem to think, and the bot when it answers for a person."""

    shortest: float
    longest: float

    def pause(self, luck: Random, times: int = 1) -> float:
        """Return the pause before an answer, this many times as long as a computer's."""
        return luck.uniform(self.shortest, self.longest) * times


def plan(table: Table, now: float, tempo: ThinkingTime, luck: Random) -> None:
    """Set the times for the current question; times that are already set for it stay."""
    deadlines.plan(table, now)
    game = table.game if table.stage == "playing" and presence.anybody(table) else None
    if game is None:
        table.answers_at, table.ends_at, table.planned = {}, {}, None
        table.beat_ends, table.held_until, table.window_ends = None, {}, None
        return
    if table.planned != table.moment:
        table.planned = table.moment
        table.answers_at, table.ends_at = {}, {}
        beats.begin(table, now)
        deadlines.plan(table, now)
    beats.hold(table, now)
    waited_for = {seat for seat in game.waiting if _is_answered_for(table, seat)}
    already = {seat: at for seat, at in table.answers_at.items() if seat in waited_for}
    fresh = {
        seat: now + _pause(table, seat, tempo, luck) for seat in sorted(waited_for - already.keys())
    }
    table.answers_at = {**already, **fresh}


def next_action(table: Table, now: float) -> Entry | None:
    """Return the next action that the bot owes by now."""
    if table.stage == "lobby":
        return Entry(None, "expire") if _is_over(table.due, now) else None
    if _is_over(table.given_up_at, now):
        return Entry(None, "expire")
    returns = [seat for seat, (until, _) in table.away.items() if until <= now]
    returns += [seat for seat, until in table.paused.items() if until <= now]
    if returns:
        return Entry(min(returns), "end_away")
    answered = answer(table, now)
    if answered is not None:
        return answered
    late = deadlines.overdue(table, now)
    if late is not None:
        return Entry(late, "stand_in", decided(table, late, STAND_IN))
    warned = deadlines.to_warn(table, now)
    if warned:
        return Entry(None, "warn", " ".join(map(str, warned)))
    return Entry(None, "sleep") if _is_over(table.sleep_at, now) else None


def _is_over(time: float | None, now: float) -> bool:
    return time is not None and time <= now


def answer(table: Table, now: float) -> Entry | None:
    """Return the answer that is due by now, for a seat or at the end of a window."""
    if table.game is None or table.stage != "playing":
        return None
    waiting = table.game.waiting
    due = [seat for seat in waiting if table.answers_at.get(seat, now + 1) <= now]
    if due:
        seat = min(due, key=lambda other: table.answers_at[other])
        return _first_of_those_who_play(table, _answer(table, seat))
    if _is_over(table.window_ends, now) and is_window(table):
        speaks = next((seat for seat in waiting if _has_more_to_say(table, seat)), None)
        return Entry(None, "close") if speaks is None else _answer(table, speaks)
    return None


def _first_of_those_who_play(table: Table, due: Entry) -> Entry:
    """Return the play of the seat nearest to the captain's left, if the bot plays for several.

    Of two who act at once that seat comes first, whatever pauses were drawn for them. A pass stays
    where it is: nobody may see from its time that another seat is about to play.
    """
    if due.arguments == PASS or not is_window(table):
        return due
    leg, seats = table.running.leg, len(table.chairs)
    order = [(leg.captain + n) % seats for n in range(1, seats + 1)]
    for seat in order[: order.index(due.seat)] if due.seat in order else ():
        if seat in table.running.waiting and seat in table.answers_at:
            entry = _answer(table, seat)
            if entry.arguments != PASS:
                return entry
    return due


def _answer(table: Table, seat: int) -> Entry:
    """Return the bot's answer for a seat; a person who left no instructions passes."""
    chair = table.chairs[seat]
    if chair.computer:
        return Entry(seat, "move", decided(table, seat, chair.computer))
    sealed, armed = _sealed_move(table, seat), _armed_move(table, seat)
    if sealed:
        return Entry(seat, BY_ORDER if seat in table.by_order else OPEN_SEAL, sealed)
    if armed:
        return Entry(seat, "answer", armed)
    if presence.is_substituted(table, seat) and not _wants_to_pass(table, seat):
        substitute = presence.substitute_of(table, seat)
        return Entry(seat, "stand_in", decided(table, seat, substitute))
    if has_no_choice(table, seat) and not is_window(table):
        return Entry(seat, ONLY_ANSWER, str(table.running.legal(seat)[0]))
    return Entry(seat, "let_pass", PASS)


def _pause(table: Table, seat: int, tempo: ThinkingTime, luck: Random) -> float:
    """Return the pause before the answer for a seat.

    An answer for a person takes longer, unless the
    person sealed it, and so had thought of it before, or plays against computers alone.
    """
    if presence.is_alone(table):
        return _pause_alone(table, seat, tempo, luck)
    may_linger = table.is_person(seat) and not _sealed_move(table, seat)
    lingers = may_linger and luck.random() < LINGERS
    if table.question == WORD and BEFORE_THE_WORD in table.running.windows:
        return tempo.pause(luck, DECIDE) if lingers else tempo.shortest * AFTER_WINDOW
    return tempo.pause(luck, _times(table, seat, lingers=lingers))


def _pause_alone(table: Table, seat: int, tempo: ThinkingTime, luck: Random) -> float:
    """Return the pause at a table where one person plays with computers.

    On a first flight, and where a substitute plays for the person, it is as long as elsewhere.
    """
    if table.is_first_flight:
        return tempo.shortest if is_window(table) else tempo.pause(luck)
    if presence.is_substituted(table, seat):
        return tempo.pause(luck, LET_PASS)
    after_window = table.question == WORD and BEFORE_THE_WORD in table.running.windows
    least = is_window(table) or after_window
    return ALONE_FACTOR * (tempo.shortest if least else tempo.pause(luck))


def _times(table: Table, seat: int, *, lingers: bool) -> int:
    """Return how much longer than a computer a seat seems to think."""
    if not table.is_person(seat) or _sealed_move(table, seat):
        return 1
    if presence.is_substituted(table, seat) or (is_window(table) and not _waits_for_all(table)):
        return LET_PASS
    return LINGER if lingers else DECIDE


def _has_more_to_say(table: Table, seat: int) -> bool:
    """Return whether the answer for a seat may be more than a pass at the window's end."""
    if table.chairs[seat].computer or _armed_move(table, seat):
        return True
    return presence.is_substituted(table, seat) and not _wants_to_pass(table, seat)


def passes(table: Table, seat: int) -> bool:
    """Return whether the bot passes for a person in the window, unless a card is armed."""
    holds = seat in table.thinking and seat not in table.spoken_for
    return not holds and _wants_to_pass(table, seat)


def _is_answered_for(table: Table, seat: int) -> bool:
    if seat in table.thinking:
        return passes(table, seat)
    if table.chairs[seat].computer or presence.is_substituted(table, seat):
        return True
    if _sealed_move(table, seat) or has_no_choice(table, seat):
        return True
    return is_window(table) and (_wants_to_pass(table, seat) or _armed_move(table, seat) != "")


def has_no_choice(table: Table, seat: int) -> bool:
    """Return whether a person can give one answer only, and wants the bot to give it.

    In a window that waits for everybody it is a pass, after a pause in which a person might think.
    On a first flight people answer themselves, to learn it.
    """
    if not gives_only_answers(table, seat):
        return False
    if is_window(table):
        return _waits_for_all(table) and not stops(table, seat)
    return len(table.running.legal(seat)) == 1


def stops(table: Table, seat: int) -> bool:
    """Return whether a window waits for a seat, unless it has asked for that.

    It can do something that it cannot put off: what may be played before the captain's word, and
    after either word, can wait for it. Who flies on does not want other dice, and nobody wants
    worse ones where the ship is going down. Who has passed before the word once is not stopped
    there again until the next journey.
    """
    plays = [move for move in table.running.legal(seat) if str(move) != PASS]
    if table.question == CAN and seat not in table.ashore:
        return False
    if table.question == BEFORE_THE_WORD and seat in table.declined:
        return False
    if table.question == CANNOT:
        return any(getattr(move, "card", "") not in WORSE_DICE for move in plays)
    if table.question != BEFORE_THE_WORD:
        return bool(plays)
    armable = table.running.armable
    later = {card for at, card in armable if at == CAN and (CANNOT, card) in armable}
    return any(getattr(move, "card", "") not in later for move in plays)


def _waits_for_all(table: Table) -> bool:
    """Return whether windows wait until everybody has answered."""
    return table.pace_rules.beats == "none" or presence.is_alone(table)


def gives_only_answers(table: Table, seat: int) -> bool:
    """Return whether the bot answers for a person where only one answer is possible."""
    return table.is_person(seat) and not table.is_first_flight and seat not in table.always


def _sealed_move(table: Table, seat: int) -> str:
    """Return the sealed answer of a seat, if its turn has come; "" if not."""
    sealed = table.sealed.get(seat, "")
    return sealed if sealed and parse(sealed) in table.running.legal(seat) else ""


def _wants_to_pass(table: Table, seat: int) -> bool:
    """Return whether a seat wants no questions, or the bot has just played a card for it."""
    if not is_window(table):
        return False
    never = table.question in table.never.get(seat, ())
    return never or seat in table.quiet or seat in table.spoken_for


def _armed_move(table: Table, seat: int) -> str:
    """Return the first armed card that a seat can play now; "" for none."""
    armed = table.armed.get(seat)
    if not armed:
        return ""
    question = table.question
    legal = set(table.running.legal(seat))
    for entry in armed:
        window, _, card = entry.partition(" ")
        if window == question and Play(card) in legal:
            return str(Play(card))
    return ""
