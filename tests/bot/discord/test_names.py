"""Names that users choose do no harm to the bot's messages."""

import re
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.discord.incoming import Person
from bot.discord.limits import BUTTON_LABEL
from bot.discord.names import LONGEST, WIDEST, Names, plain_name, width

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
KISS = "\U0001f469\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3fb"
FLAG = "\U0001f1eb\U0001f1f7"

TRICKY = st.sampled_from(
    [
        *"\\`*_~|<>[]()@#:!&/.-+=0123456789 aZé",
        *"\n\t\r\x00\u2028\u00a0\u3000\u202e\u202d\u2066\u2069\u200b\u200d\ufeff\u034f\u2800\u3164",
        *("\u0300", "\u0336", "\ufe0f", "\u20e3", "\U0001f3fb", "\u0903", "…", "\ufdfa", "漢"),
        *(FAMILY, RAINBOW, KISS, FLAG, FLAG[0], "\U0001f468", "@everyone", "https://"),
    ]
)
NAMES = st.one_of(st.text(), st.lists(TRICKY, max_size=80).map("".join))


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Ann", "Ann"),
        ("  Ann   Bee  ", "Ann Bee"),
        ("Ann\nBee\u2028Cee\tDee", "Ann Bee Cee Dee"),
        ("evil\u202egnp.exe", "evilgnp.exe"),
        ("a\u200bb\ufeffc\u00add", "abcd"),
        ("\uff21\uff4e\uff4e", "Ann"),  # fullwidth letters
        ("\ufb01ne", "fine"),
        ("עִבְרִית", "עִבְרִית"),
        ("Đặng Thị", "Đặng Thị"),
        ("हिन्दी", "हिन्दी"),
        ("漢字", "漢字"),
        ("\u0301Ann", "Ann"),  # a mark that would sit on our text
        ("An\u0301n", "Ańn"),
        (FAMILY, FAMILY),
        (RAINBOW, RAINBOW),
        (KISS, KISS),
        (FLAG, FLAG),
        ("a\u200d\U0001f468\u200db", "a\U0001f468b"),  # joiners that join nothing
        ("", "?"),
        ("\u200b\u2800\u3164", "?"),
        ("\ud800", "?"),
        ("\u0301", "?"),
        ("@everyone", "\uff20everyone"),
        ("@HERE", "\uff20HERE"),
        ("@\u200beveryone", "\uff20everyone"),
        ("\uff20everyone", "\uff20everyone"),
    ],
)
def test_a_plain_name_is_one_visible_line(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("a" * 32, "a" * 32),
        ("a" * 33, "a" * 31 + "…"),
        ("漢" * 16, "漢" * 16),
        ("漢" * 32, "漢" * 15 + "…"),
        ("a" * 30 + "漢字", "a" * 30 + "…"),
        ("a" * 30 + " bcd", "a" * 30 + "…"),
        ("x" + FLAG * 20, "x" + FLAG * 15 + "…"),
        (RAINBOW * 20, RAINBOW * 10 + "…"),
        ("a\u0336" * 40, "a\u0336" * 31 + "…"),
    ],
)
def test_a_long_name_is_cut_between_characters(name: str, cut: str) -> None:
    assert plain_name(name) == cut


def test_zalgo_stays_in_its_line() -> None:
    name = "".join(letter + "\u0336\u0344\u0300" * 20 for letter in "zalgo")
    assert sum(category(char) == "Mn" for char in plain_name(name)) <= 3 * len("zalgo")


@given(NAMES)
@example("a\u202e" * 40)
@example("\ufdfa" * 40)
@example("\u200d".join(["\U0001f468"] * 100))
def test_a_plain_name_is_clean_and_short(name: str) -> None:
    plain = plain_name(name)
    assert plain == plain.strip() != ""
    assert 1 <= width(plain) <= WIDEST
    assert len(plain.encode("utf-16-le")) // 2 <= LONGEST <= BUTTON_LABEL
    kinds = {category(char) for char in plain.replace("\u200d", "")}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert "  " not in plain
    assert not plain.endswith(("\u200d", "\u200d…"))
    assert not category(plain[0]).startswith("M")
    assert plain_name(plain) == plain
    assert not re.search("@(everyone|here)", plain, re.IGNORECASE)


def test_a_name_is_known_once_it_was_seen() -> None:
    names = Names()
    assert names.of(1, "seat 1") == "seat 1"
    names.saw(Person(1, "Ann"), 0)
    assert names.of(1, "seat 1") == names.of(1, "seat 1", guild=7) == "Ann"
    names.saw(Person(1, "Anna"), 0)
    assert names.of(1, "seat 1") == "Anna"


def test_a_nickname_stays_in_its_server() -> None:
    names = Names()
    names.saw(Person(1, "Ann", "Captain"), 7)
    assert names.of(1, "?", guild=7) == "Captain"
    assert names.of(1, "?", guild=8) == names.of(1, "?") == "Ann"


def test_names_are_returned_fit_for_labels_or_not_at_all() -> None:
    names = Names()
    names.saw(Person(1, "Ann\n@everyone" + "\u0301" * 9), 0)
    assert names.of(1, "seat 1") == plain_name("Ann @everyone" + "\u0301" * 9)
    names.saw(Person(1, "\u202e"), 0)
    assert names.of(1, "seat 1") == "seat 1"
