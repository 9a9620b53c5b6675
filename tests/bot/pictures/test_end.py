"""The end of a game tells what the places come from, who closed it, and what proves the deal."""

import pytest

from bot.pictures.end import end
from bot.pictures.scene import scene
from bot.words import LANGUAGES, words
from tests.bot.pictures.reading import text
from tests.bot.tables.driven import Driven, laid

languages = pytest.mark.parametrize("language", LANGUAGES)


def told(t: Driven, language: str, record: str | None = "{}") -> str:
    """The last page of a table."""
    return text(end(scene(t.table), words(language), record))


def with_treasures(**held: str) -> Driven:
    """A game that is closed when the seats hold this."""
    treasures = {"abc".index(seat): names for seat, names in held.items()}
    t = laid(3, treasures=treasures)
    t.table.people = {seat: 1001 + seat for seat in range(3)}
    return t.do("- expire")


def line_of(shown: str, seat: int) -> list[str]:
    """What is said of a seat: its place and points, their parts, its treasures."""
    lines = shown.splitlines()
    first = next(n for n, line in enumerate(lines) if f"<@{1001 + seat}>" in line)
    return lines[first : first + 3]


# --- the proof -----------------------------------------------------------------------------


@languages
def test_the_proof_asks_for_no_program(language: str) -> None:
    shown, say = told(with_treasures(a="1:1"), language), words(language)
    assert say("end-verify") in shown
    assert "python" not in shown
    assert "SHA-256" in say("end-verify")
    broken = told(with_treasures(a="1:1"), language, None)
    assert say("end-no-record") in broken
    assert say("end-verify") not in broken
