"""Held windows, declarations in advance, and standing orders."""

from typing import Any

from bot.discord.controls import Press
from tests.client.messages import Shown
from tests.cogs.tables import playing
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import flight, forged, said, table_of, tells
from tests.host.states import SLOWLY
from tests.rules.builder import Tested, table


def spoken(**facts: Any) -> Tested:
    """Seat 1 stays, and both may play a card."""
    return table(2, dice="fog blank", **facts).do("1 stay")


async def test_only_looking_for_a_card_holds_the_window_for_all_to_see(
    room: Room,
) -> None:
    _, bob = await playing(room, spoken())
    room.bot.service.thinking = SLOWLY
    await bob.presses(action="hand", on=room.board)
    assert (await table_of(room)).thinking == []
    ends = (await table_of(room)).window_ends or 0
    await bob.presses(action="cards", on=room.board)
    held = await table_of(room)
    assert held.thinking == [1]
    assert (held.window_ends or 0) > ends
    await bob.presses(action="cards", on=room.board)  # once a window
    assert (await table_of(room)).window_ends == held.window_ends
    await bob.presses(action="say:pass", on=room.board)
    assert (await table_of(room)).window_ends == ends


async def test_think_does_what_the_button_does(room: Room) -> None:
    _, bob = await playing(room, spoken())
    assert tells(await bob.runs("think"), bob, "hand-title")
    assert (await table_of(room)).thinking == [1]


async def test_the_holder_of_a_window_can_pass_the_leg(room: Room) -> None:
    _, bob = await playing(room, spoken())
    await bob.presses(action="cards", on=room.board)
    held = await table_of(room)
    assert (held.thinking, held.game and held.game.waiting) == ([1], (1, 0))
    assert tells(await bob.presses(action="quiet", on=room.board), bob, "quiet-on")
    await room.passes(6.0)
    assert (await table_of(room)).running.waiting == (0,)


async def test_who_wants_it_is_asked_where_only_one_answer_is_possible(room: Room) -> None:
    _, bob = await playing(room)
    await bob.presses(action="hand", on=room.board)
    page = (await bob.presses(action="orders")).shown[-1]
    assert tells(await bob.presses(action="always:on", on=page), bob, "always-on")
    assert (await table_of(room)).always == [1]
    assert tells(await bob.runs("orders", ask=False), bob, "always-off")
    assert (await table_of(room)).always == []


async def test_an_old_page_can_still_arm_cards(room: Room) -> None:
    ann, bob = await playing(room, spoken(hands={1: "jetpack"}))
    await bob.presses(action="hand", on=room.board)
    shown = (await bob.presses(action="orders")).shown[-1]
    await ann.presses(action="say:pass", on=room.board)
    await bob.presses(action="say:pass", on=room.board)
    (select,) = [it for it in shown.selects if ":arm:" in it.custom_id]
    answer = await bob.chooses(next(iter(select.options)), action="arm", on=shown)
    assert tells(answer, bob, "armed-now")
    assert (await table_of(room)).armed[1]


async def test_a_captain_answers_ahead_by_play(room: Room) -> None:
    t = table(3, dice="fog fog", hands={0: "turbo turbo"}, power_cards=False)
    ann, *_ = await playing(room, t)
    offered = await ann.types("play", "move", "")
    words = [said(ann, f"move-declare-{answer}") for answer in ("can", "cannot")]
    assert [it["name"] for it in offered] == words
    assert tells(await ann.runs("play", move=offered[0]["value"]), ann, "sealed-declare-can")
    assert (await table_of(room)).sealed == {0: "declare can"}
    back = (await ann.types("play", "move", ""))[-1]
    assert back["name"] == said(ann, "button-take-back")
    await ann.runs("play", move=back["value"])
    assert (await table_of(room)).sealed == {}


async def test_a_captains_word_counts_though_its_question_came_while_it_was_pressed(
    room: Room,
) -> None:
    ann, bob = await playing(room, table(2, dice="fog blank", hands={0: "turbo"}))
    drawn = Press((await table_of(room)).id, "say", "declare can", (await table_of(room)).moment)
    await bob.presses(action="say:stay", on=room.board)
    for person in (bob, ann):
        await person.presses(action="say:pass", on=room.board)
    assert (await table_of(room)).question == "declaration"
    await ann.presses(forged(room.board.buttons[0], drawn.custom_id))
    assert (await table_of(room)).running.leg.said == "can"


async def test_an_untrue_declaration_is_explained_and_not_sealed(room: Room) -> None:
    t = table(3, dice="fog fog", hands={0: "cannon"}, power_cards=False)
    ann, _, cat = await playing(room, t)
    assert tells(await ann.runs("play", move="declare can"), ann, "error-cannot_fly_on")
    assert (await table_of(room)).sealed == {}
    assert tells(await cat.runs("play", move="declare can"), cat, "refusal-not_asked")


async def test_orders_are_given_and_taken_back_by_command(room: Room) -> None:
    _, bob = await playing(room, table(2, dice="fog blank"))
    moments = await bob.types("orders", "moment", "")
    assert [it["value"] for it in moments] == ["spoken", "can", "cannot", "crashing"]
    window = said(bob, "window-spoken")
    assert tells(await bob.runs("orders", moment="spoken"), bob, "never-set", moments=window)
    assert (await table_of(room)).never == {1: ["spoken"]}
    assert tells(await bob.runs("orders", moment="spoken", ask=True), bob, "never-none")
    assert (await table_of(room)).never == {1: []}
    assert tells(await bob.runs("orders", moment="decisions"), bob, "error-unknown_choice")


async def test_passing_the_leg_is_confirmed_in_private_with_an_undo(room: Room) -> None:
    _, bob = await playing(room, spoken())
    room.bot.service.thinking = SLOWLY
    note = await bob.presses(action="quiet:on", on=room.board)
    assert tells(note, bob, "quiet-on")
    assert (await table_of(room)).quiet == [1]
    back = await bob.presses(action="quiet:off", on=note.shown[-1])
    assert tells(back, bob, "quiet-off")
    assert (await table_of(room)).quiet == []


async def test_the_answer_card_is_for_the_captain(room: Room) -> None:
    ann, bob = await playing(room, flight())
    answer = forged(room.board.buttons[0], Press((await table_of(room)).id, "answer").custom_id)
    assert tells(await bob.presses(answer), bob, "answer-captain")
    assert not tells(await ann.presses(answer), ann, "answer-captain")


async def passed_by_all(room: Room) -> tuple[Person, Shown]:
    """Let both pass; return Bob, and his hand from before that."""
    ann, bob = await playing(room, spoken())
    hand = (await bob.presses(action="hand", on=room.board)).shown[-1]
    await bob.presses(action="say:pass", on=room.board)
    await ann.presses(action="say:pass", on=room.board)
    assert (await table_of(room)).question == "declaration"
    return bob, hand


async def test_a_late_pass_is_silent(room: Room) -> None:
    bob, _ = await passed_by_all(room)
    moment = (await table_of(room)).moment - 1
    pressed = Press((await table_of(room)).id, "say", "pass", moment).custom_id
    late = await bob.presses(forged(room.board.buttons[0], pressed))
    assert late.kind == "deferred_update"


async def test_a_late_pass_in_the_hand_redraws_it(room: Room) -> None:
    bob, hand = await passed_by_all(room)
    in_hand = await bob.presses(said(bob, "move-pass"), on=hand)
    assert not tells(in_hand, bob, "error-moment_passed")
    assert tells(in_hand, bob, "hand-title")
