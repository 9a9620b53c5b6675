"""Wrong input is answered with a sentence that says what to do, and changes nothing."""

from itertools import product

import pytest

from bot.discord.controls import Press
from bot.store.data import ServerSettings
from players.roster import LEVELS
from tests.host.ground import Room
from tests.host.limits import every
from tests.host.rows import everything
from tests.host.scenes import forged, game, is_silent, laid, lobby, now, said, table_of, tells
from tests.rules.builder import table

HOUR = 3600.0


# --- in the lobby --------------------------------------------------------------------------


async def test_a_full_table_refuses_another_player(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat", locale="fr")
    await lobby(ann, bob, seats=2)
    assert tells(await cat.runs("join"), cat, "error-table_full", seats=2)
    assert tells(await ann.runs("computer"), ann, "error-table_full", seats=2)
    join = next(button for button in room.board.buttons if ":join:" in button.custom_id)
    assert not join.disabled  # who sits there can get up by it
    assert tells(await cat.presses(join), cat, "error-table_full", seats=2)


async def test_a_player_cannot_sit_down_twice(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    assert tells(await ann.runs("join"), ann, "error-seated_already")


async def test_a_single_player_cannot_start(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    assert tells(await ann.runs("start"), ann, "error-too_few", needed=2)


@pytest.mark.parametrize("command", ["start", "computer"])
async def test_only_the_host_decides_about_the_table(room: Room, command: str) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob", locale="fr"), room.join("Eve")
    await lobby(ann, bob)
    assert tells(await bob.runs(command), bob, "error-not_host", host=ann.mention)
    assert tells(await eve.runs(command), eve, "error-not_host", host=ann.mention)


async def test_only_the_host_changes_settings(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann, bob)
    wished = ("boxes=krismastri", "goal=75")
    for answer in [await bob.runs("option", setting=setting) for setting in wished]:
        assert tells(answer, bob, "error-not_host", host=ann.mention)
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


async def test_a_setting_out_of_range_says_its_range(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    before = (await now(room)).stored.snapshot
    for setting, (key, values) in TYPED.items():
        answer = await ann.runs("option", setting=setting)
        assert tells(answer, ann, key, **values), setting[:20]
    assert (await now(room)).stored.snapshot == before


async def test_seats_that_are_taken_cannot_be_taken_away(room: Room) -> None:
    ann, bob, cat = room.join("Ann", locale="fr"), room.join("Bob"), room.join("Cat")
    await lobby(ann, bob, cat)
    assert tells(await ann.runs("option", setting="seats=2"), ann, "error-seats_taken", seats=3)


async def test_removing_a_computer_needs_one(room: Room) -> None:
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


async def test_a_game_for_two_takes_no_third(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat", locale="fr")
    await ann.runs("new", variant="crew")
    assert said(ann, "lobby-players", taken=1, seats=2) in room.board.text
    join = room.board.buttons[0]
    await bob.presses(join)
    assert not {said(ann, f"level-{level}") for level in LEVELS} & {*room.board.open}
    for answer in (await cat.runs("join"), await cat.presses(join)):
        assert tells(answer, cat, "error-crew_full")
    assert tells(await ann.runs("computer"), ann, "error-crew_full")
    assert tells(await ann.presses(action="start"), ann, "started")


async def test_a_game_for_two_cannot_start_with_three(room: Room) -> None:
    ann, bob, cat = room.join("Ann", locale="fr"), room.join("Bob"), room.join("Cat")
    await lobby(ann, bob, cat)
    ran = await ann.runs("option", setting="variant=crew")
    for answer in (ran, await ann.chooses("variant=crew")):
        assert tells(answer, ann, "error-crew_taken", seats=3)
    await room.passes(2.0)  # otherwise it could be a double click
    await cat.presses(action="join")  # which lets those who sit get up
    await ann.chooses("variant=crew")
    assert said(bob, "lobby-players", taken=2, seats=2) in room.board.text


async def test_a_game_for_two_offers_no_other_number_of_seats(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("new", variant="crew", seats=4)
    assert tells(answer, ann, "error-crew_seats")
    await ann.runs("new", variant="crew")
    assert not any("seats=3" in select.options for select in room.board.selects)
    assert tells(await ann.runs("option", setting="seats=3"), ann, "error-crew_seats")
    await ann.chooses("variant=standard")
    await ann.chooses("seats=3")
    assert (await table_of(room)).places == 3


BOTH = ("little_help", "krismastri")


async def test_a_variant_without_boxes_names_the_boxes_in_play(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new", boxes="all")
    await ann.chooses(*BOTH)
    ran = await ann.runs("option", setting="variant=crew")
    for answer in (ran, await ann.chooses("variant=crew")):
        boxes = said(ann, "list-and", most=said(ann, "box-little_help"), last="Krismastri")
        assert tells(answer, ann, "refusal-variant_alone", variant="Équipage", boxes=boxes)
    assert (await table_of(room)).options.boxes == BOTH


async def test_a_variant_without_boxes_refuses_a_box(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new", variant="crew")
    ran = await ann.runs("option", setting="boxes=krismastri")
    for answer in (ran, await ann.chooses("krismastri")):
        assert tells(answer, ann, "refusal-variant_alone", variant="Crew", boxes="Krismastri")
    assert (await table_of(room)).options.variant == "crew"


@pytest.mark.parametrize("boxes", ["krismastri", "all"])
async def test_a_variant_and_boxes_open_nothing_together(room: Room, boxes: str) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("new", variant="crew", boxes=boxes)
    assert "La variante Équipage se joue avec la seule boîte de base" in answer.text
    assert tells(await ann.runs("status"), ann, "error-no_table_here")


async def test_options_that_do_not_go_together_open_nothing(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("new", variant="beginner", goal=75, thread=True)
    assert tells(answer, ann, "refusal-beginner_has_no_goal", goal=75)
    assert room.channel.threads == []
    assert tells(await ann.runs("status"), ann, "error-no_table_here")


@pytest.mark.parametrize("begun", [False, True])
async def test_join_needs_a_table_in_the_channel(room: Room, begun: bool) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann, bob)
    if begun:
        await ann.presses(action="start")
    bob.channel = room.add_channel("elsewhere")
    assert tells(await bob.runs("join"), bob, "error-no_table_here")


async def test_two_players_opening_at_once_get_one_table(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    ends = await room.at_once(ann.running("new"), bob.running("new"))
    late = 0 if is_silent(ends[1]) else 1  # a store may take either first
    assert is_silent(ends[1 - late])
    assert tells(ends[late], (ann, bob)[late], "error-channel_taken")
    assert len(room.messages) == 1


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


# --- what Discord did not offer ------------------------------------------------------------


async def test_an_option_that_was_not_offered_reaches_no_other_command(room: Room) -> None:
    ann, eve = room.join("Ann"), room.join("Eve", locale="fr")
    await ann.runs("new")
    before = (await now(room)).stored.snapshot
    forgeries = ("cancel", "start", "restored", "setting", "")
    for person, what in product((ann, eve), forgeries):
        act = person.running("computer", what="add_computer").with_value(what)
        (answer,) = await room.at_once(act)
        assert tells(answer, person, "error-unknown_choice"), what
    assert (await now(room)).stored.snapshot == before


async def test_a_level_that_was_not_offered_seats_no_computer(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    table = await table_of(room)
    for level in ("random", "thumb", "klingon", "x" * 29):
        forged_press = Press(table.id, "add_computer", level).custom_id
        by_button = await ann.presses(forged(room.board.buttons[0], forged_press))
        (by_command,) = await room.at_once(ann.running("computer", level="easy").with_value(level))
        for answer in (by_button, by_command):
            assert tells(answer, ann, "error-unknown_choice"), level
    assert len((await table_of(room)).chairs) == 1


@pytest.mark.parametrize("option", ["language", "pace"])
async def test_server_settings_refuse_values_that_were_not_offered(room: Room, option: str) -> None:
    mod = room.join("Mod", manager=True, locale="fr")
    offered = {"language": "fr", "pace": "none"}[option]
    act = mod.running("settings", **{option: offered}).with_value("klingon")
    (answer,) = await room.at_once(act)
    assert tells(answer, mod, "error-unknown_choice")
    assert await room.bot.store.server(room.guild.id) == ServerSettings()


# --- what is typed in a game ---------------------------------------------------------------

SAID = {
    "": "error-choose_from_list",
    "abracadabra": "error-choose_from_list",
    "celestia:blue:0:0:hand:0": "error-choose_from_list",
    "celestia:blue:0:0:slot:0": "error-unknown_table",
    "celestia:blue:0:0:slot:" + "9" * 5000: "error-choose_from_list",
    "roll": "refusal-not_asked",
}


async def test_an_unknown_move_says_what_to_do(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await laid(table(2, dice="fog fog"), ann, bob)
    for move, key in SAID.items():
        assert tells(await ann.runs("play", move=move), ann, key), move[:20]


async def test_an_unknown_card_is_not_armed(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await game(ann, bob)
    for card in ("7", "jetpack", "9" * 5000):
        assert tells(await bob.runs("arm", card=card), bob, "error-choose_from_list"), card[:20]


async def test_a_lobby_has_no_hands(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    for command in ("hand", "quiet", "log"):
        assert tells(await ann.runs(command), ann, "error-not_started"), command


@pytest.mark.parametrize("locale", ["en-US", "fr"])
async def test_help_and_refusals_say_how_to_stop_playing(room: Room, locale: str) -> None:
    ann, bob, eve = room.join("Ann", locale=locale), room.join("Bob"), room.join("Eve")
    leave = said(ann, "command-leave")
    concede = f"{said(ann, 'command-seat')} {said(ann, 'command-concede')}"
    shown = (await ann.runs("help")).text
    assert f"/celestia {leave}" in shown
    assert f"/celestia {concede}" in shown
    await lobby(ann, bob)
    answer = await ann.runs("concede")
    assert tells(answer, ann, "error-leave_instead")
    assert f"/celestia {leave}" in answer.text
    old = Press((await table_of(room)).id, "leave").custom_id
    button = forged(room.board.buttons[0], old)
    await ann.presses(action="start")
    for answer in (await ann.runs("leave"), await ann.presses(button)):
        assert tells(answer, ann, "error-concede_instead")
        assert f"/celestia {concede}" in answer.text
    assert tells(await eve.runs("leave"), eve, "error-started_already")


async def test_a_person_without_a_seat_cannot_be_kicked(room: Room) -> None:
    ann, bob, eve = room.join("Ann", locale="fr"), room.join("Bob"), room.join("Eve")
    await game(ann, bob)
    assert tells(await ann.runs("kick", player=eve.actor), ann, "error-not_at_this_table")


async def test_a_computer_plays_for_a_player_who_left_the_server(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat")
    await laid(table(3, dice="fog fog", power_cards=False), ann, bob, cat)
    room.guild.remove_member(bob.actor)
    await cat.presses(action="stay")
    assert tells(await ann.runs("kick", player=bob.actor.user), ann, "kicked-playing")
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
    """A name is only on labels, short and on one line; public texts use mentions."""
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


async def test_a_thread_has_the_name_of_its_opener_made_safe(room: Room) -> None:
    for name in NAMES.values():
        person = room.join("Bob")
        room.env.backend.get_user(person.id).global_name = name
        await person.runs("new", thread=True)
    threads = [thread.name or "" for thread in room.channel.threads]
    assert len(threads) == len(NAMES)
    for name in threads:
        assert name.startswith("Celestia")
        assert len(name) <= 100
        assert name.isprintable()
        assert "@everyone" not in name


async def test_no_name_is_kept_on_disk(room: Room) -> None:
    ann, bob = room.join("Anneliese"), room.join("Bartholomew")
    await game(ann, bob)
    stored = await everything(room)
    assert str(bob.id) in stored
    assert "Bartholomew" not in stored
