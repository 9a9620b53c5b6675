"""Tables with people: Ann, who is the host, then Bob, who reads French, and Cat."""

from typing import Any

from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import game, laid, lobby
from tests.rules.builder import Tested

LOCALES = {"Ann": "en-US", "Bob": "fr", "Cat": "en-US"}


def joined(room: Room, count: int = 2) -> list[Person]:
    """Return this many people, who have not sat down."""
    return [room.join(name, locale=locale) for name, locale in [*LOCALES.items()][:count]]


async def gathered(room: Room, **options: Any) -> list[Person]:
    """Open a lobby with these options for two people."""
    people = joined(room)
    await lobby(*people, **options)
    return people


async def playing(room: Room, tested: Tested | None = None, **options: Any) -> list[Person]:
    """Deal the cards to two people, or lay out this game for as many as it has seats."""
    people = joined(room, tested.game.seats if tested else 2)
    await (laid(tested, *people, **options) if tested else game(*people, **options))
    return people


async def broken_off(room: Room) -> list[Person]:
    """Deal the cards to two people and cancel the game."""
    people = await playing(room)
    await cancel(people[0])
    return people


async def cancel(host: Person) -> None:
    """Close the table before its end."""
    await host.runs("cancel")
    await host.presses(action="cancel_now")
