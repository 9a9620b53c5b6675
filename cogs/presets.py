"""Settings of a table that are chosen at once: built in, of the last game here, or saved."""

from __future__ import annotations

import json
from typing import Final

from bot.pages.lobby import RULES, current
from bot.pages.views import table_view
from bot.tables.lobby import several
from bot.tables.refusals import Refused
from cogs.click import Click
from engine.options import BOXES

BUILT_IN: Final = {
    "quick": {**RULES, "variant": "beginner"},
    "classic": RULES,
    "everything": {**RULES, "boxes": ",".join(BOXES)},
}
LAST: Final = "last"
"""The settings of the last game in the server."""
SAVED: Final = "="
"""Begins the value of a choice of a saved preset, before its name."""


async def presets(click: Click) -> list[tuple[str, str]]:
    """Return the presets of the click's server as pairs of name and value."""
    found = [(click.say(f"preset-{name}"), name) for name in BUILT_IN]
    if await click.bot.store.last_game_in(click.guild) is not None:
        found.insert(0, (click.say(f"preset-{LAST}"), LAST))
    saved = await click.bot.store.presets.of(click.guild)
    return found + [(name, f"{SAVED}{name}") for name in saved]


async def settings_of(click: Click, preset: str) -> dict[str, str]:
    """Return the settings of a preset."""
    if preset in BUILT_IN:
        return {**BUILT_IN[preset]}
    if preset == LAST:
        last = await click.bot.store.last_game_in(click.guild)
        if last is not None:
            return current(table_view((await click.bot.service.peek(last)).table))
    elif preset.startswith(SAVED):
        saved = await click.bot.store.presets.of(click.guild)
        found = saved.get(preset.removeprefix(SAVED))
        if found is not None:
            return several(found)
    raise Refused("unknown_preset")


def written(settings: dict[str, str]) -> str:
    """Return settings as they are stored, and as the argument of an action."""
    return json.dumps(settings, ensure_ascii=False, separators=(",", ":"))
