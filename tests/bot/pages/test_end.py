"""The end of a game: places, the reason of its end, the proof of the deal, and the review."""

import pytest

from bot.pages.end import end, review
from bot.pages.layout import GALLERY
from bot.pages.proof import proof
from bot.pages.views import table_view
from bot.tables.proof import record
from bot.tables.table import PICTURE, TEXT
from bot.words import LANGUAGES, catalogue
from engine.moves import Stay, parse
from engine.records import SHORT
from players.review import Decision, Slip
from tests.bot.pages.reading import parts, text
from tests.bot.tables.driven import Driven, exchanging, laid, lobby, started
from tests.players.hinted import deciding

languages = pytest.mark.parametrize("language", LANGUAGES)


def told(t: Driven, language: str, *, whole: bool = True, board: str = PICTURE) -> str:
    """Return the last page of a table."""
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
    shown, tie = told(with_treasures(a="4:6 1:2", b="4:8", c="1:1"), language), "score-tie"
    first, second = line_of(shown, 1), line_of(shown, 0)
    assert ("🥇 **8**" in first[0], "🥈 **8**" in second[0]) == (True, True)
    assert catalogue(language)(tie) in first[1]
    assert shown.count(catalogue(language)(tie)) == 1
    shared = told(with_treasures(a="1:1", b="1:1", c="1:2 1:2"), language)
    assert shared.count("🥈 **1**") == 2
    assert catalogue(language)(tie) not in shared


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
    length = catalogue(language)("end-length", journeys=1, legs=1)
    between = exchanging()  # the second journey has not begun
    assert all(length in told(t.do("0 cancel"), language) for t in (laid(3), between))


CLOSED = {
    "1 cancel": ("end-cancelled-by", "🟢 <@1002>"),
    "- cancel": ("end-cancelled-outside", ""),
    "0 concede random;1 concede random;2 concede random": ("end-cancelled-empty", ""),
}


@languages
@pytest.mark.parametrize("lines", CLOSED)
def test_the_end_says_why_the_table_was_closed(lines: str, language: str) -> None:
    t, say = started(3), catalogue(language)
    t.table.people = {0: 1001, 1: 1002, 2: 1003}
    key, seat = CLOSED[lines]
    assert say(key, seat=seat) in told(t.do(*lines.split(";")), language)


@languages
def test_a_player_who_cancelled_and_is_unknown_is_a_seat_or_nobody(language: str) -> None:
    t, say = started(2).do("1 cancel"), catalogue(language)
    t.table.people = {}
    assert say("end-cancelled-by", seat=f"🟢 {say('seat-empty', number=2)}") in told(t, language)
    t.table.cancelled_by = None  # closed by an earlier release
    shown = told(t, language)
    assert f"\n{say('end-standing')}\n" in shown
    assert say("end-cancelled-outside") not in shown


# --- the proof -----------------------------------------------------------------------------


def proven(t: Driven, language: str, *, whole: bool = True) -> str:
    """Return the page behind the button *Proof*."""
    kept = record(t.table) if whole else None
    return text(proof(table_view(t.table), catalogue(language), kept))


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


@pytest.mark.parametrize(
    ("persons", "settings", "offered"),
    [
        (1, "lesson=on pace=none", True),
        (1, "variant=beginner pace=none", True),
        (2, "lesson=on pace=none", False),
        (1, "lesson=on", False),
        (1, "power_cards=off pace=none", False),
    ],
)
def test_only_after_a_first_flight_people_learn_what_is_next(
    persons: int, settings: str, offered: bool
) -> None:
    t = lobby(persons, settings=settings).do(*["0 add_computer easy"] * 2, "0 start 7")
    t.table.stage = "over"
    page = end(table_view(t.table), catalogue("en"), None)
    pressed = {str(it["custom_id"]).split(":")[4] for it in parts(page) if "custom_id" in it}
    assert ({"learn", "new", "rules"} <= pressed) is offered


# --- the review ----------------------------------------------------------------------------


def slip() -> Slip:
    """Seat 1 has left a ship that would have arrived."""
    view = deciding("cannon " * 8, dice="fog lightning", city=3).game.view(1)
    return Slip(Decision(view, parse("leave")), Stay(), 0.126)


@languages
def test_a_review_tells_where_and_what_and_how_much_and_why(language: str) -> None:
    say, shown = catalogue(language), table_view(with_treasures().table)
    page = review(shown, [slip()], say, lambda _, name: name)
    first, leg, moves, why = text(page).splitlines()[1:]
    assert first == say("review-how", count=1)
    assert leg == f"🎈 **{say('review-leg', journey=1, city='Veltane', target='Ombrelis')}**"
    made, better = say("move-leave"), say("move-stay")
    assert moves == say("review-lost", made=made, better=better, chances=13)
    assert "<@1001>" in why
    assert say("review-none") in text(review(shown, [], say, lambda _, name: name))
