"""The pending decisions of slow tables as rows, in the same transaction as the move before them."""

from __future__ import annotations

from typing import Final

from bot.reminders.reminder import SOON, TOLD, UNTOLD, YEAR
from bot.store.data import Awaited, Change
from bot.store.sql.session import Session

_OF_TABLE: Final = "SELECT user_id, ends, told FROM waits WHERE table_id = ?"
_ADD: Final = "INSERT INTO waits (table_id, user_id, since, ends, told) VALUES (?, ?, ?, ?, ?)"
_BEGIN_ANEW: Final = """
UPDATE waits SET since = ?, ends = ?, told = ? WHERE table_id = ? AND user_id = ?
"""
_SET_END: Final = """
UPDATE waits SET ends = ?, since = CASE WHEN since > ? THEN ? ELSE since END
WHERE table_id = ? AND user_id = ?
"""
_DELETE: Final = "DELETE FROM waits WHERE table_id = ? AND user_id = ?"
_LOOK_SOON: Final = """
INSERT INTO reminders (user_id, guild, due, number, channel, message, begun, sent)
VALUES (?, ?, ?, 0, 0, NULL, 0, '')
ON CONFLICT (user_id) DO UPDATE SET guild = excluded.guild,
    due = CASE WHEN reminders.due < excluded.due THEN reminders.due ELSE excluded.due END
"""
_IS_BACK: Final = "UPDATE people SET away_until = ? WHERE user_id = ? AND away_until > ?"
_LOOK_NOW: Final = "UPDATE reminders SET due = ? WHERE user_id = ?"
_PAUSE: Final = "INSERT INTO pauses (user_id, began, ends) VALUES (?, ?, ?)"
_LENGTHEN: Final = "UPDATE pauses SET ends = ? WHERE user_id = ? AND began = ? AND ends < ?"
_RUNNING: Final = "SELECT began FROM pauses WHERE user_id = ? AND ends > ? ORDER BY began"
_SHORTEN: Final = "UPDATE pauses SET ends = ? WHERE user_id = ? AND ends > ?"
_FORGET_PAUSES: Final = "DELETE FROM pauses WHERE user_id = ? AND ends < ?"
_TAKE_BACK: Final = "UPDATE reminders SET due = ? WHERE user_id = ? AND channel <> 0"


async def note(db: Session, change: Change) -> None:
    """Store whose decisions are pending at a slow table after this change.

    The user who made the change has seen the table, and is not pinged a minute later.
    """
    awaited = change.awaited
    if awaited is None:
        return
    now = awaited.at
    if awaited.user is not None and await db.do(_IS_BACK, now, awaited.user, now):
        await db.do(_LOOK_NOW, now, awaited.user)
        await end_pauses(db, awaited.user, now)
    for user, ends in sorted(awaited.paused.items()):
        await _note_pause(db, user, ends, now)
    known = {user: (ends, told) for user, ends, told in await db.rows(_OF_TABLE, change.table)}
    # in one order, and reminders before waits, so that no two changes wait for each other
    for user in sorted({*known, *awaited.ends}):
        if user not in awaited.ends:
            await db.do(_TAKE_BACK, now, user)
            await db.do(_DELETE, change.table, user)
        else:
            await _note_wait(db, change, awaited, user, known.get(user))


async def end_pauses(db: Session, user: int, at: float) -> None:
    """Store that no clock of a user is paused for longer than this."""
    await db.do(_SHORTEN, at, user, at)


async def _note_pause(db: Session, user: int, ends: float, now: float) -> None:
    """Count a pause of a clock; several of one absence count as one."""
    running = await db.row(_RUNNING, user, now)
    if running is None:
        await db.do(_FORGET_PAUSES, user, now - YEAR)
        await db.do(_PAUSE, user, now, ends)
    else:
        await db.do(_LENGTHEN, ends, user, running[0], ends)


async def _note_wait(
    db: Session,
    change: Change,
    awaited: Awaited,
    user: int,
    known: tuple[float | None, int] | None,
) -> None:
    """Store the pending decision of a user; ``known``: its deadline and `Wait.told` until now."""
    ends, is_here = awaited.ends[user], user == awaited.user
    since = awaited.paused.get(user, awaited.at)
    if known is not None and not is_here and known[0] == ends:
        return
    await db.do(_LOOK_SOON, user, change.guild, awaited.at + SOON)
    if known is None:
        told = TOLD if is_here else UNTOLD
        await db.do(_ADD, change.table, user, since, ends, told)
    elif is_here:
        await db.do(_TAKE_BACK, awaited.at, user)
        await db.do(_BEGIN_ANEW, awaited.at, ends, TOLD, change.table, user)
    elif user in awaited.paused:
        await db.do(_BEGIN_ANEW, since, ends, UNTOLD, change.table, user)
    else:
        await db.do(_SET_END, ends, awaited.at, awaited.at, change.table, user)
