"""The legs of a finished game: complete, and within Discord's limits."""

from functools import cache

import pytest

from bot.discord.limits import ALT_TEXT, BUTTON_LABEL, LAYOUT_COMPONENTS, LAYOUT_TEXT, ROW_BUTTONS
from bot.pages.end import end
from bot.pages.layout import GALLERY, ROW, Content
from bot.pages.replay import Again, legs_of, names_in, replay_page, wanted
from bot.pages.scenes import scene_again
from bot.pages.views import TableView, table_view
from bot.tables.proof import record
from bot.tables.table import PICTURE, TEXT, Board, Chair
from bot.words import LANGUAGES, catalogue
from bot.words.emoji import ICONS
from engine import Record
from engine.moves import parse
from engine.state.pieces import ASHORE
from players.replay.moments import moments
from players.replay.steps import Replay
from tests.bot.pages.reading import parts, text
from tests.bot.tables.driven import laid, started
from tests.players.replay.games import GAMES, broken_off, every_box, random_record

languages = pytest.mark.parametrize("language", LANGUAGES)
PEOPLE = 10**19 - 1
"""Ids of users are no longer than this."""
RECORDS = [*map(random_record, range(0, len(GAMES), 5)), every_box(), broken_off()]


@cache
def again(number: int) -> Replay:
    return Replay.of(RECORDS[number])


records = pytest.mark.parametrize("number", range(len(RECORDS)))


def shown_of(kept: Record, *, board: Board = PICTURE) -> TableView:
    """A table of people, at which a game like this was played."""
    t = started(2).do("0 cancel")
    t.table.chairs = [Chair() for _ in range(kept.seats)]
    t.table.people = {seat: PEOPLE - seat for seat in range(kept.seats)}
    t.table.board = board
    return table_view(t.table)


@cache
def pages(number: int, language: str, board: Board = PICTURE) -> list[Content]:
    """Return all pages of a game."""
    replay, say = again(number), catalogue(language)
    shown, found = shown_of(replay.record, board=board), moments(replay)
    return [replay_page(shown, replay, found, at, say) for at in range(len(legs_of(replay)))]


@languages
@records
def test_every_leg_fits_into_a_message(number: int, language: str) -> None:
    for content in pages(number, language):
        found = parts(content)
        assert len(found) <= LAYOUT_COMPONENTS
        assert len(text(content)) <= LAYOUT_TEXT
        rows = [it["components"] for it in found if it["type"] == ROW]
        assert all(len(row) <= ROW_BUTTONS for row in rows)
        buttons = [it for row in rows for it in row]
        assert len({it["custom_id"] for it in buttons}) == len(buttons)
        assert all(len(it["label"]) <= BUTTON_LABEL for it in buttons)
        (painted,) = [it for it in found if it["type"] == GALLERY]
        assert len(painted["items"][0]["description"]) <= ALT_TEXT
        assert catalogue(language)("log-cut") not in text(content)


@records
def test_uploaded_icons_give_way_before_any_word_does(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = {name: f"<:{name}_abcdef:{PEOPLE}>" for name in ICONS}
    monkeypatch.setattr("bot.words.emoji.UPLOADED_ICONS", ours)
    for content in pages.__wrapped__(number, "fr"):
        assert len(text(content)) <= LAYOUT_TEXT
        assert catalogue("fr")("log-cut") not in text(content)


@languages
@records
def test_every_event_is_on_one_of_the_legs(number: int, language: str) -> None:
    replay, say = again(number), catalogue(language)
    legs, told = legs_of(replay), [*map(text, pages(number, language))]
    assert [step for leg in legs for step in leg.steps] == [*replay.steps]
    for leg, words in zip(legs, told, strict=True):
        crashes = [it for step in leg.steps for it in step.events if it.kind == "crashed"]
        assert len(crashes) == words.count("💥")
    ends = [say("replay-broken_off") in it for it in told]
    assert ends == [False] * (len(ends) - 1) + [replay.record.ending != "over"]


@records
def test_each_moment_lies_on_one_leg_and_has_a_way_to_it(number: int) -> None:
    replay, table = again(number), shown_of(again(number).record).table
    ids = [it.get("custom_id") for it in parts(pages(number, "en")[0])]
    for moment in moments(replay):
        (at,) = [n for n, leg in enumerate(legs_of(replay)) if leg.has(moment)]
        assert f"celestia:{table}:-:-:replay:{moment.kind}-{at}" in ids
        title = f"**{catalogue('en')(f'moment-{moment.kind}')}**"
        assert title in text(pages(number, "en")[at])


@records
def test_the_picture_of_a_leg_shows_the_public_view(number: int) -> None:
    replay = again(number)
    game, seen = replay.record.deal.game(), 0
    wanted_after = {leg.pictured.moves[-1]: leg.pictured for leg in legs_of(replay)}
    for move, (seat, words) in enumerate(replay.record.moves, 1):
        events = game.play(seat, parse(words))
        step = wanted_after.get(move)
        if step is None or (events[-1] is not None and events[-1] != step.events[-1]):
            continue  # more has happened with this move than the picture shows
        view, painted = game.view(None), scene_again(replay, step.scene)
        assert (painted.piles, painted.dice) == (view.piles, view.leg.dice)
        assert (painted.ship, painted.craft) == (view.ship.city, view.leg.craft)
        for place, public in zip(painted.seats, view.seats, strict=True):
            assert (place.hand, place.treasures) == (public.hand, len(public.treasures))
            assert (place.tokens, place.place == ASHORE) == (public.tokens, public.place == ASHORE)
        seen += 1
    assert seen


@languages
def test_a_table_that_is_shown_in_words_is_replayed_in_words(language: str) -> None:
    for content in pages(0, language, TEXT):
        assert content.picture is None
        assert catalogue(language)("picture-hands", seats="").rstrip(". ") in text(content)
        assert len(text(content)) <= LAYOUT_TEXT


@pytest.mark.parametrize(
    ("argument", "leg"),
    [("", 0), ("forward-7", 7), ("trust-12", 12), ("x", 0), ("back--1", 0), ("last-99999", 0)],
)
def test_a_button_names_its_leg(argument: str, leg: int) -> None:
    assert wanted(argument) == leg


def test_beyond_the_last_leg_there_is_the_last() -> None:
    replay, say = again(0), catalogue("en")
    shown, last = shown_of(replay.record), len(legs_of(replay)) - 1
    assert replay_page(shown, replay, (), 9999, say) == replay_page(shown, replay, (), last, say)


@languages
def test_names_in_the_file_are_those_of_people_and_computers(language: str) -> None:
    t = started(3).do("2 concede easy")
    t.table.people = {0: 1001, 1: 1002}
    names = names_in(table_view(t.table), catalogue(language), {1001: "Ann"}.get)
    assert names[:2] == ("Ann", "")
    assert names[2] == catalogue(language)(f"computer-{t.table.chairs[2].name}")


# --- the last page -------------------------------------------------------------------------


@languages
def test_the_end_carries_the_file_before_the_record_and_a_link_beside_it(language: str) -> None:
    t, say = laid(3).do("0 cancel"), catalogue(language)
    shown, kept, name = table_view(t.table), record(t.table), f"celestia-{t.table.id}"
    content = end(shown, say, kept, Again((), "<html>"))
    assert [it[0] for it in content.files] == [f"{name}.html", f"{name}.json"]
    assert content.files[0][1] == "<html>"
    assert f"{say('end-replay')}" in text(content)
    assert "http" not in text(content)
    link = "https://games.example/replay/blue"
    assert f"]({link})" in text(end(shown, say, kept, Again((), "<html>", link)))


def test_a_replay_file_is_in_no_repr() -> None:
    assert "topsecret" not in repr(Again((), "topsecret"))
