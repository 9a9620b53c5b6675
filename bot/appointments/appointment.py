"""A table for later: when and with which settings it opens, and who comes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, get_args
from zoneinfo import ZoneInfo

from bot.appointments.when import again
from bot.discord.controls import link_to
from bot.tables.paces import DAY, HOUR
from bot.tables.refusals import Refused

Answer = Literal["in", "maybe", "cant"]
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
PLANNED, OPENED, EMPTY, FAILED, OFF = "planned", "opened", "empty", "failed", "off"
"""Stages; empty: nobody came, failed: no table could be opened."""
SOON, MOVED, CALLED_OFF = "soon", "moved", "off"
"""Subjects of pings."""

REMIND: Final = 15 * 60.0
"""Seconds before the time at which those who come are pinged."""
AT_ONCE: Final = 1.0
"""Due since long ago."""
LATE: Final = 30 * 60.0
"""Seconds after the time in which the table is still opened."""
RETRY: Final = 60.0
"""Seconds until the bot tries again to open a table."""
KEPT: Final = 7 * DAY
"""Seconds for which an appointment that is over is kept."""
NEXT_AFTER: Final = 3 * HOUR
"""Seconds after the time until the message of next week's appointment is posted."""
EMPTY_WEEKS: Final = 3
"""Weeks in a row without anybody, after which a weekly appointment ends."""
MOST_ANSWERS: Final = 30
MOST_PINGS: Final = 3
"""Pings of one appointment, after which it is not moved any more."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A table for later. Each change makes a new one of the next version."""

    id: str
    """Later the name of its table, too."""
    guild: int
    channel: int
    host: int | None
    """Who has made it; None once their data was deleted."""
    zone: str
    """The time zone in which it comes again."""
    at: float
    settings: str
    """The settings of its table that differ from the usual ones, as JSON."""
    seats: int
    weeks: int = 0
    """0: it takes place once. A weekly one has 1, and 1 more for each week without anybody."""
    stage: str = PLANNED
    remind_at: float | None = None
    """When those who come are pinged; None: not at all, or no more."""
    ping: str = ""
    """The subject of the ping that waits to be posted; "": none waits."""
    pings: int = 0
    """Pings until now, that one included."""
    pinged_from: float = 0.0
    """When that ping was first about to be posted; 0: it never was."""
    spares_host: bool = False
    """It leaves out the host, who knows."""
    message: int | None = None
    is_shown: bool = False
    """The message shows all that has changed."""
    event: int | None = None
    """Discord's event."""
    event_at: float = 0.0
    """The time that the event was last told; 0: it is still to be made."""
    try_at: float | None = None
    """When the bot tries again to open the table, or first posts the message."""
    version: int = 1
    answers: tuple[tuple[int, Answer], ...] = field(default=(), repr=False)
    """The users who answered, in the order of their answers."""

    # --- who comes -----------------------------------------------------------------------------

    def said(self, answer: Answer) -> list[int]:
        """Return the users who gave this answer, the first one first."""
        return [user for user, given in self.answers if given == answer]

    @property
    def coming(self) -> list[int]:
        """The users who come and get a seat."""
        return self.said("in")[: self.seats]

    @property
    def waiting(self) -> list[int]:
        """The users who would come, beyond the number of seats."""
        return self.said("in")[self.seats :]

    @property
    def opener(self) -> int:
        """The user who hosts the table: who made it, or else the first one who comes."""
        return self.host if self.host in self.coming else self.coming[0]

    @property
    def to_ping(self) -> list[int]:
        """The users whom the waiting ping is for."""
        called = self.coming if self.ping == SOON else self.said("in") + self.said("maybe")
        return [user for user in called if user != self.host or not self.spares_host]

    @property
    def link(self) -> str:
        """The address of its message; "" while it has none."""
        if self.message is None:
            return ""
        return link_to(self.guild, self.channel, self.message)

    # --- changes -------------------------------------------------------------------------------

    def answered(self, user: int, answer: Answer) -> Appointment:
        """Note the answer of a user, in place of an earlier one."""
        self.refuse_unless_planned()
        if (user, answer) in self.answers:
            return self
        others = [it for it in self.answers if it[0] != user]
        if len(others) >= MOST_ANSWERS:
            raise Refused("too_many_answers", most=MOST_ANSWERS)
        return self._shown_anew(answers=(*others, (user, answer)))

    def without(self, user: int) -> Appointment:
        """Forget a user."""
        host = None if self.host == user else self.host
        kept = tuple(it for it in self.answers if it[0] != user)
        return self._shown_anew(host=host, answers=kept)

    def moved(self, at: float, now: float, by: int) -> Appointment:
        """Move it to this time; all who come or may come are told."""
        self.refuse_unless_planned()
        if at == self.at:
            return self
        if self.pings >= MOST_PINGS:
            raise Refused("moved_too_often")
        made = self._pinging(MOVED, by, at=at, try_at=None)
        return replace(made, remind_at=reminder(at, now))

    def called_off(self, by: int) -> Appointment:
        """Call it off; all who came or might have come are told."""
        self.refuse_unless_planned()
        return self._pinging(CALLED_OFF, by, stage=OFF, remind_at=None)

    def every_week(self, zone: str) -> Appointment:
        """Hold it every week, at the same time of day in this zone."""
        self.refuse_unless_planned()
        return self._shown_anew(weeks=1, zone=zone)

    def only_once(self) -> Appointment:
        """Let it be the last one."""
        self.refuse_unless_planned()
        return self._shown_anew(weeks=0)

    def reminding(self) -> Appointment:
        """Ping those who come, since it begins soon."""
        return self._pinging(SOON, None, remind_at=None)

    def ended(self, stage: str) -> Appointment:
        """Note how it went."""
        return self._shown_anew(stage=stage, remind_at=None, try_at=None)

    def next_week(self, name: str) -> Appointment | None:
        """Return the appointment a week later; None: there is none. It starts without answers."""
        weeks = 1 if self.coming else self.weeks + 1
        if not self.weeks or weeks > EMPTY_WEEKS:
            return None
        at = again(self.at, ZoneInfo(self.zone))
        where = (name, self.guild, self.channel, self.host, self.zone)
        made = Appointment(*where, at, self.settings, self.seats, weeks)
        # at once, its message would stand below the lobby that people look for now
        return replace(made, remind_at=at - REMIND, try_at=self.at + NEXT_AFTER)

    def _pinging(self, ping: str, by: int | None, **changes: Any) -> Appointment:
        """Replace a ping that still waits, so that nobody is pinged twice about the same."""
        spares = by is not None and by == self.host
        return self._shown_anew(
            ping=ping, pings=self.pings + 1, pinged_from=0.0, spares_host=spares, **changes
        )

    def _shown_anew(self, **changes: Any) -> Appointment:
        return replace(self, is_shown=False, **changes)

    def refuse_unless_planned(self) -> None:
        """Refuse what makes no sense any more."""
        if self.stage != PLANNED:
            raise Refused("appointment_over")

    # --- time ----------------------------------------------------------------------------------

    @property
    def due(self) -> float:
        """When something has to be done for it next."""
        if self.message is None and not self.is_shown:
            return self.try_at or AT_ONCE
        if self.ping or not self.is_shown:
            return AT_ONCE
        if self.stage != PLANNED:
            return self.at + KEPT
        return self.try_at or self.remind_at or self.at


def reminder(at: float, now: float) -> float | None:
    """Return when those who come are pinged; nobody needs that who has answered just before."""
    return at - REMIND if at - now > 2 * REMIND else None
