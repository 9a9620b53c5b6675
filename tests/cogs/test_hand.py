"""The hand: moves, sealed answers, armed cards and quiet legs."""

from typing import Any

import pytest

from bot.discord.controls import Press
from tests.client.messages import Button, Shown
from tests.client.offers import question
from tests.cogs.tables import playing
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import flight, forged, laid, said, table_of, tells
from tests.host.states import SLOWLY
from tests.rules.builder import table


async def offered(person: Person, command: str = "play", option: str = "move") -> dict[str, str]:
    """Return the choices of an option: the value of each by its name."""
    return {it["name"]: it["value"] for it in await person.types(command, option, "")}


async def test_hand_shows_what_its_button_shows(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, hands={1: "compass"}), ann, bob)
    pressed, ran = await bob.presses(action="hand", on=room.board), await bob.runs("hand")
    assert ran.text == pressed.text
    assert "🌫️ ×1" in ran.text


async def test_play_offers_and_makes_the_players_moves(room: Room) -> None:
    ann, bob = await playing(room, flight())
    moves = await offered(bob)
    stay, leave = (said(bob, f"move-{it}") for it in ("stay", "leave"))
    assert [*moves] == [stay, leave]
    assert [*await offered(ann)] == [said(ann, "move-declare-can")]
    left = await bob.runs("play", move=moves[leave])
    assert said(bob, "city-1") in left.text.partition("\n")[0]  # the treasure
    assert (await table_of(room)).running.view(None).seats[1].treasures == (1,)


async def test_a_sealed_answer_is_taken_back_by_its_button_or_by_play(room: Room) -> None:
    *_, cat = await playing(room, flight(3))
    sealed = await cat.presses(action="say:leave", on=room.board)
    assert tells(sealed, cat, "sealed-until")
    back = await cat.presses(action="say:nothing", on=sealed.shown[-1])
    assert not tells(back, cat, "sealed-leave")
    assert (await table_of(room)).sealed == {}
    assert tells(await cat.presses(action="say:stay", on=back.shown[-1]), cat, "sealed-stay")
    again = await cat.runs("play", move=(await offered(cat))[said(cat, "button-take-back")])
    assert not tells(again, cat, "sealed-stay")
    assert (await table_of(room)).sealed == {}


async def test_a_sealed_answer_can_be_taken_back_in_its_turn(room: Room) -> None:
    _, bob, cat = await playing(room, flight(3))
    room.bot.service.thinking = SLOWLY
    sealed = await cat.presses(action="say:leave", on=room.board)
    await bob.presses(action="say:stay", on=room.board)
    assert said(cat, "button-take-back") in await offered(cat)
    await cat.presses(action="say:nothing", on=sealed.shown[-1])
    await room.passes(40.0)
    assert (await table_of(room)).running.waiting == (2,)


async def test_an_answer_on_a_hand_draws_that_hand(room: Room) -> None:
    """Also where its turn has come since, and the bot has forgotten the page by a restart."""
    _, bob, cat = await playing(room, flight(3))
    hand = (await cat.presses(action="hand", on=room.board)).shown[-1]
    await bob.presses(action="say:stay", on=room.board)
    await room.restart()
    answer = await cat.presses(action="say:stay", on=hand)
    assert answer.kind == "update"
    assert (await table_of(room)).running.view(None).leg.stayed == (1, 2)
    assert said(cat, "hand-title") in cat.private.text


async def test_play_binds_a_sealed_answer_to_its_moment(room: Room) -> None:
    _, bob, cat = await playing(room, flight(3))
    stay, leave = (await offered(cat)).values()
    assert tells(await cat.runs("play", move=leave), cat, "sealed-leave")
    await bob.runs("play", move="stay")
    await room.passes(1.0)
    assert tells(await cat.runs("play", move=stay), cat, "error-moment_passed")
    assert (await table_of(room)).running.view(None).seats[2].treasures == (1,)


async def test_cards_are_exchanged_by_one_click_that_names_none(room: Room) -> None:
    hands = {0: "foghorn foghorn cannon", 1: "foghorn cannon"}
    t = table(2, dice="fog lightning", hands=hands, boxes=("matryoshburg",), power_cards=False)
    t.do("1 stay").on_to("declaration").do("0 declare cannot").on_to("matryoshburg")
    ann, _ = await playing(room, t)
    hand = (await ann.presses(action="hand", on=room.board)).shown[-1]
    (select,) = [it for it in hand.selects if ":exchange:" in it.custom_id]
    assert [*select.options] == ["0", "1", "2"]
    assert (select.least, select.most) == (1, 3)
    assert not {"foghorn", "cannon"} & {*select.custom_id.replace(".", ":").split(":")}
    done = await ann.chooses("0", "2", action="exchange", on=hand)
    assert tells(done, ann, "event-laid", card=said(ann, "card-cannon"))
    game = (await table_of(room)).running
    assert (game.waiting, game.view(0).laid) == ((1,), ("cannon", "foghorn"))
    late = await ann.chooses("0", action="exchange", on=hand)
    assert tells(late, ann, "error-moment_passed")


async def test_a_double_click_is_answered_silently(room: Room) -> None:
    _, bob, _ = await playing(room, flight(3))
    board = room.board
    once, twice = [await bob.presses(action="say:stay", on=board) for _ in range(2)]
    assert (once.kind, twice.kind) == ("update", "deferred_update")
    assert tells(await bob.presses(action="say:leave", on=board), bob, "refusal-not_asked")
    assert (await table_of(room)).running.waiting == (2,)


async def test_quiet_says_one_thing(room: Room) -> None:
    _, bob = await playing(room, table(2, hands={1: "wind_gust"}, dice="fog blank").do("1 stay"))
    assert (await table_of(room)).question == "spoken"
    room.bot.service.thinking = SLOWLY
    asks, line = "Jouez-vous", said(bob, "hand-quiet")
    assert (await bob.runs("quiet")).text == f"🔕 {said(bob, 'quiet-on')}"
    assert (await table_of(room)).quiet == [1]
    assert (await bob.runs("quiet", on=False)).text == f"🙋 {said(bob, 'quiet-off')}"
    hand = (await bob.presses(action="hand", on=room.board)).shown[-1]
    assert (asks in hand.text, line in hand.text) == (True, False)
    quiet = await bob.presses(action="quiet", on=hand)
    assert (asks in quiet.text, line in quiet.text) == (False, True)


async def test_arm_adds_a_card_to_those_armed_and_disarms_all(room: Room) -> None:
    ann, _ = await playing(room, table(2, hands={0: "jetpack wind_gust"}))
    none, *ready = (await offered(ann, "arm", "card")).items()
    assert ready[-1][0] == "If we crash: Jetpack"
    for _, value in ready:
        assert tells(await ann.runs("arm", card=value), ann, "armed-now")
    armed = (await table_of(room)).armed[0]
    assert (len(armed), armed[-1]) == (len(ready), "crashing jetpack")
    assert tells(await ann.runs("arm", card=none[1]), ann, "disarmed")


@pytest.mark.parametrize(("command", "option"), [("play", "move"), ("arm", "card")])
async def test_an_outdated_choice_shows_the_current_state(
    room: Room, command: str, option: str
) -> None:
    _, bob = await playing(room, table(2, dice="fog fog", hands={1: "jetpack"}))
    *_, choice = (await offered(bob, command, option)).values()
    await bob.runs("play", move="stay")
    answer = await bob.runs(command, **{option: choice})
    assert tells(answer, bob, "error-moment_passed")
    assert tells(answer, bob, "hand-title")


def _refresh(hand: Shown, table: str) -> Button:
    """Return the refresh button of earlier versions."""
    return forged(hand.buttons[0], Press(table, "refresh").custom_id)


async def test_an_old_hand_is_refreshed_in_place(room: Room) -> None:
    _, bob = await playing(room, flight())
    await bob.presses(action="hand")
    shown, asked = len(bob.sees), said(bob, "move-stay")
    assert asked in bob.private.open
    old = _refresh(bob.private, (await table_of(room)).id)
    await bob.runs("play", move="stay")
    await bob.presses(old)
    assert asked not in bob.private.open
    assert len(bob.sees) == shown + 1  # the answer to the command


async def test_a_seat_with_a_card_has_the_others_wait_in_the_next_window(room: Room) -> None:
    t = table(3, dice="fog blank", hands={1: "wind_gust compass", 2: "compass"})
    _, bob, cid = await playing(room, t)
    await cid.presses(action="hand", on=room.board)
    assert said(cid, "button-hold") not in [it.label for it in cid.private.buttons]
    await bob.presses(action="hand", on=room.board)
    before = room.board.text
    await bob.presses(said(bob, "button-hold"), on=bob.private)
    assert said(bob, "hand-holds-next") in bob.private.text
    assert room.board.text == before
    for person in (bob, cid):
        await person.presses("Stay", on=room.board)
    assert (await table_of(room)).thinking == [1]
    assert "🤔" in room.board.text


@pytest.mark.parametrize(("held", "more"), [("compass", False), ("instructor", True)])
async def test_cards_says_when_there_is_no_other_move(room: Room, held: str, more: bool) -> None:
    options: dict[str, Any] = {"boxes": ("instructor",), "dice": "fog fog"}
    _, bob = await playing(room, table(2, hands={0: "compass", 1: held}, **options))
    assert question(room.board) == "decisions"
    await bob.presses(action="cards")
    assert (said(bob, "nothing-else") in bob.private.text) is not more


async def test_only_the_owner_is_told_about_a_card_laid_face_down(room: Room) -> None:
    tested = table(2, boxes=("little_help",), dice="fog fog", hands={0: "cannon", 1: "help_fog"})
    tested.on_to("decisions").do("1 stay").on_to("declaration").do("0 declare cannot")
    _, bob = await playing(room, tested)
    await bob.presses(action="hand")
    card = said(bob, "card-help_fog")
    await bob.presses(said(bob, "move-lay", card=card), on=bob.private)
    done, _, shown = bob.private.text.partition("\n")
    assert said(bob, "event-laid", card=card) in done
    assert bob.mention not in done
    assert shown.count(card) == 1
    assert said(bob, "hand-laid", cards=card) in shown


async def test_the_outcome_of_a_click_is_shown_once(room: Room) -> None:
    _, bob = await playing(room, flight())
    await bob.presses(action="hand")
    await bob.presses(said(bob, "move-leave"), on=bob.private)
    taken = said(bob, "event-took-known", treasure="").split(":")[0]
    assert bob.private.text.count(taken) == 1
    await bob.presses(_refresh(bob.private, (await table_of(room)).id))
    assert bob.private.text.count(taken) == 1
