"""What the bot does by itself: it plays for computers and for people who left it instructions.

The time at which it answers depends on nothing hidden: the pause is drawn when the question is
asked, and a seat that armed a card, sealed an answer or wants no questions looks from outside like
one that is thinking. How long a computer really thinks cannot be seen either: it does so during the
pause, and what it has not thought of by then a quicker one answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.tables import beats, deadlines, presence
from bot.tables.actions import Entry
from bot.tables.presence import PASS, is_window
from bot.tables.table import Table
from bot.tables.thoughts import Recall, Thought, decided, deep
from engine.moves import Play, parse
from players.roster import DEEP, STAND_IN

LEAST: Final = 0.5
"""Seconds that computers which think for long pause at least: time to think of something."""
ANEW: Final = 2.0
"""Seconds that they get after a restart, with which all their thoughts were lost."""


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """How long computers seem to think, and the bot when it answers for a person."""

    shortest: float
    longest: float

    def pause(self, luck: Random, *, person: bool) -> float:
        """The pause before an answer; an answer for a person takes twice as long, as people do."""
        return luck.uniform(self.shortest, self.longest) * (1 + person)


def _nothing(thought: Thought) -> None:
    """Recall nothing: nobody has thought ahead."""


def plan(table: Table, now: float, tempo: ThinkingTime, luck: Random) -> None:
    """Set the times for what is asked now; times that are already set for it stay."""
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
        seat: now + max(_least(table, seat), tempo.pause(luck, person=_is_thinking(table, seat)))
        for seat in sorted(waited_for - already.keys())
    }
    table.answers_at = {**already, **fresh}


def begin_anew(table: Table, now: float, knows: Callable[[Thought], bool]) -> None:
    """Put off answers that are due, but that nobody has begun to think of."""
    for thought in deep(table):
        if table.answers_at[thought.seat] <= now and not knows(thought):
            table.answers_at[thought.seat] = now + ANEW


def next_command(table: Table, now: float, recall: Recall = _nothing) -> Entry | None:
    """The next command that the bot has to carry out by now; ``recall`` knows long thoughts."""
    if table.stage == "lobby":
        is_over = table.due is not None and table.due <= now
        return Entry(None, "expire", "") if is_over else None
    if deadlines.is_given_up(table, now):
        return Entry(None, "expire", "")
    answered = answer(table, now, recall)
    if answered is not None:
        return answered
    late = deadlines.overdue(table, now)
    if late is not None:
        return Entry(late, "stand_in", decided(table, late, STAND_IN, recall))
    warned = deadlines.to_warn(table, now)
    if warned:
        return Entry(None, "warn", " ".join(map(str, warned)))
    return Entry(None, "sleep", "") if deadlines.falls_asleep(table, now) else None


def answer(table: Table, now: float, recall: Recall = _nothing) -> Entry | None:
    """The answer that is due by now, for a seat or at the end of a window."""
    if table.game is None or table.stage != "playing":
        return None
    waiting = table.game.waiting
    due = [seat for seat in waiting if table.answers_at.get(seat, now + 1) <= now]
    if due:
        seat = min(due, key=lambda other: table.answers_at[other])
        return _answer(table, seat, recall)
    if table.window_ends is not None and table.window_ends <= now and is_window(table):
        speaks = next((seat for seat in waiting if _has_more_to_say(table, seat)), None)
        return Entry(None, "close", "") if speaks is None else _answer(table, speaks, recall)
    return None


def _answer(table: Table, seat: int, recall: Recall) -> Entry:
    """What the bot answers for this seat; a person who left no instructions passes."""
    chair = table.chairs[seat]
    if chair.computer:
        return Entry(seat, "move", decided(table, seat, chair.computer, recall))
    sealed, armed = _sealed_move(table, seat), _armed_move(table, seat)
    if sealed:
        return Entry(seat, "open_seal", sealed)
    if armed:
        return Entry(seat, "answer", armed)
    if presence.is_substituted(table, seat) and not _wants_to_pass(table, seat):
        return Entry(seat, "stand_in", decided(table, seat, STAND_IN, recall))
    return Entry(seat, "let_pass", PASS)


def _least(table: Table, seat: int) -> float:
    """The shortest pause of this seat; what all know of it, how strong it plays, decides."""
    return LEAST if table.chairs[seat].computer in DEEP else 0.0


def _has_more_to_say(table: Table, seat: int) -> bool:
    """May the answer for this seat be more than a pass at the end of the window?"""
    if table.chairs[seat].computer or _armed_move(table, seat):
        return True
    return presence.is_substituted(table, seat) and not _wants_to_pass(table, seat)


def passes(table: Table, seat: int) -> bool:
    """Does the bot pass for this person in the window, unless a card is armed for it?"""
    holds = seat in table.thinking and seat not in table.spoken_for
    return not holds and _wants_to_pass(table, seat)


def _is_answered_for(table: Table, seat: int) -> bool:
    if seat in table.thinking:
        return passes(table, seat)
    if table.chairs[seat].computer or presence.is_substituted(table, seat):
        return True
    if _sealed_move(table, seat):
        return True
    return is_window(table) and (_wants_to_pass(table, seat) or _armed_move(table, seat) != "")


def _is_thinking(table: Table, seat: int) -> bool:
    """Does it look as if a person thought about it? One who sealed an answer has done so before."""
    return table.is_person(seat) and not _sealed_move(table, seat)


def _sealed_move(table: Table, seat: int) -> str:
    """The sealed answer of this seat, if its turn has come; "" if not."""
    sealed = table.sealed.get(seat, "")
    return sealed if sealed and parse(sealed) in table.running.legal(seat) else ""


def _wants_to_pass(table: Table, seat: int) -> bool:
    """Does the seat want no questions, or has the bot just played a card for it?"""
    if not is_window(table):
        return False
    never = table.question in table.never.get(seat, ())
    return never or seat in table.quiet or seat in table.spoken_for


def _armed_move(table: Table, seat: int) -> str:
    """The first armed card that this seat can play now; "" if none."""
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
