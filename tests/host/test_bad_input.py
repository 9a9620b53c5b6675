"""Whatever is pressed or typed wrongly gets a sentence that says what to do, and loses nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.controls import Press
from tests.host.ground import Person, Room
from tests.host.limits import every
from tests.host.scenes import forged, game, laid, lobby, now, said, table_of, tells
from tests.rules.builder import table

HOUR = 3600.0


def seat(person: Person, number: int) -> str:
    """How somebody without a table at hand reads a seat."""
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


@pytest.mark.parametrize("custom_id", GARBAGE)
async def test_a_button_that_we_never_drew_is_old(room: Room, custom_id: str) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    answer = await ann.presses(forged(room.board.buttons[0], custom_id))
    assert tells(answer, ann, "error-old_button")


ACTIONS = ("join", "leave", "start", "cancel", "say", "hand", "log", "quiet", "rematch", "slot")


@pytest.mark.parametrize("action", ACTIONS)
async def test_a_table_that_is_gone_is_said_to_be(room: Room, action: str) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    press = Press("abcdef", action, "0", moment=1, turn=1)
    answer = await ann.presses(forged(room.board.buttons[0], press.custom_id))
    assert tells(answer, ann, "error-unknown_table")


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


async def test_a_late_answer_is_shown_where_the_game_stands(room: Room) -> None:
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


async def test_a_button_that_the_board_has_no_longer_is_answered(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    lobby_page = room.messages[0]
    assert lobby_page.buttons == []
    start = forged(room.board.buttons[0], Press((await table_of(room)).id, "start").custom_id)
    answer = await ann.presses(start)
    assert tells(answer, ann, "error-started_already")


async def test_what_is_over_takes_no_move_but_a_rematch(room: Room) -> None:
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


# --- clicks that come twice, or from somebody else -----------------------------------------


async def test_a_double_click_joins_once(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new")
    first, second = await room.at_once(bob.pressing("Join"), bob.pressing("Join"))
    assert sorted([first.kind, second.kind]) == ["deferred_update", "message"]
    assert tells(max(first, second, key=lambda it: it.kind), bob, "error-seated_already")
    assert len((await table_of(room)).people) == 2


async def test_the_same_click_delivered_twice_is_one(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new")
    act = bob.pressing("Join")
    answers = await room.at_once(act, act)
    assert [answer.kind for answer in answers] == ["deferred_update"] * 2
    assert len((await table_of(room)).people) == 2


async def test_the_same_command_delivered_twice_opens_one_table(room: Room) -> None:
    ann = room.join("Ann")
    act = ann.running("new")
    answers = await room.at_once(act, act)
    assert all(tells(answer, ann, "opened") for answer in answers)
    assert len(room.messages) == 1


async def test_a_stranger_is_told_that_the_seats_are_others(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve", locale="fr")
    await laid(table(2, dice="fog fog"), ann, bob)
    before = (await now(room)).stored.version
    for press in ({"action": "stay"}, {"action": "hand"}):
        assert tells(await eve.presses(**press), eve, "error-not_seated")
    for command in ("hand", "quiet", "concede"):
        assert tells(await eve.runs(command), eve, "error-not_seated")
    assert (await now(room)).stored.version == before


async def test_the_captain_cannot_decide_for_the_passengers(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await laid(table(2, dice="fog fog"), ann, bob)
    assert tells(await ann.presses(action="leave"), ann, "refusal-not_asked")
    assert (await table_of(room)).question == "decisions"


async def test_another_s_private_button_is_one_s_own_slot_at_most(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await laid(table(2, dice="fog fog", power_cards=False), ann, bob)
    await bob.presses(action="hand")
    slot = next(it for it in bob.private.buttons if ":slot:" in it.custom_id)
    answer = await ann.presses(slot)
    assert tells(answer, ann, "error-moment_passed")
    assert (await table_of(room)).question == "decisions"


async def test_a_captain_who_cannot_fly_cannot_say_so(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    flight = table(2, dice="fog lightning", hands={0: "foghorn"}, power_cards=False)
    await laid(flight.do("1 stay"), ann, bob)
    before = (await now(room)).stored.version
    assert room.board.open[:2] == ["We Can Fly On", "We Cannot Fly On"]
    assert tells(await ann.presses("We Can Fly On"), ann, "refusal-not_this_one")
    assert (await now(room)).stored.version == before


async def test_whoever_laid_cards_aside_cannot_draw_instead(room: Room) -> None:
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


# --- in the lobby --------------------------------------------------------------------------


async def test_a_full_table_takes_nobody_else(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat", locale="fr")
    await lobby(ann, bob, seats=2)
    assert tells(await cat.runs("join"), cat, "error-table_full", seats=2)
    assert tells(await ann.runs("computer"), ann, "error-table_full", seats=2)
    join = next(button for button in room.board.buttons if ":join:" in button.custom_id)
    assert join.disabled
    assert tells(await cat.presses(join), cat, "error-table_full", seats=2)


async def test_nobody_sits_down_twice(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    assert tells(await ann.runs("join"), ann, "error-seated_already")


async def test_nobody_plays_alone(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    assert tells(await ann.runs("start"), ann, "error-too_few", needed=2)


@pytest.mark.parametrize("command", ["start", "computer"])
async def test_only_the_host_decides_about_the_table(room: Room, command: str) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob", locale="fr"), room.join("Eve")
    await lobby(ann, bob)
    assert tells(await bob.runs(command), bob, "error-not_host", host=seat(bob, 1))
    assert tells(await eve.runs(command), eve, "error-not_host", host=seat(eve, 1))


async def test_only_the_host_changes_settings(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann, bob)
    for answer in (await bob.chooses("krismastri"), await bob.chooses("goal=75")):
        assert tells(answer, bob, "error-not_host", host=seat(bob, 1))
    assert (await table_of(room)).options.boxes == ()


TYPED: dict[str, tuple[str, dict[str, object]]] = {
    "goal=500": ("error-number_out_of_range", {"low": 25, "high": 100}),
    "goal=" + "9" * 5000: ("error-number_out_of_range", {"low": 25, "high": 100}),
    "goal=-5": ("error-number_out_of_range", {"low": 25, "high": 100}),
    "window=1": ("error-number_out_of_range", {"low": 3, "high": 60}),
    "seats=7": ("error-number_out_of_range", {"low": 2, "high": 6}),
    "seats=": ("error-number_out_of_range", {"low": 2, "high": 6}),
    "help_penalty=3": ("refusal-help_penalty_out_of_range", {"help_penalty": 3}),
    "pace=hasty": ("error-unknown_choice", {}),
    "variant=chess": ("error-unknown_choice", {}),
    "more cake": ("error-unknown_choice", {}),
    "=": ("error-unknown_choice", {}),
}


@pytest.mark.parametrize("setting", TYPED, ids=lambda setting: setting[:20])
async def test_a_setting_out_of_range_says_its_range(room: Room, setting: str) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    before = (await now(room)).stored.snapshot
    key, values = TYPED[setting]
    assert tells(await ann.runs("option", setting=setting), ann, key, **values)
    assert (await now(room)).stored.snapshot == before


async def test_seats_that_are_taken_cannot_be_taken_away(room: Room) -> None:
    ann, bob, cat = room.join("Ann", locale="fr"), room.join("Bob"), room.join("Cat")
    await lobby(ann, bob, cat)
    assert tells(await ann.runs("option", setting="seats=2"), ann, "error-seats_taken", seats=3)


async def test_no_computer_gets_up_where_none_sits(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    answer = await ann.runs("computer", what="remove_computer")
    assert tells(answer, ann, "error-no_computer")


async def test_characters_come_with_their_box_and_once_each(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann, bob)
    assert tells(await bob.runs("character", character="red"), bob, "error-no_characters")
    await ann.chooses("little_help")
    await ann.runs("character", character="red")
    assert tells(await bob.runs("character", character="red"), bob, "error-character_taken")


async def test_a_game_for_two_is_not_dealt_for_three(room: Room) -> None:
    ann, bob, cat = room.join("Ann", locale="fr"), room.join("Bob"), room.join("Cat")
    await lobby(ann, bob, cat, variant="crew")
    assert tells(await ann.runs("start"), ann, "refusal-crew_is_for_two", seats=3)
    assert (await table_of(room)).stage == "lobby"


async def test_options_that_do_not_go_together_open_nothing(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("new", variant="beginner", goal=75, thread=True)
    assert tells(answer, ann, "refusal-beginner_has_no_goal", goal=75)
    assert room.channel.threads == []
    assert tells(await ann.runs("status"), ann, "error-no_table_here")


async def test_a_channel_has_one_open_table(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await ann.runs("new")
    assert tells(await bob.runs("new"), bob, "error-channel_taken")
    assert len(room.messages) == 1


async def test_two_who_open_a_table_at_once_get_one(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    first, second = await room.at_once(ann.running("new"), bob.running("new"))
    assert tells(first, ann, "opened")
    assert tells(second, bob, "error-channel_taken")
    assert len(room.messages) == 1


async def test_a_server_has_so_many_tables(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    settings = room.bot.settings.model_copy(update={"tables_per_server": 1})
    monkeypatch.setattr(room.bot, "settings", settings)
    await ann.runs("new")
    bob.channel = room.add_channel("elsewhere")
    for thread in (False, True):
        answer = await bob.runs("new", thread=thread)
        assert tells(answer, bob, "error-too_many_tables", most=1)
    assert bob.channel.threads == []


async def test_a_lobby_is_cleared_after_a_day(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann)
    join = room.board.buttons[0]
    await room.passes(23 * HOUR)
    assert (await table_of(room)).stage == "lobby"
    await room.passes(1.1 * HOUR)
    assert said(ann, "lobby-expired") in room.messages[-1].text
    assert said(ann, "secret-shown", secret=(await table_of(room)).secret) in room.messages[-1].text
    assert tells(await bob.presses(join), bob, "error-table_closed")


# --- what is typed in a game ---------------------------------------------------------------

SAID = {
    "": "error-choose_from_list",
    "abracadabra": "error-choose_from_list",
    "1.2": "error-choose_from_list",
    "0.0.0": "error-moment_passed",
    "1." * 2 + "9" * 5000: "error-choose_from_list",
    "declare can": "refusal-not_asked",
}


@pytest.mark.parametrize("move", SAID, ids=lambda move: move[:12] or "nothing")
async def test_a_move_that_is_none_says_what_to_do(room: Room, move: str) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await laid(table(2, dice="fog fog"), ann, bob)
    assert tells(await ann.runs("play", move=move), ann, SAID[move])


@pytest.mark.parametrize("card", ["7", "jetpack", "9" * 5000], ids=["far", "word", "long"])
async def test_a_card_that_is_none_is_not_armed(room: Room, card: str) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    assert tells(await bob.runs("arm", card=card), bob, "error-choose_from_list")


async def test_a_lobby_has_no_hands(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    for command in ("hand", "quiet", "concede", "log"):
        assert tells(await ann.runs(command), ann, "error-not_started"), command


async def test_whoever_sits_nowhere_cannot_be_kicked(room: Room) -> None:
    ann, bob, eve = room.join("Ann", locale="fr"), room.join("Bob"), room.join("Eve")
    await game(ann, bob)
    assert tells(await ann.runs("kick", player=eve.actor), ann, "error-not_at_this_table")


async def test_a_player_who_left_the_server_is_played_for(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat")
    await laid(table(3, dice="fog fog", power_cards=False), ann, bob, cat)
    room.guild.remove_member(bob.actor)
    await cat.presses(action="stay")
    assert tells(await ann.runs("kick", player=bob.actor.user), ann, "kicked")
    await room.passes(1)
    assert (await table_of(room)).question != "decisions"
    assert f"<@{bob.id}>" not in room.board.text


# --- names ---------------------------------------------------------------------------------

NAMES = {
    "markdown": "**B** `o` ||b||",
    "a mention": "<@&1> @everyone",
    "a link": "[b](https://evil.example)",
    "right to left": "\u202eboB\u202c",
    "wide": "鮑" * 32,
    "long": "B" * 32,
    "a flood": "b" + "\u0301" * 200,
    "nothing to see": "\u200b\u2060",
    "a new line": "Bob\n# Ann wins",
}


@pytest.mark.parametrize("what", NAMES)
async def test_a_name_is_only_a_name(room: Room, what: str) -> None:
    """It is on labels alone, short and in one line; what all read has mentions."""
    ann, bob = room.join("Ann"), room.join("Bob")
    room.env.backend.get_user(bob.id).global_name = NAMES[what]
    flight = table(2, hands={0: "ejection"}, dice="fog fog").do("1 stay")
    await laid(flight, ann, bob)
    hand = (await ann.presses(action="hand")).shown[0]
    labels = [it.label for it in hand.buttons if ":slot:" in it.custom_id]
    assert all(len(label) <= 80 and label.isprintable() for label in labels)
    texts = "".join(str(part.get("content")) for part in every(room.board.payload["components"]))
    assert bob.mention in texts
    assert NAMES[what] not in texts


@pytest.mark.parametrize("what", NAMES)
async def test_a_thread_is_named_after_whoever_opens_it(room: Room, what: str) -> None:
    bob = room.join("Bob")
    room.env.backend.get_user(bob.id).global_name = NAMES[what]
    await bob.runs("new", thread=True)
    (thread,) = room.channel.threads
    assert thread.name is not None
    assert thread.name.startswith("Celestia")
    assert len(thread.name) <= 100
    assert thread.name.isprintable()
    assert "@everyone" not in thread.name


async def test_no_name_is_kept_on_disk(room: Room, tmp_path: Path) -> None:
    ann, bob = room.join("Anneliese"), room.join("Bartholomew")
    await game(ann, bob)
    with closing(sqlite3.connect(tmp_path / "celestia.db")) as database:
        dump = "\n".join(database.iterdump())
    assert str(bob.id) in dump
    assert "Bartholomew" not in dump
