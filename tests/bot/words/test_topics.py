"""The chapters of the rules and the pictures."""

from collections import Counter

from bot.pages.rules import TOPICS
from bot.tables.table import TABLE_EVENTS
from bot.words import LANGUAGES, Voice, catalogue, emoji
from engine.box import CHARACTERS, CITY, CITY_OF, SEATS
from engine.events import EVENTS
from engine.moves import MOVES, Declare, Play
from engine.options import BOXES, VARIANTS
from tests.bot.words.families import CARDS
from tests.bot.words.reading import sentences


def test_every_box_and_variant_has_one_chapter() -> None:
    names = [topic.name for topic in TOPICS]
    assert len(set(names)) == len(names)
    assert {topic.box for topic in TOPICS} == {None, *BOXES}
    assert {*BOXES, *VARIANTS} - {"standard"} <= {*names}


def test_every_card_is_explained_in_one_chapter() -> None:
    shown = [card for topic in TOPICS for card in topic.cards]
    assert sorted(shown) == sorted(CARDS)


def test_bold_marks_come_in_pairs() -> None:
    for language in LANGUAGES:
        for key, said in sentences(language).items():
            assert said.text.count("**") % 2 == 0, key


def test_everything_has_a_picture() -> None:
    names = (*CARDS, *CITY_OF, *CHARACTERS, *BOXES, *VARIANTS, "ship", "boat", "fog", "blank")
    assert all(emoji.icon(name) for name in names)
    assert set(emoji.EVENTS) == {*EVENTS, *TABLE_EVENTS}
    assert set(emoji.MOVES) == set(MOVES)
    assert len(set(emoji.SEATS)) == SEATS[-1]
    assert len(emoji.CITIES) == len(CITY)


def test_a_name_has_one_picture() -> None:
    tables = (emoji.ICONS, emoji.MOVES, emoji.ANSWERS, emoji.EVENTS, emoji.SIGNS)
    names = Counter(name for known in tables for name in known)
    assert [name for name, count in names.items() if count > 1] == []


def test_a_move_that_plays_a_card_shows_its_picture() -> None:
    voice = Voice(catalogue("en"), str)
    assert voice.icon(Play("spy", "1")) == voice.icon("spy") == "🕵️"
    assert voice.icon(Declare("can")) == "👍"
    assert voice.icon(Declare("cannot")) == "👎"
    assert voice.icon("4:7") == "💎"
    assert voice.icon("4:spyglass") == "🔭"
