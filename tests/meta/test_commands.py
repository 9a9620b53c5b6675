"""There is room below ``/celestia`` for what is still to come."""

from pathlib import Path
from typing import Any, Final

from bot.client import COGS, Celestia
from bot.settings import Settings
from bot.store.address import Address
from bot.words import LANGUAGES
from bot.words.translator import Translator

Json = dict[str, Any]

PLACES: Final = 25
"""Discord takes no more below one command."""
TAKEN: Final = 16
"""So many of them we allow ourselves."""


async def declared(database: Path) -> list[Json]:
    """The commands as Discord is told them."""
    bot = Celestia(Settings(database=Address.of_file(database)))
    for cog in COGS:
        await bot.load_extension(cog)
    commands = [
        await command.get_translated_payload(bot.tree, Translator())
        for command in bot.tree.get_commands()
    ]
    await bot.close()
    return commands


async def test_the_one_command_has_places_left(tmp_path: Path) -> None:
    (root,) = await declared(tmp_path / "celestia.db")
    assert len(root["options"]) <= TAKEN <= PLACES
    for language in LANGUAGES:
        names = [_called(option, language) for option in root["options"]]
        assert len(set(names)) == len(names), language


def _called(option: Json, language: str) -> str:
    """What a command is called in the first of Discord's languages that are this one."""
    known = option.get("name_localizations") or {}
    return next((it for locale, it in known.items() if locale[:2] == language), option["name"])
