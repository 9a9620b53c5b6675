"""An invitation on the wire: one ping for one person, whatever becomes of clicks and processes."""

from __future__ import annotations

from typing import Final

from bot.words import catalogue
from tests.client.messages import Shown
from tests.e2e.wire import Wire
from tests.e2e.wire.people import Answer, Person

SAY: Final = catalogue("en")


def calls(wire: Wire) -> list[Shown]:
    """Return the messages that ping a guest."""
    return [it for it in wire.messages if SAY("button-take") in it.open]


async def invites(host: Person, guest: Person) -> Answer:
    page = (await host.presses(action="settings")).shown[0]
    return await host.chooses(f"{guest.user.id}", of=page.selects[0], on=page)


async def test_a_click_that_comes_twice_pings_once(wire: Wire) -> None:
    wire.discord.twice = True
    ann, bob = wire.join("Ann"), wire.join("Bob")
    await ann.runs("new")
    answer = await invites(ann, bob)
    await wire.discord.settled()
    (call,) = calls(wire)
    assert bob.mention in call.text
    assert answer.acknowledged
    await wire.bot.kill()
    await wire.bot.start()
    await bob.presses(action="take", on=call)
    await wire.discord.until(lambda: bob.mention in wire.messages[0].text)
    await wire.discord.settled()
    assert len(calls(wire)) == 1


async def test_the_menu_of_a_person_pings_once_though_the_bot_is_killed(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob")
    await ann.runs("new")
    menu = SAY("command-invite-menu")
    wire.discord.twice = True
    await ann.picks(menu, bob)
    await wire.bot.kill()
    await wire.bot.start()
    await ann.picks(menu, bob)
    await wire.discord.settled()
    (call,) = calls(wire)
    assert bob.mention in call.text


async def test_an_invitation_whose_answer_is_lost_pings_at_most_once(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob")
    await ann.runs("new")
    page = (await ann.presses(action="settings")).shown[0]
    wire.discord.fault("POST", "/callback", drop=True, after=True)
    await ann.chooses(f"{bob.user.id}", of=page.selects[0], on=page)
    again = await ann.chooses(f"{bob.user.id}", of=page.selects[0], on=page)
    assert again.private
    await wire.discord.settled()
    assert len(calls(wire)) <= 1
