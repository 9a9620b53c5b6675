"""Time zones: those to choose from, and the one that is likely for a language."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.tables.refusals import Refused

OFFERED: Final = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "Europe/London",
    "Europe/Paris",
    "Europe/Athens",
    "Europe/Istanbul",
    "Indian/Reunion",
    "Asia/Tehran",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Noumea",
    "Pacific/Auckland",
)
"""Zones of which one shows nearly everybody's own time; the settings of a server take any other."""
_USUAL: Final = {
    "fr": "Europe/Paris",
    "en-GB": "Europe/London",
    "de": "Europe/Berlin",
    "es-ES": "Europe/Madrid",
    "it": "Europe/Rome",
    "nl": "Europe/Amsterdam",
    "pl": "Europe/Warsaw",
    "pt-BR": "America/Sao_Paulo",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
    "tr": "Europe/Istanbul",
}
"""Where most people live who use Discord in a language."""


class Zone(NamedTuple):
    """A zone to choose."""

    name: str
    label: str
    """With the time that it shows now, by which people know it."""
    is_usual: bool


def offered(now: float, *locales: str | None) -> list[Zone]:
    """Return the zones to choose from; the first of these locales that tells of one marks it."""
    usual = next((_USUAL[it] for it in locales if it in _USUAL), "")
    names = [usual] if usual and usual not in OFFERED else []
    return [_zone(name, now, usual) for name in (*names, *OFFERED)]


def known(name: str) -> ZoneInfo:
    """Return the zone of this name, or raise `Refused`."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):  # a folder of zones, or what was never a name
        raise Refused("unknown_zone") from None


def _zone(name: str, now: float, usual: str) -> Zone:
    return Zone(
        name, f"{datetime.fromtimestamp(now, ZoneInfo(name)):%H:%M} · {name}", name == usual
    )


@cache
def names() -> tuple[str, ...]:
    """Return the names of all zones."""
    return tuple(sorted(available_timezones()))
