"""Settings of a table that are chosen at once: built in, of the last game here, or saved."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Final

from bot.pages.lobby import RULES, current
from bot.pages.views import table_view
from bot.tables.lobby import several
from bot.tables.refusals import Refused
from cogs.click import Click
from engine.options import BOXES, LESSON_GOAL

BUILT_IN: Final = {
    "quick": {**RULES, "variant": "beginner"},
    "classic": RULES,
    "everything": {**RULES, "boxes": ",".join(BOXES)},
}
SEARCHED: Final = 10
"""Finished games that are searched for one that was no lesson."""
LAST: Final = "last"
"""The settings of the last game in the server."""
SAVED: Final = "="
"""Prefix of the value of a saved preset; its name follows."""


async def presets(click: Click) -> list[tuple[str, str]]:
    """Return the presets of the click's server as pairs of name and value."""
    found = [(click.say(f"preset-{name}"), name) for name in BUILT_IN]
    if await _last_time(click) is not None:
        found.insert(0, (click.say(f"preset-{LAST}"), LAST))
    saved = await click.bot.store.presets.of(click.guild)
    return found + [(name, f"{SAVED}{name}") for name in saved]


async def settings_of(click: Click, preset: str) -> dict[str, str]:
    """Return the settings of a preset."""
    if preset in BUILT_IN:
        return {**BUILT_IN[preset]}
    if preset == LAST:
        last = await _last_time(click)
        if last is not None:
            return last
    else:  # a name that was typed in full does as well
        saved = await click.bot.store.presets.of(click.guild)
        found = saved.get(preset.removeprefix(SAVED))
        if found is not None:
            return several(found)
    raise Refused("unknown_preset")


async def _last_time(click: Click) -> dict[str, str] | None:
    """Return the settings of the last game in the server; None: it has played only lessons."""
    for name in await click.bot.store.last_games_in(click.guild, SEARCHED):
        with suppress(Refused):  # it is damaged
            table = (await click.bot.service.peek(name)).table
            if table.options.goal != LESSON_GOAL:
                return current(table_view(table))
    return None


def written(settings: dict[str, str]) -> str:
    """Return settings as they are stored, and as the argument of an action."""
    return json.dumps(settings, ensure_ascii=False, separators=(",", ":"))
