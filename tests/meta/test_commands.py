"""``/celestia`` has free places, and documents and sentences name commands correctly."""

import re
from pathlib import Path
from typing import Any, Final

from bot.client import COGS, Celestia
from bot.settings import Settings
from bot.store.address import Address
from bot.words import LANGUAGES
from bot.words.catalogue import Translator
from tests.client.commands import NESTING
from tests.meta.sources import ROOT, texts

Json = dict[str, Any]

PLACES: Final = 25
"""Discord's limit below one command."""
TAKEN: Final = 18
"""The places that may be taken."""
HISTORY: Final = "CHANGELOG.md"
SPOKEN: Final = re.compile(r"`/celestia((?: [a-z]+)+)`")
"""A command in documents."""
WRITTEN: Final = re.compile(r"\{ command \}((?: \{ command-\w+ \})+)")
"""A command in catalogues."""


async def declared(database: Path) -> list[Json]:
    """Return the commands as they are registered."""
    async with Celestia(Settings(database=Address.of_file(database))) as bot:
        for cog in COGS:
            await bot.load_extension(cog)
        return [
            await command.get_translated_payload(bot.tree, Translator())
            for command in bot.tree.get_commands()
        ]


async def test_the_one_command_has_places_left(tmp_path: Path) -> None:
    (root,) = await declared(tmp_path / "celestia.db")
    assert len(root["options"]) <= TAKEN <= PLACES
    for language in LANGUAGES:
        names = [_called(option, language) for option in root["options"]]
        assert len(set(names)) == len(names), language


async def test_every_command_is_named_by_its_whole_path(tmp_path: Path) -> None:
    (root,) = await declared(tmp_path / "celestia.db")
    paths = {path for path, _ in _paths(root)}
    named = {
        (name, way)
        for name, text in texts().items()
        for way in [*_spoken(name, text), *_written(name, text)]
    }
    assert len(named) > 20
    assert sorted((name, way) for name, way in named if way not in paths) == []


async def test_the_README_lists_every_command(tmp_path: Path) -> None:
    (root,) = await declared(tmp_path / "celestia.db")
    text = (ROOT / "README.md").read_text("utf-8").partition("## Commands")[2]
    listed: list[str] = []
    group = ""
    for first, second in re.findall(r"^\| *(.*?) *\| *(.*?) *\|", text, re.MULTILINE):
        group = "".join(re.findall(r"`/celestia (\w+)`", first)) or group
        below = re.findall(r"`([a-z]+)`", second)
        listed += [f"{group} {it}" for it in below] if below else [group][: "/" in first]
    assert sorted(listed) == sorted(path for path, below in _paths(root) if not below)


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
