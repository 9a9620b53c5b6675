"""``/celestia`` has free places, and documents and sentences name commands correctly."""

import asyncio
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import discord

from bot.client import COGS, Celestia
from bot.settings import Settings
from bot.store.address import Address
from bot.words import LANGUAGES
from bot.words.catalogue import Translator
from tests.client.commands import NESTING
from tests.host.command_limits import words_of
from tests.meta.sources import ROOT, texts

Json = dict[str, Any]

PLACES: Final = 25
"""Discord's limit below one command."""
TAKEN: Final = 20
"""The places that may be taken."""
WORDS: Final = 7200
"""Characters of all names and descriptions; Discord takes 8,000, and new languages need some."""
HISTORY: Final = "CHANGELOG.md"
SPOKEN: Final = re.compile(r"`/celestia((?: [a-z]+)+)`")
"""A command in documents."""
WRITTEN: Final = re.compile(r"\{ command \}((?: \{ command-\w+ \})+)")
"""A command in catalogues."""


@cache
def declared() -> Json:
    """Return the one command as it is registered."""

    async def payload(folder: str) -> Json:
        database = Address.of_file(Path(folder) / "celestia.db")
        async with Celestia(Settings(database=database)) as bot:
            for cog in COGS:
                await bot.load_extension(cog)
            (command,) = bot.tree.get_commands(type=discord.AppCommandType.chat_input)
            return await command.get_translated_payload(bot.tree, Translator())

    with TemporaryDirectory() as folder:
        return asyncio.run(payload(folder))


def test_the_one_command_has_places_left() -> None:
    options = declared()["options"]
    assert len(options) <= TAKEN <= PLACES
    for language in LANGUAGES:
        names = [_called(option, language) for option in options]
        assert len(set(names)) == len(names), language


def test_the_one_command_has_words_left() -> None:
    assert 6000 < words_of(declared()) <= WORDS


def test_every_command_is_named_by_its_whole_path() -> None:
    paths = {path for path, _ in _paths(declared())}
    named = {
        (name, way)
        for name, text in texts().items()
        for way in [*_spoken(name, text), *_written(name, text)]
    }
    assert len(named) > 20
    assert sorted((name, way) for name, way in named if way not in paths) == []


def test_the_README_lists_every_command() -> None:
    text = (ROOT / "README.md").read_text("utf-8").partition("## Commands")[2]
    listed: list[str] = []
    group = ""
    for first, second in re.findall(r"^\| *(.*?) *\| *(.*?) *\|", text, re.MULTILINE):
        group = "".join(re.findall(r"`/celestia (\w+)`", first)) or group
        below = re.findall(r"`([a-z]+)`", second)
        listed += [f"{group} {it}" for it in below] if below else [group][: "/" in first]
    assert sorted(listed) == sorted(path for path, below in _paths(declared()) if not below)


def _paths(node: Json, above: str = "") -> list[tuple[str, bool]]:
    """Return every group and command below a node, and whether it has commands below."""
    found: list[tuple[str, bool]] = []
    for option in node.get("options", []):
        if option["type"] in NESTING:
            way = f"{above} {option['name']}".strip()
            below = _paths(option, way)
            found += [(way, bool(below)), *below]
    return found


def _spoken(name: str, text: str) -> list[str]:
    told = name.endswith((".md", ".yml")) and name != HISTORY
    return [way.strip() for way in SPOKEN.findall(text)] if told else []


def _written(name: str, text: str) -> list[str]:
    """Return the paths in a catalogue, by the keys of their names, which are English."""
    ways = WRITTEN.findall(text) if name.endswith(".ftl") else []
    return [" ".join(re.findall(r"command-(\w+)", way)) for way in ways]


def _called(option: Json, language: str) -> str:
    """Return a command's name in the first of Discord's variants of this language."""
    known = option.get("name_localizations") or {}
    return next((it for locale, it in known.items() if locale[:2] == language), option["name"])
