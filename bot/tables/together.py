"""Whether what somebody wants in a lobby goes together with what is set there.

It is asked when something is to be done, and not when a log is followed: earlier versions let more
through, and what came of it still stands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, cast

from bot.tables import lobby
from bot.tables.table import Table
from engine.options import VARIANTS, Variant


def setting(table: Table, seat: int | None, words: str) -> None:
    """What does not go with another setting is refused, so that none is lost without a word."""
    lobby.in_lobby(table)
    lobby.hosted_by(table, seat)
    name, _, value = words.partition("=")
    if name in _SETTINGS:
        _SETTINGS[name](table, value)


def _variant(table: Table, value: str) -> None:
    if value in VARIANTS:
        # the engine refuses options that do not go together
        replace(table.options, variant=cast("Variant", value))


def _boxes(table: Table, value: str) -> None:
    replace(table.options, boxes=lobby.named(value))


_SETTINGS: Final[dict[str, Callable[[Table, str], None]]] = {
    "variant": _variant,
    "boxes": _boxes,
}

TOGETHER: Final[dict[str, Callable[[Table, int | None, str], None]]] = {
    "setting": setting,
}
"""What is looked at before such an act is done."""
