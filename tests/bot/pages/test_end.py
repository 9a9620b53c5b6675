"""The end of a game: places, the reason of its end, and the proof of the deal."""

import pytest

from bot.pages.end import end
from bot.pages.layout import GALLERY
from bot.pages.proof import proof
from bot.pages.views import table_view
from bot.tables.proof import record
from bot.tables.table import PICTURE, TEXT
from bot.words import LANGUAGES, catalogue
from engine.records import SHORT
from tests.bot.pages.reading import parts, text
from tests.bot.tables.driven import Driven, exchanging, laid, started

languages = pytest.mark.parametrize("language", LANGUAGES)


def told(t: Driven, language: str, *, whole: bool = True, board: str = PICTURE) -> str:
    """The last page of a table whose log is whole."""
    kept = record(t.table) if whole else None
    return text(end(table_view(t.table), catalogue(language), kept, board=board))


def with_treasures(**held: str) -> Driven:
    """A game that was cancelled while the seats held this."""
    treasures = {"abc".index(seat): names for seat, names in held.items()}
    t = laid(3, treasures=treasures)
    t.table.people = {seat: 1001 + seat for seat in range(3)}
    return t.do("- expire")


def line_of(shown: str, seat: int) -> list[str]:
    """The lines of a seat: its place and points, their parts, its treasures."""
    lines = shown.splitlines()
    first = next(n for n, line in enumerate(lines) if f"<@{1001 + seat}>" in line)
    return lines[first : first + 3]


# --- places --------------------------------------------------------------------------------


@languages
def test_a_tie_that_fewer_treasures_decide_says_so(language: str) -> None:
    shown = told(with_treasures(a="4:6 1:2", b="4:8", c="1:1"), language)
    tie = catalogue(language)("score-tie")
    assert "🥇 **8**" in line_of(shown, 1)[0]
    assert tie in line_of(shown, 1)[1]
    assert "🥈 **8**" in line_of(shown, 0)[0]
    assert shown.count(tie) == 1


@languages
def test_a_shared_place_needs_no_reason(language: str) -> None:
    shown = told(with_treasures(a="1:1", b="1:1", c="1:2 1:2"), language)
    assert shown.count("🥈 **1**") == 2
    assert catalogue(language)("score-tie") not in shown


# --- what the seats held -------------------------------------------------------------------


@languages
def test_the_end_shows_every_seats_treasures(language: str) -> None:
    t = with_treasures(a="9:25 4:8 1:spyglass 4:6 1:2", b="2:2")
    shown = told(t, language, board=TEXT)
    assert line_of(shown, 0)[2] == "-# 1️⃣ 2+🔭2 · 4️⃣ 6+8 · 9️⃣ 25"
    assert line_of(shown, 1)[2] == "-# 2️⃣ 2"
    assert "️⃣" not in "".join(line_of(shown, 2))


@languages
def test_beside_its_chart_the_end_has_a_line_for_each_seat(language: str) -> None:
    t = with_treasures(a="9:25 4:8", b="2:2")
    shown = told(t, language).splitlines()
    assert [line for line in shown if "🥇" in line] == ["🥇 **33** · 🔵 <@1001>"]
    say = catalogue(language)
    assert say("score-treasures", points=33, count=2) not in "".join(shown)
    (painted,) = [it for it in parts(end(table_view(t.table), say, None)) if it["type"] == GALLERY]
    described = painted["items"][0]["description"]
    assert f"{say('city-9')} 25" in described
    assert f"{say('city-4')} 8" in described


def test_no_view_holds_treasures_during_the_game() -> None:
    t = laid(3, treasures={0: "9:25"})
    assert (table_view(t.table).held, table_view(t.table).scores) == ((), ())


# --- closed before its end -----------------------------------------------------------------


@languages
def test_a_cancelled_game_shows_the_scores_so_far(language: str) -> None:
    t = laid(3, treasures={1: "9:25"}).do("0 cancel")
    shown, say = told(t, language), catalogue(language)
    assert f"{say('end-standing')}" in shown
    assert "🥇 **25** · 🟢" in shown
    assert "-# 9️⃣ 25" in told(t, language, board=TEXT)


@languages
def test_only_legs_that_began_are_counted(language: str) -> None:
    say = catalogue(language)
    assert say("end-length", journeys=1, legs=1) in told(laid(3).do("0 cancel"), language)
    between = exchanging().do("0 cancel")  # the second journey has not begun
    assert say("end-length", journeys=1, legs=1) in told(between, language)


@languages
def test_the_end_names_the_player_who_cancelled(language: str) -> None:
    t = started(3)
    t.table.people = {0: 1001, 1: 1002, 2: 1003}
    say = catalogue(language)
    t.do("1 cancel")
    assert say("end-cancelled-by", seat="🟢 <@1002>") in told(t, language)
    t.table.people = {}
    assert say("end-cancelled-by", seat=f"🟢 {say('seat-empty', number=2)}") in told(t, language)


@languages
def test_the_end_says_if_a_moderator_cancelled(language: str) -> None:
    shown = told(started(2).do("- cancel"), language)
    assert catalogue(language)("end-cancelled-outside") in shown


@languages
def test_the_end_says_if_everybody_has_left(language: str) -> None:
    shown = told(started(2).do("0 concede random", "1 concede random"), language)
    assert catalogue(language)("end-cancelled-empty") in shown


@languages
def test_tables_closed_by_earlier_releases_name_no_user(language: str) -> None:
    t = started(2).do("0 cancel")
    t.table.cancelled_by = None
    say, shown = catalogue(language), told(t, language)
    assert f"\n{say('end-standing')}\n" in shown
    assert say("end-cancelled-outside") not in shown


# --- the proof -----------------------------------------------------------------------------


@languages
def test_the_proof_needs_no_program(language: str) -> None:
    t, say = started().do("0 cancel"), catalogue(language)
    kept = record(t.table)
    assert kept is not None
    check = say("end-verify", fingerprint=kept.fingerprint[:SHORT])
    assert check in proven(t, language)
    assert "python" not in check
    assert kept.fingerprint[:SHORT] in told(t, language)
    for broken in (told(t, language, whole=False), proven(t, language, whole=False)):
        assert say("end-no-record") in broken
        assert kept.fingerprint[:SHORT] not in broken


def proven(t: Driven, language: str, *, whole: bool = True) -> str:
    """The page behind the button *Proof*."""
    kept = record(t.table) if whole else None
    return text(proof(table_view(t.table), catalogue(language), kept))


@languages
def test_the_secret_stands_in_the_proof_once_the_table_is_closed(language: str) -> None:
    t = started()
    assert table_view(t.table).promise in proven(t, language)
    assert t.table.secret not in proven(t, language)
    assert t.table.secret in proven(t.do("0 cancel"), language)


def test_another_ending_has_another_fingerprint() -> None:
    ends = [told(started().do(line), "en") for line in ("0 cancel", "1 cancel", "- expire")]
    lines = [line for shown in ends for line in shown.splitlines() if "Record:" in line]
    assert len(set(lines)) == len(lines) == 3


# --- pings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pace", "pinged"), [("live", ()), ("relaxed", (1001, 1002)), ("none", (1001, 1002))]
)
def test_the_end_pings_people_who_play_for_days(pace: str, pinged: tuple[int, ...]) -> None:
    t = started(persons=2, computers=1, settings=f"pace={pace}")
    t.table.people = {0: 1001, 1: 1002}
    t.do("- expire")
    assert end(table_view(t.table), catalogue("en"), None).mentions == pinged
