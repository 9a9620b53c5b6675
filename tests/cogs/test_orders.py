"""Held windows, declarations in advance, and standing orders."""

from bot.discord.controls import Press
from tests.client.messages import Shown
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import forged, laid, said, table_of, tells
from tests.host.states import SLOWLY
from tests.rules.builder import table


async def test_looking_for_a_card_holds_the_window_for_all_to_see(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(table(2, dice="fog blank").do("1 stay"), ann, bob)
    room.bot.service.thinking = SLOWLY
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
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog blank").do("1 stay"), ann, bob)
    assert tells(await bob.runs("think"), bob, "hand-title")
    assert (await table_of(room)).thinking == [1]


async def test_the_holder_of_a_window_can_pass_the_leg(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(table(2, dice="fog blank").do("1 stay"), ann, bob)
    await bob.presses(action="cards", on=room.board)
    held = await table_of(room)
    assert (held.thinking, held.game and held.game.waiting) == ([1], (1, 0))
    assert "You will pass" in (await bob.presses(action="quiet", on=room.board)).text
    await room.passes(6.0)
    assert (await table_of(room)).running.waiting == (0,)


async def test_an_old_page_can_still_arm_cards(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    dealt = table(2, dice="fog blank", hands={1: "jetpack"}).do("1 stay")
    await laid(dealt, ann, bob)
    await bob.presses(action="hand", on=room.board)
    shown = (await bob.presses(action="orders")).shown[-1]
    await ann.presses(action="say:pass", on=room.board)
    await bob.presses(action="say:pass", on=room.board)
    (select,) = [it for it in shown.selects if ":arm:" in it.custom_id]
    answer = await bob.chooses(next(iter(select.options)), action="arm", on=shown)
    assert tells(answer, bob, "armed-now")
    assert (await table_of(room)).armed[1]


async def test_looking_at_the_hand_holds_no_window(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(table(2, dice="fog blank").do("1 stay"), ann, bob)
    await bob.presses(action="hand", on=room.board)
    assert (await table_of(room)).thinking == []


async def test_a_captain_answers_ahead_by_play(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat")
    await laid(table(3, dice="fog fog", hands={0: "turbo turbo"}, power_cards=False), ann, bob, cat)
    offered = await ann.types("play", "move", "")
    words = [said(ann, f"move-declare-{answer}") for answer in ("can", "cannot")]
    assert [it["name"] for it in offered] == words
    assert tells(await ann.runs("play", move=offered[0]["value"]), ann, "sealed-declare-can")
    assert (await table_of(room)).sealed == {0: "declare can"}
    back = (await ann.types("play", "move", ""))[-1]
    assert back["name"] == said(ann, "button-take-back")
    await ann.runs("play", move=back["value"])
    assert (await table_of(room)).sealed == {}


async def test_an_untrue_declaration_is_explained_and_not_sealed(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat", locale="fr")
    await laid(table(3, dice="fog fog", hands={0: "cannon"}, power_cards=False), ann, bob, cat)
    assert tells(await ann.runs("play", move="declare can"), ann, "error-cannot_fly_on")
    assert (await table_of(room)).sealed == {}
    assert tells(await cat.runs("play", move="declare can"), cat, "refusal-not_asked")


async def test_orders_are_given_and_taken_back_by_command(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog blank"), ann, bob)
    moments = await bob.types("orders", "moment", "")
    assert [it["value"] for it in moments] == ["spoken", "can", "cannot", "crashing"]
    window = said(bob, "window-spoken")
    assert tells(await bob.runs("orders", moment="spoken"), bob, "never-set", moments=window)
    assert (await table_of(room)).never == {1: ["spoken"]}
    assert tells(await bob.runs("orders", moment="spoken", ask=True), bob, "never-none")
    assert (await table_of(room)).never == {1: []}
    assert tells(await bob.runs("orders", moment="decisions"), bob, "error-unknown_choice")


async def test_passing_the_leg_is_confirmed_in_private_with_an_undo(
    room: Room,
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog blank").do("1 stay"), ann, bob)
    room.bot.service.thinking = SLOWLY
    pass_on = forged(
        room.board.buttons[0], Press((await table_of(room)).id, "quiet", "on").custom_id
    )
    note = await bob.presses(pass_on)
    assert tells(note, bob, "quiet-on")
    assert (await table_of(room)).quiet == [1]
    back = await bob.presses(action="quiet:off", on=note.shown[-1])
    assert tells(back, bob, "quiet-off")
    assert (await table_of(room)).quiet == []


async def test_the_answer_card_is_for_the_captain(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", hands={0: "compass"}, power_cards=False), ann, bob)
    answer = forged(room.board.buttons[0], Press((await table_of(room)).id, "answer").custom_id)
    assert tells(await bob.presses(answer), bob, "answer-captain")
    assert not tells(await ann.presses(answer), ann, "answer-captain")


async def passed_by_all(room: Room) -> tuple[Person, Shown]:
    """Let everybody pass; return a person with the hand open before that."""
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog blank").do("1 stay"), ann, bob)
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
