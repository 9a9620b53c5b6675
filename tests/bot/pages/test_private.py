"""The private pages: More, Answer, Orders, and the hand."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.discord.controls import BUTTON
from bot.pages.hand import hand, orders
from bot.pages.layout import TEXT, Content
from bot.pages.more import more
from bot.pages.views import hand_view, table_view
from bot.tables.play import begin_page
from bot.words import LANGUAGES, catalogue
from players.hints import hint_for
from tests.bot.pages.reading import parts, text
from tests.bot.tables.driven import Driven, laid, lobby

languages = pytest.mark.parametrize("language", LANGUAGES)
SAY = catalogue("en")


def named(user: int, fallback: str) -> str:
    """A user whose name is unknown."""
    return fallback


def pressed(content: Content) -> list[str]:
    """The actions and arguments of the controls."""
    ids = [it["custom_id"] for it in parts(content) if "custom_id" in it]
    return [custom_id.split(":", 4)[4].strip(":") for custom_id in ids]


def deciding(held: str = "compass turbo", **facts: Any) -> Driven:
    t = laid(3, dice="fog birds", captain=2, hands={2: held}, **facts).pass_on("decisions")
    t.table.people = {0: 10, 1: 11, 2: 12}
    return t


# --- more ----------------------------------------------------------------------------------


SITUATIONS: dict[str, tuple[Callable[[], Driven], int | None, str]] = {
    "a seat of a lobby": (lambda: lobby(2), 0, "rules proof tell_me call ship word cancel"),
    "a spectator of a lobby": (lambda: lobby(2), None, "rules proof tell_me"),
    "a seat of a game": (deciding, 0, "rules log proof ship nudge concede"),
    "a spectator of a game": (deciding, None, "rules log proof"),
    "a seat of a closed table": (lambda: deciding().do("0 cancel"), 0, "rules log proof"),
}


@languages
@pytest.mark.parametrize("situation", SITUATIONS)
def test_more_explains_each_of_its_buttons(situation: str, language: str) -> None:
    """A button without an icon or words raises here, instead of at the first press."""
    made, seat, offered = SITUATIONS[situation]
    page = more(table_view(made().table), catalogue(language), seat)
    assert pressed(page) == offered.split()
    labels = [it["label"] for it in parts(page) if it["type"] == BUTTON]
    assert all(f"**{label}** — " in text(page) for label in labels)


# --- the captain's answer ------------------------------------------------------------------


@languages
def test_the_answer_shows_what_covers_each_die(language: str) -> None:
    say, t = catalogue(language), deciding("compass cannon")
    page = hand(hand_view(t.table, 2), say, named)
    assert f"🌫️ {say('card-compass')} · 🐦 **{say('answer-uncovered')}**" in text(page)
    assert f"**{say('answer-uncovered')}**" in text(page)


TRUE: dict[str, list[str]] = {
    "compass foghorn": [],
    "compass": [],
    "compass turbo": ["say:declare can", "say:declare cannot"],
}


@pytest.mark.parametrize("held", TRUE)
def test_true_answers_are_offered_in_advance_where_there_is_a_choice(held: str) -> None:
    t = deciding(held)
    t.table.always.clear()
    page = hand(hand_view(t.table, 2), SAY, named)
    assert [it for it in pressed(page) if it.startswith("say")] == TRUE[held]
    assert (SAY("answer-settled") in text(page)) == (not TRUE[held])


def test_a_sealed_answer_has_a_way_back() -> None:
    t = deciding().do("2 seal declare can")
    page = hand(hand_view(t.table, 2), SAY, named)
    assert SAY("sealed-declare-can") in text(page)
    assert pressed(page)[0] == "say:nothing"
    mine = replace(hand_view(t.table, 2), cover=(), answers=())
    assert SAY("answer-nothing-to-face") not in text(hand(mine, SAY, named))


# --- the hand ------------------------------------------------------------------------------


def test_cards_stand_by_the_die_they_beat() -> None:
    held = "compass upgraded_compass compass cannon turbo"
    t = deciding(held, boxes=("little_help",))
    lines = text(hand(hand_view(t.table, 2), SAY, named)).splitlines()
    assert "🃏 **Your hand** 🌫️ ×3  🏴‍☠️ ×1  🔥 ×1" in lines


def test_the_hand_tells_of_this_leg_alone() -> None:
    t = deciding("jetpack")
    t.do("0 move leave")
    mine = hand_view(t.table, 0)
    told = SAY("event-took-known", treasure="").partition(":")[0]
    assert told in text(hand(mine, SAY, named))
    begin_page(t.table)  # the next leg has begun
    assert told not in text(hand(hand_view(t.table, 0), SAY, named))


def test_a_hand_offers_no_answers_out_of_turn_and_always_the_orders() -> None:
    t = deciding()
    for seat in (0, 1, 2):
        ids = pressed(hand(hand_view(t.table, seat), SAY, named))
        # seat 1 can seal its answer
        assert (any(it.startswith("slot") for it in ids), "say:stay" in ids) == (
            not seat,
            seat == 1,
        )
        assert "orders" in ids


@languages
def test_passengers_are_asked_at_once_and_need_not_wait_for_their_turns(language: str) -> None:
    say, t = catalogue(language), deciding()
    first, next_one = [text(hand(hand_view(t.table, seat), say, named)) for seat in (0, 1)]
    question = first.splitlines()[1]
    assert question.startswith("⏳ **")
    assert question in next_one
    assert say("seal-now") in next_one
    t.do("1 seal leave")
    sealed = text(hand(hand_view(t.table, 1), say, named))
    assert question not in sealed
    assert say("sealed-leave") in sealed


def test_nobody_is_asked_ahead_where_nobody_can_leave() -> None:
    boat = {"hands": {0: "rowboat_fog"}, "boxes": ("initiative",)}  # only a card may be played
    for left in (1, 0):
        t = laid(3, dice="fog fog", captain=2, city=3, left={3: left}, **boat)
        assert t.pass_on("decisions").waiting == (0,)
        assert hand_view(t.table, 1).may_seal == bool(left)


@languages
def test_a_hand_says_that_an_only_answer_is_given_by_itself(language: str) -> None:
    say, t = catalogue(language), laid(3, dice="fog fog").do("1 move stay", "2 move stay")
    t.pass_on("declaration")
    assert say("hand-only-answer") in text(hand(hand_view(t.table, 0), say, named))
    t.do("0 always")
    assert say("hand-only-answer") not in text(hand(hand_view(t.table, 0), say, named))
    assert say("always-on") in text(orders(hand_view(t.table, 0), say, named))


# --- hints -------------------------------------------------------------------------------


@languages
def test_a_hint_stands_below_the_question_in_place_of_its_button(language: str) -> None:
    say, t = catalogue(language), deciding("cannon")
    t.table.hints = "on"
    mine = hand_view(t.table, 0)
    hinted = replace(mine, hint=hint_for(mine.view))
    before, after = [hand(it, say, named) for it in (mine, hinted)]
    assert ("hint" in pressed(before), "hint" in pressed(after)) == (True, False)
    asked = [it["content"] for it in parts(after) if it["type"] == TEXT][-1]
    assert asked.startswith(f"💡 **{say('move-leave')}** — ")


# --- orders --------------------------------------------------------------------------------


@languages
def test_orders_offer_every_window_and_the_chosen_ones(language: str) -> None:
    say, t = catalogue(language), deciding("jetpack").do("2 never spoken")
    page = orders(hand_view(t.table, 2), say, named)
    assert pressed(page)[-4:] == ["always:on", "tips:on", "stay_order", "hand"]
    (never,) = [it for it in parts(page) if ":never:" in it.get("custom_id", "")]
    chosen = {it["value"]: it["label"] for it in never["options"] if it["default"]}
    assert chosen == {"spoken": say("window-spoken")}
    assert [it["value"] for it in never["options"]] == [*t.table.running.windows]
