"""Tables for later, and what people have answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Final, cast

from bot.appointments.appointment import PLANNED, Answer, Appointment
from bot.store.leases import Share
from bot.store.sql.session import Database, Session, insert, of_shards, statement

MOST: Final = 10
"""Appointments of one server that are still to come."""

_RENAMED: Final = {"host": "user_id", "at": "starts"}
_FIELDS: Final = tuple(it.name for it in fields(Appointment) if it.name != "answers")
_COLUMNS: Final = tuple(_RENAMED.get(it, it) for it in _FIELDS)
_FLAGS: Final = frozenset(["is_shown", "spares_host"])

_ONE: Final = statement("SELECT {columns} FROM appointments WHERE id = ?", columns=_COLUMNS)
_ANSWERS: Final = "SELECT user_id, answer FROM answers WHERE appointment = ? ORDER BY number"
_ADD: Final = insert("appointments", (*_COLUMNS, "due")) + " ON CONFLICT DO NOTHING"
_CHANGE: Final = statement(
    "UPDATE appointments SET {values}, due = ? WHERE id = ? AND version = ?",
    values=[f"{it} = ?" for it in _COLUMNS],
)
_DELETE: Final = "DELETE FROM appointments WHERE id = ?"
_CLEAR: Final = "DELETE FROM answers WHERE appointment = ?"
_ANSWER: Final = insert("answers", ("appointment", "user_id", "answer", "number"))
_PLANNED: Final = "SELECT COUNT(*) FROM appointments WHERE guild = ? AND stage = ?"
_OF: Final = """
SELECT appointments.id FROM appointments
JOIN answers ON appointment = appointments.id
WHERE answers.user_id = ? AND answer <> 'cant' AND stage = ? ORDER BY starts, appointments.id
"""
_DUE: Final = "SELECT id FROM appointments WHERE due <= ?{shards} ORDER BY due, id"
_NEXT_DUE: Final = "SELECT MIN(due) FROM appointments WHERE due > ?{shards}"
_FORGETTING: Final = """
SELECT id FROM appointments WHERE user_id = ? AND stage = ?
UNION SELECT appointments.id FROM answers JOIN appointments ON appointments.id = appointment
WHERE answers.user_id = ? AND stage = ?
"""


class Appointments:
    """The tables for later of all servers, and of this process's shards when each is due."""

    def __init__(self, database: Database, share: Callable[[], Share]) -> None:
        self._database = database
        self._share = share

    async def of(self, name: str) -> Appointment | None:
        """Return the appointment of this name."""
        return await self._database.read(lambda db: _read(db, name))

    async def add(self, made: Appointment) -> bool:
        """Store a new appointment unless it is known; return whether its server had room."""

        async def add(db: Session) -> bool:
            ((planned,),) = await db.rows(_PLANNED, made.guild, PLANNED)
            known = await db.row(_ONE, made.id) is not None
            if planned >= MOST and not known:
                return False
            if not known:
                await db.do(_ADD, *_values(made), made.due)
                await _write_answers(db, made)
            return True

        return await self._database.write(add)

    async def change(self, changed: Appointment) -> bool:
        """Store the next version of an appointment; return False if another process was first."""

        async def change(db: Session) -> bool:
            values = (*_values(changed), changed.due, changed.id, changed.version - 1)
            if not await db.do(_CHANGE, *values):
                return False
            await db.do(_CLEAR, changed.id)
            await _write_answers(db, changed)
            return True

        return await self._database.write(change)

    async def delete(self, name: str) -> None:
        await self._database.write(lambda db: db.do(_DELETE, name))

    async def to_come_of(self, user: int) -> list[Appointment]:
        """Return the appointments to come for which this user did not say no, the next first."""

        async def read(db: Session) -> list[Appointment]:
            found = [await _read(db, name) for (name,) in await db.rows(_OF, user, PLANNED)]
            return [it for it in found if it is not None]

        return await self._database.read(read)

    async def naming(self, user: int) -> list[str]:
        """Return the appointments to come that name this user."""
        found = await self._database.rows(_FORGETTING, user, PLANNED, user, PLANNED)
        return [name for (name,) in found]

    async def due(self, now: float) -> list[str]:
        """Return those of this process's for which something has to be done, longest due first."""
        found = await self._database.rows(of_shards(_DUE, self._share()), now)
        return [name for (name,) in found]

    async def next_due(self, after: float = 0.0) -> float | None:
        """Return the earliest due time of this process's after this one."""
        found = await self._database.rows(of_shards(_NEXT_DUE, self._share()), after)
        due: float | None = found[0][0]
        return due

    async def last_changed(self) -> None:
        """Return nothing: what happens is bound to the clock on the wall, whatever that says."""


async def _read(db: Session, name: str) -> Appointment | None:
    row = await db.row(_ONE, name)
    if row is None:
        return None
    known: dict[str, Any] = dict(zip(_FIELDS, row, strict=True))
    known |= {flag: bool(known[flag]) for flag in _FLAGS}
    answers = cast("Sequence[tuple[int, Answer]]", await db.rows(_ANSWERS, name))
    return Appointment(**known, answers=tuple(answers))


async def _write_answers(db: Session, made: Appointment) -> None:
    rows = [(made.id, user, answer, n) for n, (user, answer) in enumerate(made.answers)]
    await db.do_all(_ANSWER, rows)


def _values(made: Appointment) -> tuple[Any, ...]:
    values = [getattr(made, name) for name in _FIELDS]
    return tuple(int(it) if isinstance(it, bool) else it for it in values)
