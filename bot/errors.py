"""Turns every error into a sentence that says what to do next.

An unexpected error gets a short number, which both the answer and the log show. The log says where
it happened and of what kind it was, never its text, which may name a card.
"""

from __future__ import annotations

import logging
import secrets
import traceback
from collections.abc import Callable
from typing import Final

import discord

from bot.store.errors import ChannelTaken, DiskFull, Locked, ReadOnly, StoreError, Unreachable
from bot.tables.refusals import Refused
from bot.words import Catalogue, Voice
from engine.errors import CelestiaError

_log = logging.getLogger(__name__)

WITH_SENTENCE: Final = (DiskFull, ReadOnly, Locked, ChannelTaken, Unreachable)
"""Errors of the store that have sentences of their own."""


def report(what: str, fault: BaseException) -> str:
    """Log an unexpected error without its text, and return its number."""
    number = secrets.token_hex(3)
    where = "".join(traceback.format_tb(fault.__traceback__))
    _log.error("%s: fault %s: %s\n%s", what, number, type(fault).__name__, where)
    return number


def kind_of(fault: BaseException) -> str:
    """Return the name of an expected error for the log, which never has its text."""
    if isinstance(fault, discord.HTTPException):
        return f"{fault.status} {fault.code}"
    return fault.code if isinstance(fault, StoreError) else type(fault).__name__


def sentence(
    fault: BaseException, say: Catalogue, seat: Callable[[int], str], what: str = "a click"
) -> str:
    """Return the answer to a user whose request failed."""
    if isinstance(fault, Refused):
        return say(f"error-{fault.code}", **_named(fault.data, seat))
    if isinstance(fault, CelestiaError):
        return Voice(say, seat).refusal(fault)
    if isinstance(fault, StoreError):
        _log.error("%s: the store refused: %s", what, fault.code)
        has_own = isinstance(fault, WITH_SENTENCE)
        return say(f"error-store_{fault.code}" if has_own else "error-store")
    return say("error-unexpected", number=report(what, fault))


def _named(data: dict[str, object], seat: Callable[[int], str]) -> dict[str, object]:
    """Return the data with a mention of the host; a host without a user is named by the seat."""
    host, user = data.get("host"), data.get("user")
    if not isinstance(host, int):
        return data
    return {**data, "host": f"<@{user}>" if user else seat(host)}
