"""The declarations of the cogs, without a bot."""

from importlib import import_module
from typing import Any, cast

from bot.client import COGS
from cogs.appointments import Appointments
from cogs.cog import CelestiaCog


def cogs() -> list[CelestiaCog]:
    """Return all cogs of the bot, made but not loaded."""
    modules = [import_module(name) for name in COGS]
    classes = [
        it
        for module in modules
        for it in vars(module).values()
        if isinstance(it, type) and issubclass(it, CelestiaCog) and it.__module__ == module.__name__
    ]
    return [each(cast("Any", None)) for each in classes]


ACTIONS = frozenset(action for cog in cogs() for action in cog.buttons)
"""All actions of buttons and selects."""
OF_APPOINTMENTS = frozenset(
    action for cog in cogs() if isinstance(cog, Appointments) for action in cog.buttons
)
"""The actions of tables for later, whose messages stay where they are."""
