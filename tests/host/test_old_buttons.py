"""Old, forged and foreign buttons are answered with a sentence, and change nothing."""

from bot.discord.controls import Press
from bot.tables.paces import DAY
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import forged, game, is_silent, laid, lobby, now, said, table_of, tells
from tests.rules.builder import table

GARBAGE = (
    *("celestia:", "celestia:x", "celestia:::::", "celestia:t:-:-:join", "celestia:T:-:-:join:"),
    *("celestia:t:-:-:dance:", "celestia:t:99999999999:-:say:stay", "somebody else's"),
    *("celestia:t:-:-:say:" + "x" * 60, "celestia:t:-:-:join:\u202e\n"),
)


async def test_an_unknown_button_is_answered_as_old(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await ann.runs("new")
    for custom_id in GARBAGE:
        answer = await ann.presses(forged(room.board.buttons[0], custom_id))
        assert tells(answer, ann, "error-old_button"), custom_id


FORGED = {
    ("say", "fly home"): "refusal-unknown_kind",
    ("say", "play crown"): "refusal-not_asked",
    ("say", "stay"): "refusal-not_asked",  # it is another's turn
    ("slot", "0"): "error-moment_passed",
    ("concede_now", "seat"): "concede-seat",  # it is asked first
}


async def test_a_forged_button_does_nothing(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", captain=1), ann, bob)
    before = await now(room)
    for (action, argument), key in FORGED.items():
        press = Press(before.table.id, action, argument)
        answer = await bob.presses(forged(room.board.buttons[0], press.custom_id))
        assert tells(answer, bob, key), answer.text
    assert (await now(room)).stored.snapshot == before.stored.snapshot


async def test_a_late_answer_gets_the_current_state(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", hands={0: "compass"}, power_cards=False), ann, bob)
    stay, leave = room.board.buttons[:2]
    await bob.presses(stay)
    answer = await bob.presses(leave)
    assert tells(answer, bob, "error-moment_passed")
    assert str(room.board.id) in answer.text
    assert (await table_of(room)).question == "declaration"


async def test_a_captain_cannot_declare_an_untruth(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    flight = table(2, dice="fog lightning", hands={0: "foghorn"}, power_cards=False)
    await laid(flight.do("1 stay"), ann, bob)
    before = await now(room)
    can = Press(before.table.id, "say", "declare can", before.table.moment)
    drawn = forged(room.board.buttons[0], can.custom_id)  # as by an earlier version
    assert tells(await ann.presses(drawn), ann, "error-cannot_fly_on")
    card = await ann.presses(action="answer", on=room.board)
    assert card.shown[-1].open[0] == said(ann, "move-declare-cannot")
    assert (await now(room)).stored.version == before.stored.version


# --- after the end -------------------------------------------------------------------------


async def test_a_finished_game_accepts_one_rematch_of_its_players(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob", locale="fr"), room.join("Eve", locale="fr")
    await game(ann, bob)
    drawn = room.board.buttons[0]
    assert tells(await bob.runs("rematch"), bob, "error-still_open")
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    over = await table_of(room)
    for action in ("say", "join", "start", "cancel", "quiet"):
        answer = await bob.presses(forged(drawn, Press(over.id, action, "stay").custom_id))
        assert tells(answer, bob, "error-table_closed"), action
    rematch = next(it for it in room.board.buttons if ":rematch:" in it.custom_id)
    for answer in (await eve.presses(rematch), await eve.runs("rematch")):
        assert tells(answer, eve, "error-rematch_of_others")
    assert (await table_of(room)).id == over.id
    await ann.presses(rematch)
    for answer in (await bob.presses(rematch), await bob.runs("rematch")):
        assert tells(answer, bob, "error-channel_taken")


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
    await room.passes(DAY + 60)
    assert await room.bot.store.table(table) is None
    for button in old:
        answer = await bob.presses(button)
        rules = ":rules:" in button.custom_id
        assert tells(answer, bob, "rules-goal" if rules else "error-unknown_table"), button
    assert [it.text for it in room.messages] == [shown]
    assert is_silent(await bob.runs("new"))


# --- giving a seat up ----------------------------------------------------------------------


async def conceding(room: Room) -> tuple[Person, Person]:
    """Start a game with Bob as the captain; both players are asked whether they concede."""
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", captain=1, power_cards=False), ann, bob)
    for person in (ann, bob):
        assert tells(await person.runs("concede"), person, "concede-seat")
    return ann, bob


async def test_an_old_answer_gives_no_seat_up(room: Room) -> None:
    ann, _ = await conceding(room)
    await ann.runs("play", move="stay")
    answer = await ann.presses(action="concede_now")
    assert answer.kind == "update"
    assert tells(answer, ann, "concede-again")
    assert tells(answer, ann, "concede-seat")
    assert len((await table_of(room)).people) == 2
    act = ann.pressing(action="concede_now")
    assert all(tells(answer, ann, "conceded") for answer in await room.at_once(act, act))
    assert len((await table_of(room)).people) == 1


async def test_when_two_concede_at_once_the_second_is_asked_about_the_game(room: Room) -> None:
    ann, bob = await conceding(room)
    answers = await room.at_once(
        ann.pressing(action="concede_now"), bob.pressing(action="concede_now")
    )
    still_there = await table_of(room)
    assert (still_there.open, len(still_there.people)) == (True, 1)
    pairs = zip(answers, (ann, bob), strict=True)
    told = [tells(answer, person, "concede-game") for answer, person in pairs]
    assert told.count(True) == 1
