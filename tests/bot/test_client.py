"""The language of a server before a game was played there."""

from pathlib import Path

import pytest

from bot.client import Celestia
from bot.settings import Settings
from bot.store.address import Address
from bot.store.data import ServerSettings


@pytest.mark.parametrize(
    ("told", "chosen", "spoken"),
    [
        (None, "", "fr"),
        ("de", "", "fr"),
        ("zh-TW", "", "fr"),
        ("en-GB", "", "en"),
        ("fr", "en", "en"),
        ("en-US", "klingon", "en"),
    ],
)
async def test_the_operators_language_is_the_fallback_of_servers(
    told: str | None, chosen: str, spoken: str, tmp_path: Path
) -> None:
    database = Address.of_file(tmp_path / "celestia.db")
    bot = Celestia(Settings(database=database, language="fr"))
    await bot.store.open()
    await bot.store.set_server(7, ServerSettings(language=chosen))
    assert await bot.servers.language_of(7, told) == spoken
    await bot.store.close()
