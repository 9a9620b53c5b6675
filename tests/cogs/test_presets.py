"""Settings that are chosen at once: built in, of the last game, or saved by a server."""

import pytest

from bot.store.presets import MOST
from bot.tables.table import Table
from bot.words import catalogue
from engine.options import BOXES
from tests.host.driver import Driver, gather
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import lobby, table_of, tells

SAY = catalogue("en")


async def offered(person: Person) -> list[str]:
    """Return the names that `/celestia new` offers."""
    return [it["name"] for it in await person.types("new", "preset", "")]


async def saves(host: Person, name: str) -> None:
    page = (await host.presses(action="settings")).shown[0]
    asked = await host.presses(action="save", on=page)
    await host.fills(asked, name)


def rules(table: Table) -> tuple[str, int, tuple[str, ...], bool]:
    found = table.options
    return found.variant, found.goal, found.boxes, found.late_ejection


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("quick", ("beginner", 50, (), False)),
        ("classic", ("standard", 50, (), False)),
        ("everything", ("standard", 50, BOXES, False)),
    ],
)
async def test_a_table_is_opened_or_changed_by_a_preset(
    room: Room, preset: str, expected: tuple[str, int, tuple[str, ...], bool]
) -> None:
    ann, bob, cleo = room.join("Ann"), room.join("Bob"), room.join("Cleo")
    await lobby(ann, bob, cleo, preset=preset)
    assert rules(await table_of(room)) == expected
    await ann.runs("option", setting="goal=25")
    await ann.runs("option", setting="late_ejection=on")
    page = (await ann.presses(action="settings")).shown[0]
    assert tells(await ann.chooses(preset, action="preset", on=page), ann, "settings-title")
    table = await table_of(room)
    assert rules(table) == expected
    assert len(table.chairs) == 3


async def test_other_options_come_on_top_of_a_preset(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new", preset="everything", goal=30, pace="relaxed")
    table = await table_of(room)
    assert (table.options.boxes, table.options.goal, table.pace) == (BOXES, 30, "relaxed")


async def test_as_last_time_is_what_was_played_last(room: Room) -> None:
    ann = room.join("Ann")
    assert SAY("preset-last") not in await offered(ann)
    driver = await gather(ann, computers=1, seed=3, goal=25, boxes="initiative")
    await driver.start()
    await driver.play()
    assert (await offered(ann))[0] == SAY("preset-last")
    await ann.runs("new", preset="last")
    found = (await table_of(room)).options
    assert (found.goal, found.boxes) == (25, ("initiative",))


async def test_a_server_saves_settings_under_names(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await lobby(ann, bob, boxes="instructor", goal=75)
    await saves(ann, "Friday *night*")
    await ann.runs("leave")
    await bob.runs("leave")
    await room.restart()
    assert (await offered(bob))[-1] == "Friday *night*"
    await bob.runs("new", preset="Friday *night*")
    found = (await table_of(room)).options
    assert (found.goal, found.boxes) == (75, ("instructor",))


async def test_only_moderators_replace_them_and_five_are_the_most(room: Room) -> None:
    ann, moderator = room.join("Ann"), room.join("Mo", manager=True)
    await lobby(ann, moderator)
    page = (await ann.presses(action="settings")).shown[0]
    for number in range(MOST):
        await ann.fills(await ann.presses(action="save", on=page), f"number {number}")
    sixth = await ann.fills(await ann.presses(action="save", on=page), "number 6")
    assert tells(sixth, ann, "error-too_many_presets", most=MOST)
    again = await ann.fills(await ann.presses(action="save", on=page), "number 1")
    assert tells(again, ann, "error-preset_taken", name="number 1")
    nameless = await ann.fills(await ann.presses(action="save", on=page), "\u200b")
    assert tells(nameless, ann, "error-no_preset_name")
    await ann.runs("leave")  # the moderator is the host now
    page = (await moderator.presses(action="settings")).shown[0]
    await moderator.fills(await moderator.presses(action="save", on=page), "number 1")
    assert len(await offered(ann)) == 3 + MOST
    ann.channel = room.add_channel("other")
    gone = await ann.runs("new", preset="=number 9")
    assert tells(gone, ann, "error-unknown_preset")


async def test_a_preset_that_does_not_fit_changes_nothing(room: Room) -> None:
    ann, bob, cleo = room.join("Ann"), room.join("Bob"), room.join("Cleo")
    await ann.runs("new", variant="crew")
    await saves(ann, "two")
    await ann.runs("option", setting="variant=standard")
    await bob.presses(action="join")
    await cleo.presses(action="join")
    before = rules(await table_of(room))
    page = (await ann.presses(action="settings")).shown[0]
    answer = await ann.chooses("=two", action="preset", on=page)
    assert tells(answer, ann, "error-crew_taken", seats=3)
    assert rules(await table_of(room)) == before


async def test_a_first_flight_is_not_what_was_played_last_time(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("learn")
    await Driver([ann], seed=4).play()
    assert SAY("preset-last") not in await offered(ann)


async def test_a_table_is_set_up_by_one_form(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await lobby(ann, bob)
    page = (await ann.presses(action="settings")).shown[0]
    opened = await ann.presses(action="form", on=page)
    boxes = "little_help,krismastri"
    await ann.fills(opened, boxes=boxes, pace="relaxed", seats="4", goal="75")
    table = await table_of(room)
    assert ",".join(table.options.boxes) == boxes
    assert (table.pace, table.seats, table.options.goal) == ("relaxed", 4, 75)
    again = await ann.presses(action="form", on=page)
    await ann.fills(again)  # as it is filled in already
    assert (await table_of(room)).options == table.options
    await ann.fills(again, variant="crew", boxes="")
    assert (await table_of(room)).options.variant == "crew"
    assert (await bob.presses(action="form", on=page)).form is None


async def test_a_form_that_contradicts_itself_changes_nothing(room: Room) -> None:
    people = [room.join(f"P{number}") for number in range(4)]
    await lobby(*people)
    before = (await table_of(room)).options
    page = (await people[0].presses(action="settings")).shown[0]
    opened = await people[0].presses(action="form", on=page)
    for seats, variant in (("2", "standard"), ("6", "crew")):
        answer = await people[0].fills(opened, variant=variant, seats=seats, boxes="krismastri")
        assert answer.text.startswith("⚠️")
        assert (await table_of(room)).options == before
