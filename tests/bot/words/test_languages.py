"""A language is a folder in each place that has words: adding the folders is all there is to do."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.words import LANGUAGES, catalogue
from players.words import best

ROOT = Path(__file__).parents[3]
PACKAGES = ("engine", "players", "bot", "cogs", "migrations")
NEW = {"zh-CN": "中文", "pt-BR": "Português do Brasil"}
"""Languages that are added, each by its own name."""
ALL = [LANGUAGES[0], *sorted({*LANGUAGES[1:], *NEW})]
EXPLORE = """
import asyncio, io, json, os, sys
import discord
from rich.console import Console
from bot.settings import Settings, SettingsError, load
from bot.words import LANGUAGES, catalogue
from bot.words.catalogue import Translator, language_choices, text
from players.terminal.main import main

def setting(value):
    os.environ["CELESTIA_LANGUAGE"] = value
    try:
        return load().language
    except SettingsError as error:
        return str(error)

def terminal(**variables):
    os.environ.update(LC_ALL="", LC_MESSAGES="", LANG="", **{})
    os.environ.update(variables)
    console = Console(file=io.StringIO(), width=80)
    console.input = lambda prompt: "quit"
    main(["play"], console)
    return console.file.getvalue()

async def told():
    translate = Translator().translate
    name = text("command-help-about")
    return {it.value: await translate(name, it, None) for it in discord.Locale}

print(json.dumps({
    "languages": LANGUAGES,
    "settings": {value: setting(value) for value in ("zh-cn", "pt_BR", "tlh")},
    "choices": [(it.name, it.value) for it in language_choices()],
    "told": asyncio.run(told()),
    "read": {tag: catalogue(tag).language for tag in ("zh-CN", "zh-TW", "zh", "pt-BR", "fr-CA")},
    "terminal": {tag: terminal(LANG=tag) for tag in ("zh_CN.UTF-8", "zh_TW.UTF-8")},
}))
"""


def _translated(text: str, language: str, name: str) -> str:
    """English with its own name, and with the tag of the language in what is looked at."""
    text = text.replace("language-name = English", f"language-name = {name}")
    text = text.replace("-about = ", f"-about = {language} ")
    return text.replace("You leave the table", f"{language} leave the table")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the languages as a copy of the program knows them, after two were added."""
    copy = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("*.pyc"))
    for words in (copy / "players/words", copy / "bot/words"):
        for language, name in NEW.items():
            shutil.copytree(words / "en", words / language, dirs_exist_ok=True)
            for file in (words / language).glob("*.ftl"):
                file.write_text(_translated(file.read_text("utf-8"), language, name), "utf-8")
    ran = subprocess.run(  # noqa: S603  # our own words
        [sys.executable, "-c", EXPLORE],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    return json.loads(ran.stdout)


def test_a_folder_makes_a_language(found: dict[str, Any]) -> None:
    assert found["languages"] == ALL


def test_the_settings_take_every_language_in_any_case(found: dict[str, Any]) -> None:
    said = found["settings"]
    assert (said["zh-cn"], said["pt_BR"]) == ("zh-CN", "pt-BR")
    assert said["tlh"] == f'CELESTIA_LANGUAGE is "tlh": write {", ".join(ALL[:-1])} or {ALL[-1]}.'


def test_a_server_can_choose_every_language_by_its_own_name(found: dict[str, Any]) -> None:
    own = {language: catalogue(language)("language-name") for language in LANGUAGES} | NEW
    assert found["choices"] == [[own[language], language] for language in ALL]


def test_discord_is_told_every_language_that_it_knows(found: dict[str, Any]) -> None:
    told = {locale: about for locale, about in found["told"].items() if about}
    assert set(told) >= {"fr", *NEW}
    assert not {"en-US", "en-GB"} & set(told)
    assert all(told[language].startswith(f"{language} ") for language in NEW)


def test_no_reader_gets_a_sibling_language(found: dict[str, Any]) -> None:
    expected = {"zh-CN": "zh-CN", "zh-TW": "en", "zh": "en", "pt-BR": "pt-BR", "fr-CA": "fr"}
    assert found["read"] == expected


def test_the_terminal_follows_the_language_of_the_machine(found: dict[str, Any]) -> None:
    assert "zh-CN leave the table" in found["terminal"]["zh_CN.UTF-8"]
    assert "You leave the table" in found["terminal"]["zh_TW.UTF-8"]


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        *(("zh-TW", "zh-TW"), ("zh_CN.UTF-8", "zh-CN"), ("zh-HK", "en"), ("zh", "en")),
        *(("es-419", "es"), ("es-ES", "es-ES"), ("EN-gb", "en-GB"), ("en-US", "en"), ("", "en")),
        ("zh-Hant-TW", "en"),
    ],
)
def test_the_whole_tag_counts_before_the_plain_language(tag: str, language: str) -> None:
    spoken = ("en", "en-GB", "es", "es-ES", "zh-CN", "zh-TW")
    assert best(tag, spoken) == language


def test_every_folder_has_a_tag_that_Discord_knows() -> None:
    tags = {locale.value for locale in discord.Locale}
    assert set(LANGUAGES) <= tags | {tag.partition("-")[0] for tag in tags}
