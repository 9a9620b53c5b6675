"""Old, forged and foreign buttons are answered with a sentence, and change nothing."""

from dataclasses import replace

import pytest

from bot.discord.controls import Press
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import (
    forged,
    game,
    is_silent,
    know_the_game,
    laid,
    lobby,
    now,
    said,
    table_of,
    tells,
)
from tests.rules.builder import table

HOUR = 3600.0


def seat(person: Person, number: int) -> str:
    """Return the name of a seat where the table is unknown."""
    return said(person, "seat-number", number=number)


# --- buttons that nobody drew --------------------------------------------------------------

GARBAGE = (
    "celestia:",
    "celestia:x",
    "celestia:::::",
    "celestia:t:-:-:join",
    "celestia:T:-:-:join:",
    "celestia:t:-:-:dance:",
    "celestia:t:99999999999:-:say:stay",
    "celestia:t:-:-:say:" + "x" * 60,
    "celestia:t:-:-:join:\u202e\n",
    "somebody else's",
)


async def test_an_unknown_button_is_answered_as_old(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    for custom_id in GARBAGE:
        answer = await ann.presses(forged(room.board.buttons[0], custom_id))
        assert tells(answer, ann, "error-old_button"), custom_id


ACTIONS = (
    *("join", "leave", "start", "cancel", "say", "hand", "log", "quiet", "rematch", "slot"),
    "concede_now",
)


async def test_a_button_of_a_deleted_table_says_so(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    for action in ACTIONS:
        press = Press("abcdef", action, "0", moment=1, turn=1)
        answer = await ann.presses(forged(room.board.buttons[0], press.custom_id))
        assert tells(answer, ann, "error-unknown_table"), action


FORGED: dict[str, tuple[str, str, str]] = {
    "a setting of nothing": ("setting", "", "error-unknown_choice"),
    "a character of nobody": ("colour", "", "error-no_characters"),
    "a move that is none": ("say", "fly home", "refusal-unknown_kind"),
    "a card that is none": ("say", "play crown", "refusal-not_asked"),
    "another's move": ("say", "stay", "refusal-not_asked"),
    "a slot of no moment": ("slot", "0", "error-moment_passed"),
}


@pytest.mark.parametrize("what", FORGED)
async def test_a_forged_button_does_nothing(room: Room, what: str) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    action, argument, key = FORGED[what]
    if action in ("say", "slot"):
        await laid(table(2, dice="fog fog", captain=1), ann, bob)
    else:
        await lobby(bob, ann)
    before = await now(room)
    press = Press(before.table.id, action, argument)
    answer = await bob.presses(forged(room.board.buttons[0], press.custom_id))
    assert tells(answer, bob, key), answer.text
    assert (await now(room)).stored.snapshot == before.stored.snapshot


async def test_a_forged_word_for_quiet_means_yes(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    press = Press((await table_of(room)).id, "quiet", "loudly")
    assert tells(await bob.presses(forged(room.board.buttons[0], press.custom_id)), bob, "quiet-on")


# --- buttons of another time ---------------------------------------------------------------


async def test_a_button_of_the_lobby_outlives_the_start(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat", locale="fr")
    await lobby(ann, bob)
    join = room.board.buttons[0]
    await ann.presses(action="start")
    assert tells(await cat.presses(join), cat, "error-started_already")


async def test_a_late_answer_gets_the_current_state(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", hands={0: "compass"}, power_cards=False), ann, bob)
    stay, leave = room.board.buttons[:2]
    await bob.presses(stay)
    answer = await bob.presses(leave)
    assert tells(answer, bob, "error-moment_passed")
    assert str(room.board.id) in answer.text
    assert (await table_of(room)).question == "declaration"


async def test_an_old_hand_is_made_new_in_its_place(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", power_cards=False), ann, bob)
    hand = (await bob.presses(action="hand")).shown[0]
    await bob.runs("play", move="stay")
    answer = await bob.presses(next(it for it in hand.buttons if ":slot:" in it.custom_id))
    assert answer.kind == "update"
    assert tells(answer, bob, "error-moment_passed")
    assert tells(answer, bob, "hand-title")


async def test_a_finished_game_accepts_only_a_rematch(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    hand = room.board.buttons
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    for action in ("say", "join", "start", "cancel", "quiet"):
        press = Press((await table_of(room)).id, action, "stay")
        answer = await bob.presses(forged(hand[0], press.custom_id))
        assert tells(answer, bob, "error-table_closed"), action


async def test_a_rematch_waits_for_the_end(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    assert tells(await bob.runs("rematch"), bob, "error-still_open")


async def test_only_players_of_the_game_get_a_rematch(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve", locale="fr")
    await game(ann, bob)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    for answer in (await eve.presses(action="rematch"), await eve.runs("rematch")):
        assert tells(answer, eve, "error-rematch_of_others")
    assert not (await table_of(room)).open


async def test_the_second_of_two_rematches_finds_the_table_of_the_first(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    rematch = next(it for it in room.board.buttons if ":rematch:" in it.custom_id)
    await ann.presses(rematch)
    for answer in (await bob.presses(rematch), await bob.runs("rematch")):
        assert tells(answer, bob, "error-channel_taken")


# --- clicks that come twice, or from somebody else -----------------------------------------


async def test_a_double_click_joins_once(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    know_the_game(bob)
    await ann.runs("new")
    first, second = await room.at_once(bob.pressing("Join"), bob.pressing("Join"))
    assert sorted([first.kind, second.kind]) == ["deferred_update", "update"]
    assert first.quiet
    assert second.quiet
    assert len((await table_of(room)).people) == 2


async def test_the_same_click_delivered_twice_is_one(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    know_the_game(bob)
    await ann.runs("new")
    act = bob.pressing("Join")
    answers = await room.at_once(act, act)
    # the board rides on the first, unless the second is acknowledged before; then it is painted
    assert {answer.kind for answer in answers} <= {"update", "deferred_update"}
    assert all(answer.quiet for answer in answers)
    assert bob.mention in room.board.text
    assert await room.bot.store.unpainted() == []
    assert len((await table_of(room)).people) == 2


async def test_the_same_command_delivered_twice_opens_one_table(room: Room) -> None:
    ann = room.join("Ann")
    act = ann.running("new")
    answers = await room.at_once(act, act)
    assert all(is_silent(answer) for answer in answers)
    assert len(room.messages) == 1


async def test_a_stranger_is_refused_on_the_seats_of_others(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve", locale="fr")
    await laid(table(2, dice="fog fog"), ann, bob)
    before = (await now(room)).stored.version
    for action in ("stay", "hand"):
        assert tells(await eve.presses(action=action), eve, "error-not_seated")
    for command in ("hand", "quiet", "concede"):
        assert tells(await eve.runs(command), eve, "error-not_seated")
    assert (await now(room)).stored.version == before


async def test_the_captain_cannot_decide_for_the_passengers(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await laid(table(2, dice="fog fog"), ann, bob)
    assert tells(await ann.presses(action="leave"), ann, "refusal-not_asked")
    assert (await table_of(room)).question == "decisions"


async def test_pressing_another_player_s_button_uses_the_presser_s_own_hand(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await laid(table(2, dice="fog fog", power_cards=False), ann, bob)
    await bob.presses(action="hand")
    slot = next(it for it in bob.private.buttons if ":slot:" in it.custom_id)
    answer = await ann.presses(slot)
    assert tells(answer, ann, "error-moment_passed")
    assert (await table_of(room)).question == "decisions"


async def test_an_old_answer_gives_no_seat_up(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", power_cards=False), ann, bob)
    await bob.runs("concede")
    await bob.runs("play", move="stay")
    answer = await bob.presses(action="concede_now")
    assert answer.kind == "update"
    assert tells(answer, bob, "concede-again")
    assert tells(answer, bob, "concede-seat")
    assert len((await table_of(room)).people) == 2
    assert tells(await bob.presses(action="concede_now"), bob, "conceded")


async def test_conceding_asks_again_after_the_others_have_left(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", captain=1, power_cards=False), ann, bob)
    await bob.runs("concede")
    press = Press.read(bob.private.buttons[0].custom_id)
    assert press is not None
    await ann.runs("concede")
    await ann.presses(action="concede_now")
    now_here = await table_of(room)  # the very moment, as if no computer had moved on with it
    forgery = replace(press, moment=now_here.moment, turn=now_here.turns[1])
    answer = await bob.presses(forged(bob.private.buttons[0], forgery.custom_id))
    assert tells(answer, bob, "concede-game")
    assert (await table_of(room)).open


async def test_when_two_concede_at_once_the_second_is_asked_about_the_game(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", captain=1, power_cards=False), ann, bob)
    for person in (ann, bob):
        assert tells(await person.runs("concede"), person, "concede-seat")
    await room.at_once(ann.pressing(action="concede_now"), bob.pressing(action="concede_now"))
    still_there = await table_of(room)
    assert (still_there.open, len(still_there.people)) == (True, 1)
    told = [said(person, "concede-game") in person.private.text for person in (ann, bob)]
    assert told.count(True) == 1


async def test_a_seat_is_not_given_up_without_a_question(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    press = Press((await table_of(room)).id, "concede_now", "seat")
    answer = await bob.presses(forged(room.board.buttons[0], press.custom_id))
    assert tells(answer, bob, "concede-seat")
    assert len((await table_of(room)).people) == 2


async def test_a_seat_is_given_up_once(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    await bob.runs("concede")
    act = bob.pressing(action="concede_now")
    answers = await room.at_once(act, act)
    assert all(tells(answer, bob, "conceded") for answer in answers)
    assert (await table_of(room)).people == {0: ann.id}


async def test_a_captain_cannot_declare_an_untruth(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    flight = table(2, dice="fog lightning", hands={0: "foghorn"}, power_cards=False)
    await laid(flight.do("1 stay"), ann, bob)
    before = (await now(room)).stored.version
    can = Press((await now(room)).table.id, "say", "declare can", (await now(room)).table.moment)
    drawn = forged(room.board.buttons[0], can.custom_id)  # as by an earlier version
    assert tells(await ann.presses(drawn), ann, "error-cannot_fly_on")
    card = await ann.presses(action="answer", on=room.board)
    assert card.shown[-1].open == [said(ann, "move-declare-cannot")]
    assert (await now(room)).stored.version == before


async def test_a_player_who_laid_cards_aside_cannot_draw_instead(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    crashed = table(
        2,
        dice="fog lightning",
        hands={0: "foghorn cannon", 1: "foghorn cannon"},
        boxes=("matryoshburg",),
        power_cards=False,
    )
    crashed.do("1 stay").on_to("declaration").do("0 declare cannot").on_to("matryoshburg")
    await laid(crashed.do("0 discard foghorn"), ann, bob)
    assert tells(await ann.presses(action="draw"), ann, "refusal-not_now")


async def test_buttons_of_a_deleted_lobby_say_that_it_is_gone(room: Room) -> None:
    """The message stays as it was, also after a restart."""
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann)
    table = (await table_of(room)).id
    old = [it for it in room.board.buttons if ":learn:" not in it.custom_id]  # no table
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    shown = room.messages[-1].text
    await room.restart()
    await room.passes(24 * 3600 + 60)
    assert await room.bot.store.table(table) is None
    for button in old:
        answer = await bob.presses(button)
        rules = ":rules:" in button.custom_id
        assert tells(answer, bob, "rules-goal" if rules else "error-unknown_table"), button
    assert [it.text for it in room.messages] == [shown]
    assert is_silent(await bob.runs("new"))
