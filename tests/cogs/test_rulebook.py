"""Rules and help."""

from bot.discord.controls import Press
from bot.pages.rules import TOPICS
from tests.host.ground import Room
from tests.host.scenes import forged, lobby, said, table_of, tells


async def test_rules_leads_from_topic_to_topic_in_place(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("rules")
    answer = await ann.chooses(TOPICS[-1].name)
    assert answer.kind == "update"
    assert tells(answer, ann, f"rules-{TOPICS[-1].name}-text")


async def test_rules_show_the_deck_of_the_channels_table(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await ann.runs("new", boxes="initiative")
    await bob.presses(action="rules", on=room.board)
    by_button, by_command = await bob.chooses("cards"), await ann.runs("rules", topic="cards")
    assert tells(by_button, bob, "deck-table", count=94)
    assert tells(by_command, ann, "deck-table", count=94)
    assert said(ann, "card-spy") in by_command.text
    assert said(ann, "card-bandit") not in by_command.text


async def test_rules_without_a_table_list_every_box(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("rules", topic="cards")
    assert tells(answer, ann, "deck-boxes")
    assert said(ann, "card-bandit") in answer.text
    assert tells(await ann.chooses("treasures"), ann, "treasures-table")


async def test_rules_of_a_deleted_table_list_every_box(room: Room) -> None:
    ann = room.join("Ann")
    await lobby(ann, boxes="initiative")
    await ann.presses(forged(room.board.buttons[0], Press("0123456789", "rules").custom_id))
    assert tells(await ann.chooses("cards"), ann, "deck-boxes")


async def test_help_leads_to_a_first_flight(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("help")
    assert tells(answer, ann, "help-text")
    await ann.presses(action="learn", on=answer.shown[-1])
    assert (await table_of(room)).is_first_flight
