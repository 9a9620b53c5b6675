"""Every ``/celestia`` command does what its button does, and answers nobody but who ran it."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.tables.table import Table
from engine.options import BOXES
from tests.client.messages import Select
from tests.host.ground import Room
from tests.host.scenes import game, laid, lobby, said, table_of, tells
from tests.rules.builder import table

# --- before the game -----------------------------------------------------------------------


async def test_new_opens_a_table_for_the_person_who_runs_it(room: Room) -> None:
    ann = room.join("Ann")
    answer = await ann.runs("new")
    assert tells(answer, ann, "opened")
    assert str(room.board.id) in answer.text  # the way to the board
    assert ann.mention in room.board.text


WAYS: dict[str, tuple[dict[str, Any], Callable[[Table], Any], Any]] = {
    "base": ({"boxes": "base"}, lambda it: it.options.boxes, ()),
    "one box": ({"boxes": "krismastri"}, lambda it: it.options.boxes, ("krismastri",)),
    "all boxes": ({"boxes": "all"}, lambda it: len(it.options.boxes), 7),
    "seats": ({"seats": 3}, lambda it: it.seats, 3),
    "variant": ({"variant": "crew"}, lambda it: it.options.variant, "crew"),
    "power cards": ({"power_cards": False}, lambda it: it.options.power_cards, False),
    "goal": ({"goal": 75}, lambda it: it.options.goal, 75),
    "pace": ({"pace": "relaxed"}, lambda it: it.pace, "relaxed"),
}


@pytest.mark.parametrize("way", WAYS)
async def test_new_takes_every_option(room: Room, way: str) -> None:
    options, found, wanted = WAYS[way]
    await room.join("Ann").runs("new", **options)
    assert found(await table_of(room)) == wanted


async def test_new_can_open_a_thread_for_the_table(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("new", thread=True)
    (thread,) = room.channel.threads
    assert thread.name == "Celestia with Ann"  # the server reads English
    assert str(thread.id) in answer.text
    assert room.board_in(thread).text.count(ann.mention) == 1
    assert not any(shown.buttons for shown in room.messages)


async def test_a_thread_has_a_table_of_its_own(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new")
    await bob.runs("new", thread=True)
    (bob.channel,) = room.channel.threads
    await ann.runs("computer")
    assert bob.mention in room.board_in(bob.channel).text
    assert "🤖" not in room.board_in(bob.channel).text


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


async def test_option_sets_everything_that_the_lobby_selects_set(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new", boxes="all")
    offered = {value for select in room.board.selects for value in _settings(select)}
    for value in sorted(offered - {"variant=beginner", "variant=crew"}):  # which stand alone
        assert tells(await ann.runs("option", setting=value), ann, "done"), value


def _settings(select: Select) -> list[str]:
    return [value for value in select.options if "=" in value]


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


# --- in the game ---------------------------------------------------------------------------


async def test_hand_shows_what_its_button_shows(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, hands={1: "compass"}), ann, bob)
    pressed, ran = await bob.presses(action="hand", on=room.board), await bob.runs("hand")
    assert ran.text == pressed.text
    assert tells(ran, bob, "card-compass")


async def test_play_offers_one_s_own_moves_and_makes_them(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", power_cards=False), ann, bob)
    stay, leave = await bob.types("play", "move", "")
    assert (stay["name"], leave["name"]) == (said(bob, "move-stay"), said(bob, "move-leave"))
    assert await ann.types("play", "move", "") == []
    assert tells(await bob.runs("play", move=leave["value"]), bob, "done")
    assert (await table_of(room)).running.view(None).seats[1].treasures == (1,)


async def test_play_takes_words_too(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(table(2, dice="fog fog", power_cards=False), ann, bob)
    assert tells(await bob.runs("play", move="stay"), bob, "done")
    assert (await table_of(room)).question == "declaration"


async def test_play_seals_an_answer_before_its_turn(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat")
    await laid(table(3, dice="fog fog", power_cards=False), ann, bob, cat)
    assert tells(await cat.runs("play", move="leave"), cat, "sealed-leave")
    await bob.runs("play", move="stay")
    assert (await table_of(room)).question == "declaration"


async def test_play_offers_what_can_be_sealed_for_this_moment_alone(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat", locale="fr")
    await laid(table(3, dice="fog fog", power_cards=False), ann, bob, cat)
    stay, leave = await cat.types("play", "move", "")
    assert (stay["name"], leave["name"]) == (said(cat, "move-stay"), said(cat, "move-leave"))
    assert tells(await cat.runs("play", move=leave["value"]), cat, "sealed-leave")
    await bob.runs("play", move="stay")
    assert tells(await cat.runs("play", move=stay["value"]), cat, "error-moment_passed")
    assert (await table_of(room)).running.view(None).seats[2].treasures == (1,)


async def test_arm_offers_one_s_own_cards_and_disarms_them(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(table(2, hands={1: "jetpack"}), ann, bob)
    offered = await bob.types("arm", "card", "jetpack")
    assert [choice["name"] for choice in offered] == ["If we crash: Jetpack"]
    assert tells(await bob.runs("arm", card=offered[0]["value"]), bob, "armed-now")
    assert (await table_of(room)).armed == {1: ["crashing jetpack"]}
    assert tells(await bob.runs("arm", card="none"), bob, "disarmed")


async def test_arming_a_second_card_keeps_the_first(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(table(2, hands={1: "jetpack wind_gust"}), ann, bob)
    for choice in await bob.types("arm", "card", ":"):
        await bob.runs("arm", card=choice["value"])
    assert len((await table_of(room)).armed[1]) > 1


@pytest.mark.parametrize(("command", "option"), [("play", "move"), ("arm", "card")])
async def test_an_outdated_choice_shows_where_the_game_stands(
    room: Room, command: str, option: str
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", hands={1: "jetpack"}), ann, bob)
    choice = (await bob.types(command, option, ""))[-1]["value"]
    await bob.runs("play", move="stay")
    answer = await bob.runs(command, **{option: choice})
    assert tells(answer, bob, "error-moment_passed")
    assert tells(answer, bob, "hand-title")


async def test_quiet_is_switched_on_and_off(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    assert tells(await bob.runs("quiet"), bob, "quiet-on")
    assert (await table_of(room)).quiet == [1]
    assert tells(await bob.runs("quiet", on=False), bob, "quiet-off")


async def test_board_posts_it_at_the_end_of_the_channel(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    before = room.board
    await ann.actor.send(room.channel, "Much was said meanwhile.")
    answer = await bob.runs("board")
    assert tells(answer, bob, "board-here")
    assert room.board.text == before.text
    assert room.board.id > before.id
    assert before.id not in [shown.id for shown in room.messages]


async def test_log_tells_the_story_to_anybody(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve", locale="fr")
    await game(ann, bob)
    answer = await eve.runs("log")
    assert tells(answer, eve, "log-title")
    assert "Voyage 1" in answer.text
    (title,) = [line for line in answer.text.splitlines() if "Kanopea" in line]
    assert (title[:2], title[-2:], title.count("*")) == ("**", "**", 4)  # bold as a whole


async def test_status_says_whom_the_table_waits_for(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(table(2, dice="fog fog", power_cards=False).do("1 stay"), ann, bob)
    answer = await bob.runs("status")
    assert tells(answer, bob, "stage-playing")
    waits = next(line for line in answer.text.splitlines() if line.startswith("⏳"))
    assert ann.mention in waits
    assert bob.mention not in waits


async def test_concede_asks_once_more_and_leaves_the_seat_to_a_computer(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    assert tells(await bob.runs("concede"), bob, "concede-seat")
    assert len((await table_of(room)).people) == 2
    answer = await bob.presses(action="concede_now")
    assert tells(answer, bob, "conceded")
    assert answer.shown[0].buttons == []
    assert (await table_of(room)).people == {0: ann.id}
    assert bob.mention not in room.board.text


async def test_a_host_who_concedes_hands_the_table_to_another_player(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    await ann.runs("concede")
    await ann.presses(action="concede_now")
    assert (await table_of(room)).host == 1


async def test_the_last_player_to_concede_is_told_that_the_game_ends(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await lobby(ann)
    await ann.runs("computer")
    await ann.runs("start")
    assert tells(await ann.runs("concede"), ann, "concede-game")
    assert (await table_of(room)).open
    assert tells(await ann.presses(action="concede_now"), ann, "cancelled")
    assert (await table_of(room)).stage == "cancelled"


# --- for those in charge -------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en-US", "fr"])
async def test_the_host_gives_a_seat_to_a_computer(room: Room, locale: str) -> None:
    ann, bob = room.join("Ann", locale=locale), room.join("Bob")
    await game(ann, bob)
    assert tells(await ann.runs("kick", player=bob.actor), ann, "kicked-playing")
    assert (await table_of(room)).people == {0: ann.id}


async def test_a_moderator_may_kick_without_a_seat(room: Room) -> None:
    ann, bob, mod = room.join("Ann"), room.join("Bob"), room.join("Mod", manager=True)
    await lobby(ann, bob)
    assert tells(await mod.runs("kick", player=bob.actor), mod, "kicked")
    assert bob.mention not in room.board.text


async def test_the_game_ends_when_the_last_person_is_kicked(room: Room) -> None:
    ann, mod = room.join("Ann"), room.join("Mod", manager=True)
    await lobby(ann)
    await ann.runs("computer")
    await ann.runs("start")
    assert tells(await mod.runs("kick", player=ann.actor), mod, "cancelled")


async def test_nobody_else_may_kick(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    answer = await bob.runs("kick", player=ann.actor)
    assert tells(answer, bob, "error-not_in_charge", host=ann.mention)
    assert len((await table_of(room)).people) == 2


@pytest.mark.parametrize("by_button", [False, True])
async def test_cancel_asks_once_more(room: Room, by_button: bool) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann, bob)
    answer = await (ann.presses(action="cancel") if by_button else ann.runs("cancel"))
    assert tells(answer, ann, "cancel-sure")
    assert (await table_of(room)).open
    assert tells(await ann.presses(action="cancel_now"), ann, "cancelled")
    assert not (await table_of(room)).open


async def test_a_moderator_may_cancel_without_a_seat(room: Room) -> None:
    ann, bob, mod = room.join("Ann"), room.join("Bob"), room.join("Mod", manager=True)
    await game(ann, bob)
    await mod.runs("cancel")
    await mod.presses(action="cancel_now")
    assert (await table_of(room)).stage == "cancelled"
    assert said(ann, "end-cancelled") in room.board.text


async def test_nobody_else_may_cancel(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    assert tells(await bob.runs("cancel"), bob, "error-not_in_charge", host=ann.mention)
    assert (await table_of(room)).open


@pytest.mark.parametrize("played", [True, False])
async def test_commands_show_what_the_buttons_below_the_end_show(room: Room, played: bool) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await (game if played else lobby)(ann, bob)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    for command, shown in (
        ("hand", "hand-title"),
        ("log", "log-title"),
        ("status", "stage-cancelled"),
    ):
        known = shown if played else "error-no_table_here"
        assert tells(await bob.runs(command), bob, known), command
    for command in ("nudge", "back", "quiet"):
        assert tells(await bob.runs(command), bob, "error-no_table_here"), command


async def test_rematch_opens_a_table_like_the_last_one(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann, bob, boxes="all", goal=75, seats=4, pace="none")
    await ann.runs("computer")
    await ann.presses(action="start")
    old = await table_of(room)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    assert tells(await bob.runs("rematch"), bob, "opened")
    new = await table_of(room)
    assert new.id != old.id
    assert [chair.computer for chair in new.chairs] == ["", "thumb"]
    assert (new.people, new.options.goal, new.seats, new.pace) == ({0: bob.id}, 75, 4, "none")
    assert new.options.boxes == old.options.boxes


async def test_a_rematch_of_a_crew_knows_the_seats_that_the_host_wanted(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new", seats=4)
    await ann.chooses("variant=crew")
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    await ann.runs("rematch")
    assert (await table_of(room)).places == 2
    await ann.chooses("variant=standard")
    assert (await table_of(room)).places == 4
