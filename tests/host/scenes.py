"""Tables that tests begin with: people sit down, cards are dealt, or a game is laid out.

await game(ann, bob)
answer = await ann.presses(action="hand")
assert tells(answer, ann, "hand-title")
"""

from typing import Any, Final

import discord
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.hosting.reader import TableState
from bot.tables.table import Hints, Table
from bot.words import catalogue
from tests.client.messages import Button
from tests.host.ground import Room
from tests.host.people import Answer, Person
from tests.rules.builder import Tested, table


async def lobby(host: Person, *others: Person, **options: Any) -> None:
    """The first of them opens a table, and the others sit down."""
    await host.runs("new", **options)
    for person in others:
        await person.presses(action="join")


async def game(host: Person, *others: Person, **options: Any) -> None:
    """The same, and the cards are dealt."""
    await lobby(host, *others, **options)
    await host.presses(action="start")


async def laid(tested: Tested, host: Person, *others: Person, hints: Hints = "off") -> None:
    """They play a game that is laid out for a test; its log knows nothing of it."""
    await game(host, *others)
    room = host.room
    known = await now(room)
    table = known.table
    table.game, table.options = tested.game, tested.game.options
    table.hints = hints
    table.moment += 1
    with room.env._bot_scope():
        await room.bot.service._store(known, (), None, (table.page.key,))
    await room.settle()


async def now(room: Room) -> TableState:
    """The newest table of the first channel as it is stored."""
    name = await room.bot.store.last_table_in(room.channel.id)
    return await room.bot.service.read(name)


async def table_of(room: Room) -> Table:
    """The newest table of the first channel."""
    return (await now(room)).table


def know_the_game(*people: Person) -> None:
    """Nobody asks these whether they want to be taught."""
    for person in people:
        person.room.bot.tips._asked[person.id] = True


def said(person: Person, key: str, **values: object) -> str:
    """The sentence of this key, as this person reads it."""
    return catalogue(person.locale)(key, **values)


def is_silent(answer: Answer) -> bool:
    """It was done, and nothing is said of that beside the board."""
    return answer.acknowledged and (answer.quiet or not answer.shown)


def tells(answer: Answer, person: Person, key: str, **values: object) -> bool:
    """The answer says this, to nobody else, and in the language of the person who asked."""
    return answer.private and said(person, key, **values) in answer.text


def forged(button: Button, custom_id: str) -> Button:
    """A button that we never drew, on a message of ours."""
    return Button(button.label, custom_id, disabled=False, style=button.style, on=button.on)


def forbid(room: Room, channel: ChannelHandle, *names: str) -> None:
    """A moderator takes these permissions from the bot in a channel, and leaves it the others."""
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    bot = Overwrite(room.env.backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
    room.env.backend.edit_channel(channel.id, {}, overwrites=[bot])


def flight(seats: int = 2) -> Tested:
    """The ship is about to fly, and its passengers decide."""
    return table(seats, dice="fog fog", hands={0: "compass compass"}, power_cards=False)


EVERY_WAY: Final = ("/channels/*/messages*", "/interactions/*", "/webhooks/*")
"""The ways that a board can take: by our own token, on the answer to a click, by its token."""


def refuse(room: Room, *, status: int, code: int = 0, times: int | None = None) -> None:
    """Discord takes no board any more, whichever way it comes, each of them so many times."""
    for way in EVERY_WAY:
        room.env.inject_error("*", way, status=status, code=code, times=times)


def painted(room: Room) -> int:
    """How often the bot has asked for something in a channel."""
    return sum(request.path.startswith("/channels/") for request in room.env.http_requests)
