"""Sitting down, settings, and the start."""

import pytest

from engine.options import BOXES
from tests.client.messages import Select
from tests.host.ground import Room
from tests.host.scenes import lobby, said, table_of, tells


async def test_join_and_leave_do_what_their_buttons_do(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await ann.runs("new")
    assert tells(await bob.runs("join"), bob, "done")
    assert bob.mention in room.board.text
    assert tells(await bob.runs("leave"), bob, "done")
    assert bob.mention not in room.board.text


async def test_the_last_person_to_leave_closes_the_table(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    await ann.runs("leave")
    assert (await table_of(room)).stage == "cancelled"
    assert said(ann, "lobby-cancelled") in room.messages[-1].text


async def test_computer_adds_one_and_sends_it_away(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    await ann.runs("computer")
    assert said(ann, "computer-0") in room.board.text
    await ann.runs("computer", what="remove_computer")
    assert said(ann, "computer-0") not in room.board.text


async def test_character_is_chosen_and_left_to_the_lot_again(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new", boxes="little_help")
    await ann.runs("character", character="black")
    assert said(ann, "card-black") in room.board.text
    await ann.runs("character", character="lot")
    assert said(ann, "card-black") not in room.board.text


async def test_option_offers_what_fits_and_sets_it(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    offered = await ann.types("option", "setting", "places")
    assert [choice["value"] for choice in offered] == [f"seats={n}" for n in range(2, 7)]
    await ann.runs("option", setting="seats=4")
    assert (await table_of(room)).seats == 4


def _settings(select: Select) -> list[str]:
    return [value for value in select.options if "=" in value]


async def test_option_sets_everything_that_the_lobby_selects_set(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new", boxes="all")
    offered = {value for select in room.board.selects for value in _settings(select)}
    for value in sorted(offered - {"variant=beginner", "variant=crew"}):  # which stand alone
        assert tells(await ann.runs("option", setting=value), ann, "done"), value


@pytest.mark.parametrize(
    ("locale", "done", "none", "both"),
    [
        ("en-US", "Done.", "Base game", "Base game, A Little Help, Krismastri"),
        ("fr", "C’est fait.", "Jeu de base", "Jeu de base, Coup de pouce, Krismastri"),
    ],
)
async def test_option_adds_a_box_or_takes_it_away_and_names_those_in_play(
    room: Room, locale: str, done: str, none: str, both: str
) -> None:
    ann = room.join("Ann", locale=locale)
    await ann.runs("new")
    await ann.runs("option", setting="boxes=krismastri")
    answer = await ann.runs("option", setting="boxes=little_help")
    assert done in answer.text
    assert answer.text.endswith(both)
    assert (await table_of(room)).options.boxes == ("little_help", "krismastri")
    await ann.runs("option", setting="boxes=krismastri")
    answer = await ann.runs("option", setting="boxes=little_help")
    assert answer.text.endswith(none)
    assert (await table_of(room)).options.boxes == ()


async def test_option_takes_all_boxes_or_none(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    offered = await ann.types("option", "setting", said(ann, "lobby-boxes"))
    assert [offered[0]["name"], offered[-1]["name"]] == ["Boxes: Base game", "Boxes: Everything"]
    await ann.runs("option", setting=offered[-1]["value"])
    assert (await table_of(room)).options.boxes == BOXES
    await ann.runs("option", setting=offered[0]["value"])
    assert (await table_of(room)).options.boxes == ()


async def test_start_deals_the_cards_and_shows_the_hand(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann, bob)
    answer = await ann.runs("start")
    assert tells(answer, ann, "started")
    assert tells(answer, ann, "hand-title")
    assert (await table_of(room)).stage == "playing"
