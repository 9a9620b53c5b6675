"""Saying something in a language."""

import logging
import sys
from unicodedata import normalize

import pytest
from fluent.runtime import FluentBundle, FluentResource

from engine.box import CHARACTERS
from players.words import LANGUAGES, Catalogue, CatalogueError, catalogue
from players.words.catalogue import FOLDER, LazyBundle
from tests.players.words.families import keys
from tests.players.words.reading import GAME, sentences


def made(text: str, fallback: Catalogue | None = None) -> Catalogue:
    bundle = LazyBundle("fr")
    bundle.add(text)
    return Catalogue("fr", bundle, fallback)


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        *(("en", "en"), ("fr", "fr"), ("en-GB", "en"), ("en-US", "en"), ("fr-CA", "fr")),
        *(("FR", "fr"), ("fr_FR", "fr"), ("tlh", "en"), ("tlh-KL", "en"), ("", "en")),
        ("x" * 99, "en"),
    ],
)
def test_a_tag_falls_back_to_its_language_or_to_English(asked: str, spoken: str) -> None:
    assert catalogue(asked).language == spoken
    assert catalogue(asked) is catalogue(spoken)


def test_values_stand_in_sentences_without_isolating_marks() -> None:
    for language, said in (("en", "disembarks at"), ("fr", "débarque à")):
        left = catalogue(language)("event-left", seat="🔵 <@1>", city="Karios")
        assert left == f"🔵 <@1> {said} Karios."


def unaccented(text: str) -> str:
    return normalize("NFD", text).encode("ascii", "ignore").decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_characters_are_called_as_they_are_on_the_box(language: str) -> None:
    say = catalogue(language)
    told = {colour: unaccented(say(f"character-{colour}")) for colour in CHARACTERS}
    assert told == {colour: " / ".join(faces) for colour, faces in CHARACTERS.items()}


def test_numbers_choose_singular_or_plural() -> None:
    for language, forms in (("en", "0 points, 1 point"), ("fr", "0 point, 1 point")):
        said = [catalogue(language)("terminal-points", points=n) for n in range(2)]
        assert ", ".join(said) == forms


def test_an_unused_value_is_ignored() -> None:
    assert catalogue("en")("face-fog", seat="x") == "fog"


def test_a_catalogue_contains_its_keys() -> None:
    assert "move-pass" in catalogue("fr")
    assert "move-fly" not in catalogue("fr")
    assert None not in catalogue("fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_strict_catalogue_raises_faults(language: str) -> None:
    say = catalogue(language)
    with pytest.raises(CatalogueError, match="no-such-key"):
        say("no-such-key")
    with pytest.raises(CatalogueError, match="city"):
        say("event-left", seat="x")
    with pytest.raises(CatalogueError, match="city"):
        say("event-left", seat="x", city=None)


def test_the_cache_keeps_what_is_said_often_and_forgets_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules[Catalogue.__module__], "MAX_CACHED", 10)
    said: list[object] = []
    made_anew = Catalogue._said

    def counted(self: Catalogue, key: str, values: dict[str, object]) -> str:
        said.append(values["seat"])
        return made_anew(self, key, values)

    monkeypatch.setattr(Catalogue, "_said", counted)
    say = made("left = { $seat } leaves.")
    for number in range(100):
        say("left", seat="Ada")
        say("left", seat=number)
    assert said == ["Ada", *range(100)]
    for number in range(100):
        say("left", seat=number)
    assert len(said) >= 1 + 100 + 80


def test_a_fault_is_logged_once_and_English_is_spoken(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Catalogue, "strict", False)
    say = made("left = { $nobody } part.", made("left = { $seat } leaves.\nonly = Only here."))
    with caplog.at_level(logging.ERROR):
        assert [say("left", seat="Ada") for _ in range(3)] == ["Ada leaves."] * 3
        assert say("only") == "Only here."
    assert len(caplog.records) == 2
    assert "nobody" in caplog.text


def test_without_any_sentence_the_key_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Catalogue, "strict", False)
    assert catalogue("fr")("no-such-key") == catalogue("en")("no-such-key") == "no-such-key"
    assert catalogue("en")("event-left", seat="x") == "event-left"


def test_a_message_without_a_text_is_no_sentence() -> None:
    with pytest.raises(CatalogueError):
        made("empty =\n    .label = Only this")("empty")


def test_an_entry_that_cannot_be_parsed_is_no_sentence() -> None:
    say = made("broken = { $\nwhole = Yes.")
    assert say("whole") == "Yes."
    with pytest.raises(CatalogueError):
        say("broken")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_is_parsed_alone_as_with_its_file(language: str) -> None:
    for file in (it for it in FOLDER.joinpath(language).iterdir() if it.name.endswith(".ftl")):
        whole, lazy = FluentBundle([language]), LazyBundle(language)
        whole.add_resource(FluentResource(file.read_text("utf-8")))
        lazy.add(file.read_text("utf-8"))
        for entries, term in ((whole._messages, False), (whole._terms, True)):
            for name in entries:
                lazy._lookup(name, term)
        for entries, parsed in ((whole._messages, lazy._messages), (whole._terms, lazy._terms)):
            assert entries.keys() == parsed.keys()
            for name, entry in entries.items():
                assert entry.equals(parsed[name], ignored_fields=["span", "comment"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_of_the_game_needs_no_words_of_the_bot(language: str) -> None:
    everything = sentences(language, GAME)
    assert keys() - everything.keys() == set()
    referred = [said.messages | said.terms for said in everything.values()]
    assert set().union(*referred) <= everything.keys()
