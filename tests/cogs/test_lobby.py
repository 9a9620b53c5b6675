"""Sitting down, settings, words for the deal, and the start."""

import asyncio

import pytest

from bot.discord.controls import Press
from bot.discord.limits import ANSWER_WITHIN
from bot.hosting.reader import TableState
from bot.store.data import Change
from bot.store.errors import DiskFull, InDoubt
from bot.tables.paces import DAYS
from bot.tables.proof import digest_of
from engine.deal import numbers_of
from engine.options import BOXES
from players.roster import EASY, LEVELS, STAND_IN
from tests.cogs.tables import gathered, joined
from tests.host.ground import Json, Room
from tests.host.scenes import forbid, forged, lobby, said, table_of, tells


async def test_join_and_leave_do_what_their_buttons_do(room: Room) -> None:
    ann, bob = joined(room)
    await ann.runs("new")
    assert tells(await bob.runs("join"), bob, "done")
    assert bob.mention in room.board.text
    assert tells(await bob.runs("leave"), bob, "done")
    assert bob.mention not in room.board.text


async def test_one_button_sits_down_and_gets_up_and_a_double_click_counts_once(room: Room) -> None:
    ann, bob = joined(room)
    await ann.runs("new")
    for sits in (True, False, True):
        once, twice = await bob.presses(action="join"), await bob.presses(action="join")
        assert once.acknowledged
        assert twice.quiet
        assert (bob.mention in room.board.text) is sits
        await room.passes(2.0)


@pytest.mark.parametrize(("seconds", "comes"), [(70.0, True), (10.0, False)])
async def test_a_lobby_below_which_people_talk_comes_back_with_a_new_player(
    room: Room, seconds: float, comes: bool
) -> None:
    ann, bob = joined(room)
    await ann.runs("new")
    above = room.board
    await room.passes(seconds)
    await ann.actor.send(room.channel, "Who else is in?")
    await bob.presses(action="join")
    await room.settle()
    assert bob.mention in room.board.text
    assert (room.board.id > above.id) is comes
    assert [it.id for it in room.messages if it.buttons] == [room.board.id]


@pytest.mark.parametrize(("action", "sits"), [("join", True), ("leave", False)])
async def test_buttons_of_earlier_lobbies_do_one_thing(room: Room, action: str, sits: bool) -> None:
    _, bob = await gathered(room)
    old = Press((await table_of(room)).id, action).custom_id
    await bob.presses(forged(room.board.buttons[0], old))
    assert (bob.mention in room.board.text) is sits


async def test_settings_are_changed_in_private_and_shown_there(room: Room) -> None:
    ann, bob = await gathered(room)
    page = await ann.presses(action="settings")
    assert page.private
    answer = await ann.chooses("goal=75", on=page.shown[0])
    assert said(ann, "goal", points=75) in answer.text
    assert said(ann, "goal", points=75) in room.board.text
    assert (await bob.presses(action="settings", on=room.board)).shown[0].selects == []


async def test_a_slow_lobby_says_how_many_days_such_games_take(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann)
    await ann.chooses("pace=72h")
    text = room.board.text
    assert said(ann, "pace-72h-line", minutes=60) in text
    assert "days with" not in text
    await bob.presses(action="join")
    least, most = DAYS["72h"][2]
    assert said(ann, "pace-days", least=least, most=most, people=2) in room.board.text


async def test_the_last_person_to_leave_closes_the_table(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    await ann.runs("leave")
    assert (await table_of(room)).stage == "cancelled"
    assert said(ann, "lobby-cancelled") in room.messages[-1].text


async def computers(room: Room) -> list[str]:
    """Return the computers by seat, "" for people."""
    return [chair.computer for chair in (await table_of(room)).chairs]


async def test_one_press_seats_a_computer_of_a_level_and_one_removes_it(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    for level in LEVELS:
        await ann.presses(said(ann, f"level-{level}"))
        assert await computers(room) == ["", level]
        await ann.presses(action="remove_computer")
        assert await computers(room) == [""]
    # a button of the first release names no level
    old = Press((await table_of(room)).id, "add_computer").custom_id
    await ann.presses(forged(room.board.buttons[0], old))
    assert await computers(room) == ["", EASY]


async def test_the_computer_command_takes_a_level(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    for level in LEVELS:
        await ann.runs("computer", level=level)
    await ann.runs("computer")
    assert await computers(room) == ["", *LEVELS, STAND_IN]
    await ann.runs("computer", what="remove_computer")
    assert await computers(room) == ["", *LEVELS]


async def test_character_is_chosen_and_left_to_the_lot_again(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new", boxes="little_help")
    await ann.runs("character", character="black")
    assert said(ann, "card-black") in room.board.text
    await ann.runs("character", character="lot")
    assert said(ann, "card-black") not in room.board.text


async def test_option_sets_everything_that_the_lobby_selects_set(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new", boxes="all")
    page = await ann.presses(action="settings")
    offered = {value for it in page.shown[0].selects for value in it.options if "=" in value}
    for value in sorted(offered - {"variant=beginner", "variant=crew"}):  # which stand alone
        assert tells(await ann.runs("option", setting=value), ann, "done"), value


@pytest.mark.parametrize(
    ("locale", "done", "none", "both"),
    [
        ("en-US", "Done.", "Base game", "Base game, A Little Help, Krismastri"),
        ("fr", "C’est fait.", "Jeu de base", "Jeu de base, Coup de pouce, Krismastri"),
    ],
)
async def test_option_toggles_a_box_and_names_the_boxes_in_play(
    room: Room, locale: str, done: str, none: str, both: str
) -> None:
    ann = room.join("Ann", locale=locale)
    await ann.runs("new")
    for boxes, named in ((("little_help", "krismastri"), both), ((), none)):
        await ann.runs("option", setting="boxes=krismastri")
        answer = await ann.runs("option", setting="boxes=little_help")
        assert done in answer.text
        assert answer.text.endswith(named)
        assert (await table_of(room)).options.boxes == boxes


async def test_option_takes_all_boxes_or_none(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    offered = await ann.types("option", "setting", said(ann, "lobby-boxes"))
    assert [offered[0]["name"], offered[-1]["name"]] == ["Boxes: Base game", "Boxes: Everything"]
    for choice, boxes in ((offered[-1], BOXES), (offered[0], ())):
        await ann.runs("option", setting=choice["value"])
        assert (await table_of(room)).options.boxes == boxes


# --- the message with which a game begins --------------------------------------------------


def posts(room: Room) -> list[Json]:
    """Return the bot's new public messages."""
    return [it for it in room.public if it["event"] == "MESSAGE_CREATE"]


async def test_start_closes_the_lobby_and_deals_by_the_number_of_a_later_message(
    room: Room,
) -> None:
    ann, bob = await gathered(room)
    before = await table_of(room)
    answer = await ann.runs("start")
    assert tells(answer, ann, "started")
    assert tells(answer, ann, "hand-title")
    table = await table_of(room)
    _, closed, begun = posts(room)
    assert said(ann, "game-begins-how", digest=digest_of(before)) in f"{closed['components']}"
    assert (closed["pinged"], begun["pinged"]) == ([str(ann.id), str(bob.id)], [])
    _, *numbers = sorted(it.id for it in room.messages)
    assert numbers_of(table.start) == (*numbers,)
    assert numbers[-1] == room.board.id  # the board stands in the second one
    assert (before.start, table.stage, len(numbers)) == ("", "playing", 2)


@pytest.mark.parametrize("delivered_twice", [False, True])
async def test_two_starts_at_once_begin_one_game(room: Room, delivered_twice: bool) -> None:
    ann, _ = await gathered(room)
    act = ann.pressing(action="start")
    other = act if delivered_twice else ann.pressing(action="start")
    answers = await room.at_once(act, other)
    assert (len(posts(room)), len(room.messages)) == (3, 3)
    assert (await table_of(room)).stage == "playing"
    if not delivered_twice:  # the second press loses nothing: no word of it
        told = [tells(answer, ann, "hand-title") for answer in answers]
        assert sorted(told) == [False, True]
        assert answers[told.index(False)].kind == "deferred_update"


async def test_a_start_that_is_refused_posts_nothing(room: Room) -> None:
    ann, bob = joined(room)
    await lobby(ann)
    await ann.runs("start")  # too few
    await bob.presses(action="join")
    before = posts(room)
    await bob.runs("start")
    await room.join("Eve").runs("start")
    assert (posts(room), len(before)) == (before, 1)
    assert (await table_of(room)).stage == "lobby"


async def test_no_game_begins_where_its_message_cannot_be_posted(room: Room) -> None:
    ann, _ = await gathered(room)
    before = await table_of(room)
    forbid(room, room.channel, "send_messages")
    answer = await ann.presses(action="start")
    assert tells(answer, ann, "not-begun")
    assert tells(answer, ann, "board-cannot_post")
    after = await table_of(room)
    assert (after.stage, after.start, digest_of(after)) == ("lobby", "", digest_of(before))
    assert len(room.messages) == 1


async def test_start_messages_without_a_game_are_deleted(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await gathered(room)

    async def full(_: object) -> None:
        raise DiskFull()

    monkeypatch.setattr(room.bot.store, "commit", full)
    assert tells(await ann.presses(action="start"), ann, "error-store_full")
    assert (len(posts(room)), len(room.messages)) == (3, 1)
    assert (await table_of(room)).stage == "lobby"
    room.forgive()


async def test_start_messages_stay_if_their_game_may_be_stored(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await gathered(room)
    stores = room.bot.store.commit

    async def answer_is_lost(change: Change) -> None:
        await stores(change)
        raise InDoubt()

    monkeypatch.setattr(room.bot.store, "commit", answer_is_lost)
    assert tells(await ann.presses(action="start"), ann, "error-store_unreachable")
    table = await table_of(room)
    assert table.stage == "playing"
    assert {*numbers_of(table.start)} < {it.id for it in room.messages}
    room.forgive()


async def test_joining_during_the_start_message_is_too_late(room: Room) -> None:
    """Otherwise a player could join or not depending on the known number."""
    ann, _ = await gathered(room)
    eve = room.join("Eve")
    await room.at_once(ann.pressing(action="start"), eve.pressing(action="join"))
    table = await table_of(room)
    assert (table.stage, table.seat_of(eve.id)) == ("playing", None)


# --- words of one's own --------------------------------------------------------------------


async def test_a_word_is_asked_for_by_a_form_and_kept_private(room: Room) -> None:
    ann, bob = await gathered(room)
    opened = await bob.presses(action="word")
    assert opened.kind == "modal"
    answer = await bob.fills(opened, " un  mot a\u0300 moi ")
    assert tells(answer, bob, "word-added")
    assert (await table_of(room)).course[-1] == "word 1 un mot \u00e0 moi"
    assert "un mot" not in f"{room.public}"
    await ann.runs("word", word="sun")
    assert (await table_of(room)).course[-1] == "word 0 sun"


async def test_an_invisible_word_is_refused(room: Room) -> None:
    ann, _ = await gathered(room)
    forgery = Press((await table_of(room)).id, "word_said").custom_id  # of a form, without a word
    for answer in (
        await ann.runs("word", word=" "),
        await ann.runs("word", word="\u200b\u202e"),
        await ann.presses(forged(room.board.buttons[0], forgery)),
    ):
        assert tells(answer, ann, "error-no_word", most=40)


async def test_a_form_that_cannot_open_in_time_says_how_to_go_on(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await gathered(room)
    look = room.bot.service.look

    async def slowly(table: str, guild: int | None = None) -> TableState:
        await asyncio.sleep(2 * ANSWER_WITHIN)
        return await look(table, guild)

    page = (await ann.presses(action="more")).shown[0]
    monkeypatch.setattr(room.bot.service, "look", slowly)
    await ann.presses(action="word", on=page)
    assert said(ann, "word-late") in ann.private.text
