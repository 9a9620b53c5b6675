"""Reminders of slow tables: pending decisions, users' settings, and each user's last reminder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.reminders.reminder import DAY, YEAR, Wait, Wishes, told
from bot.store.leases import Share
from bot.store.sql import rows, waits
from bot.store.sql.session import Database, Session, of_shards, statement
from bot.tables.absence import Absence

_WISHES: Final = "SELECT reminders FROM people WHERE user_id = ?"
_SET_WISHES: Final = """
INSERT INTO people (user_id, reminders) VALUES (?, ?)
ON CONFLICT (user_id) DO UPDATE SET reminders = excluded.reminders
"""
_WAITS: Final = """
SELECT table_id, since, ends, told FROM waits WHERE user_id = ? ORDER BY since, table_id
"""
_TELL: Final = "UPDATE waits SET told = ? WHERE table_id = ? AND user_id = ? AND since = ?"
_OF: Final = "SELECT number, channel, message, begun, sent FROM reminders WHERE user_id = ?"
_BEGIN: Final = """
UPDATE reminders SET number = number + 1, channel = ?, message = NULL, begun = ?, sent = ?, due = ?
WHERE user_id = ? AND number = ?
"""
_POSTED: Final = "UPDATE reminders SET message = ? WHERE user_id = ? AND number = ?"
_END: Final = """
UPDATE reminders SET channel = 0, message = NULL WHERE user_id = ? AND number = ?
"""
_MOVE: Final = "UPDATE reminders SET channel = ? WHERE user_id = ? AND number = ?"
_LOCK: Final = "UPDATE reminders SET number = number WHERE user_id = ?"
_WAIT_UNTIL: Final = "UPDATE reminders SET due = ? WHERE user_id = ? AND number = ?"
_LOOK_AGAIN: Final = "UPDATE reminders SET due = ? WHERE user_id = ?"
_AWAY: Final = "SELECT away_until FROM people WHERE user_id = ?"
_ABSENT: Final = """
SELECT user_id, reminders, away_until FROM people WHERE away_until > ? AND user_id IN ({marks})
"""
_PAUSES: Final = "SELECT began, ends FROM pauses WHERE user_id = ? AND ends > ? ORDER BY began"
_TOLD_BACK: Final = "UPDATE people SET away_until = NULL WHERE user_id = ? AND away_until = ?"
_SET_AWAY: Final = """
INSERT INTO people (user_id, away_until) VALUES (?, ?)
ON CONFLICT (user_id) DO UPDATE SET away_until = excluded.away_until
"""
_DUE: Final = "SELECT user_id FROM reminders WHERE due <= ?{shards} ORDER BY due, user_id"
_NEXT_DUE: Final = "SELECT MIN(due) FROM reminders WHERE due > ?{shards}"


@dataclass(frozen=True, slots=True)
class Reminded:
    """A user's pending decisions and settings, and the last reminder."""

    user: int
    wishes: Wishes
    waits: tuple[Wait, ...]
    number: int
    """The number of the last reminder."""
    channel: int
    """The channel of the last reminder; 0: it was deleted, or there was none."""
    message: int | None
    """Its id in Discord; None: not noted yet, so it may be posted or not."""
    begun: float
    """When it was stored, just before it was posted for the first time."""
    sent: tuple[float, ...]
    """The times of the reminders of the last 24 hours."""
    away: float | None = None
    """Until when the user is away or was, if tables may still have to be told; None: not at all."""

    @property
    def is_pending(self) -> bool:
        """True if the last reminder must be posted, unless it was just before a stop."""
        return self.channel != 0 and self.message is None

    @property
    def is_answered(self) -> bool:
        """True if all decisions that the last reminder listed were made."""
        return not self.told

    @property
    def told(self) -> tuple[Wait, ...]:
        """The decisions that the last reminder listed and that are still pending."""
        return tuple([it for it in self.waits if it.told and it.since <= self.begun])


class Reminders:
    """The reminders of all users, and which of them are due on this process's shards."""

    def __init__(self, database: Database, share: Callable[[], Share]) -> None:
        self._database = database
        self._share = share

    async def wishes(self, user: int) -> Wishes:
        """Return a user's settings."""
        return await self._database.read(lambda db: _wishes(db, user))

    async def set_wishes(self, user: int, wishes: Wishes, now: float) -> None:
        """Store a user's settings, and make the user due, so that they take effect at once."""

        async def keep(db: Session) -> None:
            await db.do(_SET_WISHES, user, f"{wishes}")
            await db.do(_LOOK_AGAIN, now, user)

        await self._database.write(keep)

    async def away(self, user: int) -> float | None:
        """Return until when a user is away, or was; None: not at all."""
        found = await self._database.rows(_AWAY, user)
        until: float | None = found[0][0] if found else None
        return until

    async def set_away(self, user: int, until: float, now: float) -> None:
        """Store until when a user is away (not after now: the user is back); make the user due."""

        async def keep(db: Session) -> None:
            await db.do(_SET_AWAY, user, until)
            await db.do(_LOOK_AGAIN, now, user)
            await waits.end_pauses(db, user, until)

        await self._database.write(keep)

    async def absences(self, users: Collection[int], now: float) -> dict[int, Absence]:
        """Return the absences of these users, without users who are not away."""
        if not users:
            return {}
        sql = statement(_ABSENT, marks=["?"] * len(users))

        async def read(db: Session) -> dict[int, Absence]:
            return {
                user: await _absence(db, user, Wishes.parse(f"{words}").level, until, now)
                for user, words, until in await db.rows(sql, now, *users)
            }

        return await self._database.read(read)

    async def tell_tables(self, user: int, now: float) -> None:
        """Make the games of a user due, which see that the user is away or back."""
        for table in await self._database.read(lambda db: rows.games_of(db, user)):
            # one by one: no change waits for another that waits for this
            await self._database.write(partial(rows.make_due, table=table, at=now))

    async def note_told(self, known: Reminded) -> None:
        """Store that tables were told of the end of an absence."""
        await self._database.write(lambda db: db.do(_TOLD_BACK, known.user, known.away))

    async def of(self, user: int) -> Reminded | None:
        """Return a user's row; None if no slow table has ever asked the user anything."""

        async def read(db: Session) -> Reminded | None:
            found = await db.row(_OF, user)
            if found is None:
                return None
            number, channel, message, begun, sent = found
            waits = tuple([Wait(*row) for row in await db.rows(_WAITS, user)])
            times = tuple(map(float, f"{sent}".split()))
            wishes, away = await _wishes(db, user), await db.row(_AWAY, user)
            until = away[0] if away else None
            return Reminded(user, wishes, waits, number, channel, message, begun, times, until)

        return await self._database.read(read)

    async def begin(
        self, known: Reminded, waits: Sequence[Wait], channel: int, now: float
    ) -> Reminded | None:
        """Store a new reminder of these decisions; return None if another process was first.

        The user stays due until `wait` is called: the process may stop before it has posted.
        """
        sent = (*[at for at in known.sent if at > now - DAY], now)

        async def begin(db: Session) -> bool:
            words = " ".join(map(repr, sent))
            if not await db.do(_BEGIN, channel, now, words, now, known.user, known.number):
                return False
            for it in told(waits):
                await db.do(_TELL, it.told, it.table, known.user, it.since)
            return True

        return await self.of(known.user) if await self._database.write(begin) else None

    async def note_posted(self, known: Reminded, message: int) -> None:
        await self._database.write(lambda db: db.do(_POSTED, message, known.user, known.number))

    async def move(self, known: Reminded, channel: int) -> None:
        """Store that the last reminder is to be posted in another channel."""
        await self._database.write(lambda db: db.do(_MOVE, channel, known.user, known.number))

    async def end(self, known: Reminded) -> None:
        """Store that the last reminder is deleted, or cannot be posted."""
        await self._database.write(lambda db: db.do(_END, known.user, known.number))

    async def wait(self, known: Reminded) -> None:
        """Store when the user is due again, by the decisions that are pending at this moment."""

        async def wait(db: Session) -> None:
            await db.do(_LOCK, known.user)  # a change at a table may add a wait, and look sooner
            waits = [Wait(*row) for row in await db.rows(_WAITS, known.user)]
            due = known.wishes.next_at(waits, known.sent)
            if waits and known.away is not None:
                due = max(known.away, due or 0.0)
            await db.do(_WAIT_UNTIL, due, known.user, known.number)

        await self._database.write(wait)

    async def due(self, now: float) -> list[str]:
        """Return the due users of this process, longest due first."""
        found = await self._database.rows(of_shards(_DUE, self._share()), now)
        return [f"{user}" for (user,) in found]

    async def next_due(self, after: float = 0.0) -> float | None:
        """Return the earliest due time of this process's after this one."""
        found = await self._database.rows(of_shards(_NEXT_DUE, self._share()), after)
        due: float | None = found[0][0]
        return due

    async def last_changed(self) -> None:
        """Return nothing: reminders are bound to the clock on the wall, whatever that says."""


async def _absence(db: Session, user: int, level: str, until: float, now: float) -> Absence:
    """Return the absence of a user; pauses that overlap, as two processes may store, count once."""
    since: float | None = None
    before, counted_to = 0.0, now - YEAR
    for began, ends in await db.rows(_PAUSES, user, now - YEAR):
        if ends > now:
            since = began if since is None else since
        else:
            before += max(0.0, ends - max(began, counted_to))
            counted_to = max(counted_to, ends)
    return Absence(until, level, since, before)


async def _wishes(db: Session, user: int) -> Wishes:
    found = await db.row(_WISHES, user)
    return Wishes.parse(f"{found[0]}") if found else Wishes()
