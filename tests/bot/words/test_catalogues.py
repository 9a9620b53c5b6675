"""All languages say the same things, all of them, and nothing that is never said."""

import ast
import re
from pathlib import Path

import pytest
from fluent.syntax.ast import Junk

from bot.words import LANGUAGES
from tests.bot.words.families import FILES, keys
from tests.bot.words.reading import FOLDERS, arguments, sentences
from tests.players.words.reading import parsed, written

ROOT = Path(__file__).parents[3]
ROOMS = ("players", "bot", "cogs")
SOURCES = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
TOLD_OF_SEATS = ("events.ftl", "questions.ftl", "hints.ftl")
SAME_WORDS = 4
"""Names may be equal in two languages; this many equal words are a sentence."""

# --- both alike ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_a_catalogue_is_junk(language: str) -> None:
    for file in written(language, *FOLDERS):
        junk = [entry.content for entry in parsed(file) if isinstance(entry, Junk)]
        assert not junk, file


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_keys_in_the_same_files(language: str) -> None:
    ours, english = sentences(language), sentences("en")
    assert {key: said.file for key, said in ours.items() if key[0] != "-"} == {
        key: said.file for key, said in english.items() if key[0] != "-"
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_takes_the_same_values_in_every_language(language: str) -> None:
    for key in sentences("en"):
        if key[0] != "-":
            assert arguments(language, key) == arguments("en", key), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reference_exists(language: str) -> None:
    everything = sentences(language)
    referred = [said.messages | said.terms for said in everything.values()]
    assert set().union(*referred) <= set(everything)


# --- nothing missing, nothing left over ----------------------------------------------------


def test_every_family_is_complete() -> None:
    assert keys() - set(sentences("en")) == set()


def test_no_key_is_outside_its_family() -> None:
    ours = {key for key, said in sentences("en").items() if said.file.removesuffix(".ftl") in FILES}
    assert {key for key in ours if key[0] != "-"} - keys() == set()


def test_every_term_is_used() -> None:
    for language in LANGUAGES:
        everything = sentences(language)
        used = set().union(*[said.terms for said in everything.values()])
        assert used == {key for key in everything if key[0] == "-"}


def literals() -> tuple[set[str], list[str]]:
    """All strings in the sources of the bot, and patterns of those with gaps."""
    whole: set[str] = set()
    patterns: list[str] = []
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Constant(str(text)):
                    whole.add(text)
                case ast.JoinedStr([ast.Constant(str(start)), *_] as parts) if "-" in start:
                    texts = [
                        re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+"
                        for p in parts
                    ]
                    patterns.append("".join(texts))
                case _:
                    pass
    return whole, patterns


def test_every_key_is_used() -> None:
    whole, patterns = literals()
    everything = sentences("en")
    referred = set().union(*[said.messages for said in everything.values()])
    rest = {key for key in everything if key[0] != "-"} - whole - referred - keys()
    assert {key for key in rest if not any(re.fullmatch(p, key) for p in patterns)} == set()


def test_every_key_in_the_code_exists() -> None:
    said: dict[str, Path] = {}
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(
                    ast.Name("say") | ast.Attribute(attr="say"), [ast.Constant(str(key)), *_]
                ):
                    said[key] = file
                case _:
                    pass
    assert {key: file for key, file in said.items() if key not in sentences("en")} == {}


# --- length --------------------------------------------------------------------------------


def longest(pattern: str) -> list[tuple[int, str]]:
    """The messages whose key fits, with the length of their text."""
    return sorted(
        (len(said.text), f"{language}: {key}")
        for language in LANGUAGES
        for key, said in sentences(language).items()
        if re.fullmatch(pattern, key)
    )


@pytest.mark.parametrize(
    ("pattern", "most"),
    [
        (r"(card|box|move)-.*-about", 90),
        (r"rules-[a-z_]+", 45),
        (r"rules-.*-text", 1500),
        (r"card-[a-z_]+-text", 1000),
    ],
)
def test_texts_are_short_enough(pattern: str, most: int) -> None:
    assert longest(pattern)[-1] <= (most, "~")


# --- language ------------------------------------------------------------------------------


def test_French_is_no_copy_of_English() -> None:
    for key, said in sentences("fr").items():
        if said.text == sentences("en")[key].text:
            assert len(re.findall(r"\w+", said.text)) < SAME_WORDS or key.startswith("character-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotes_are_curly_and_no_space_is_left_over(language: str) -> None:
    for key, said in sentences(language).items():
        for text in said.texts:
            assert not re.search(r"['\"]|\.\.\.| $(?=\n)|  ", text), key


TIGHT = re.compile(r"(?:^|(?<=[\w*)])| )[:;!?»](?![\w/])|«[^\u00a0]")
"""A mark that has a common space before it or none, and an opening quote without its space."""


def test_French_has_its_unbreakable_spaces() -> None:
    for key, said in sentences("fr").items():
        assert not any(TIGHT.search(text) for text in said.texts), key
        assert "\u202f" not in said.text, f"{key}: one kind of them is enough"
    assert all(TIGHT.search(text) for text in ("Non!", "Non !", "!", "«Oui", "**Or :**", "a (b):"))


def test_French_does_not_agree_with_any_name() -> None:
    for key, said in sentences("fr").items():
        assert not re.search(r"\w\(e\)|·e|\w/e\b", said.text), key
        # "est parti", "sont tombés" right behind a name
        agreeing = [
            text for text in said.texts if re.match(r" (est|sont|a été|ont été|s’est) ", text)
        ]
        assert said.file not in TOLD_OF_SEATS or not agreeing, key


BUTTONS = (
    *("button-join-or-leave", "level-easy", "button-start", "button-hand"),
    *("move-stay", "move-leave"),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_of_the_board_is_named_with_its_picture(language: str) -> None:
    """A reader may have another language than the board."""
    said = sentences(language)
    labels = [said[key].text for key in BUTTONS]
    private = [it for it in said.values() if it.file in ("errors.ftl", "table.ftl")]
    naming = [(it.text, f"*{label}*") for it in private for label in labels]
    found = [(text, name) for text, name in naming if name in text]
    assert len(found) > len(labels)
    for text, name in found:
        sign = text.partition(name)[0][-2:-1]
        assert sign > "\u2000", text
