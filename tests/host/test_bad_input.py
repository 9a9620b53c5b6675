"""Wrong input is answered with a sentence that says what to do, and changes nothing."""

from itertools import product

import pytest

from bot.discord.controls import Press
from bot.store.data import ServerSettings
from tests.host.ground import Room
from tests.host.limits import every
from tests.host.rows import everything
from tests.host.scenes import forged, game, laid, lobby, now, said, table_of, tells
from tests.rules.builder import table

HOUR = 3600.0


# --- in the lobby --------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["start", "computer"])
async def test_only_the_host_decides_about_the_table(room: Room, command: str) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob", locale="fr"), room.join("Eve")
    await lobby(ann, bob)
    assert tells(await bob.runs(command), bob, "error-not_host", host=ann.mention)
    assert tells(await eve.runs(command), eve, "error-not_host", host=ann.mention)


async def test_only_the_host_changes_settings(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann, bob)
    for setting in ("boxes=krismastri", "goal=75"):
        answer = await bob.runs("option", setting=setting)
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


async def test_a_variant_without_boxes_names_the_boxes_in_play(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new", boxes="all")
    await ann.chooses("little_help", "krismastri")
    ran = await ann.runs("option", setting="variant=crew")
    for answer in (ran, await ann.chooses("variant=crew")):
        boxes = said(ann, "list-and", most=said(ann, "box-little_help"), last="Krismastri")
        assert tells(answer, ann, "refusal-variant_alone", variant="Équipage", boxes=boxes)
    assert (await table_of(room)).options.boxes == ("little_help", "krismastri")


async def test_options_that_do_not_go_together_open_nothing(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("new", variant="beginner", goal=75, thread=True)
    assert tells(answer, ann, "refusal-beginner_has_no_goal", goal=75)
    answer = await ann.runs("new", variant="crew", boxes="krismastri")
    assert "La variante Équipage se joue avec la seule boîte de base" in answer.text
    assert room.channel.threads == []
    assert tells(await ann.runs("status"), ann, "error-no_table_here")


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
        assert tells(await person.does(act), person, "error-unknown_choice"), what
    for level in ("random", "thumb", "klingon", "x" * 29):
        press = Press((await table_of(room)).id, "add_computer", level).custom_id
        by_button = await ann.presses(forged(room.board.buttons[0], press))
        by_command = await ann.does(ann.running("computer", level="easy").with_value(level))
        for answer in (by_button, by_command):
            assert tells(answer, ann, "error-unknown_choice"), level
    assert (await now(room)).stored.snapshot == before


async def test_server_settings_refuse_values_that_were_not_offered(room: Room) -> None:
    mod = room.join("Mod", manager=True, locale="fr")
    for option, offered in {"language": "fr", "pace": "none"}.items():
        act = mod.running("settings", **{option: offered}).with_value("klingon")
        assert tells(await mod.does(act), mod, "error-unknown_choice")
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
    for card in ("7", "jetpack", "9" * 5000):
        assert tells(await ann.runs("arm", card=card), ann, "error-choose_from_list"), card[:20]


async def test_help_and_refusals_say_how_to_stop_playing(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    leave = f"/celestia {said(ann, 'command-leave')}"
    concede = f"/celestia {said(ann, 'command-seat')} {said(ann, 'command-concede')}"
    shown = (await ann.runs("help")).text
    assert leave in shown
    assert concede in shown
    await lobby(ann, bob)
    for command in ("hand", "quiet", "log"):
        assert tells(await ann.runs(command), ann, "error-not_started"), command
    answer = await ann.runs("concede")
    assert tells(answer, ann, "error-leave_instead")
    assert leave in answer.text
    old = forged(room.board.buttons[0], Press((await table_of(room)).id, "leave").custom_id)
    await ann.presses(action="start")
    for answer in (await ann.runs("leave"), await ann.presses(old)):
        assert tells(answer, ann, "error-concede_instead")
        assert concede in answer.text


async def test_a_computer_plays_for_a_player_who_left_the_server(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat")
    await laid(table(3, dice="fog fog", power_cards=False), ann, bob, cat)
    room.guild.remove_member(bob.actor)
    await cat.presses(action="stay")
    await ann.runs("kick", player=bob.actor.user)
    assert tells(await ann.presses(action="kick_now"), ann, "kicked-playing")
    await room.passes(1)
    assert (await table_of(room)).question != "decisions"
    assert bob.mention not in room.board.text


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


async def test_a_name_is_only_a_name(room: Room) -> None:
    """A name is only on labels, short and on one line; public texts use mentions."""
    ann, bob = room.join("Ann"), room.join("Bob")
    flight = table(2, hands={0: "ejection"}, dice="fog fog").do("1 stay")
    await laid(flight, ann, bob)
    room.patience = 0.0  # the window stays open
    called = set[str]()
    for name in NAMES.values():
        room.env.backend.get_user(bob.id).global_name = name
        await bob.runs("status")  # names are known of those who click
        hand = (await ann.presses(action="hand")).shown[0]
        labels = [it.label for it in hand.buttons if ":slot:" in it.custom_id]
        assert all(len(label) <= 80 and label.isprintable() for label in labels)
        called.update(labels)
        await ann.runs("board")
        parts = every(room.board.payload["components"])
        texts = "".join(str(part.get("content")) for part in parts)
        assert bob.mention in texts
        assert name not in texts
    assert len(called) > len(NAMES) / 2


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
