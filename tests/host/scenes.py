"""Set-up of tables: a lobby, a game, or a game in a given state.

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

BOARDS: Final = "/channels/*/messages*"
"""Routes of a board, with the bot's own token."""


async def lobby(host: Person, *others: Person, **options: Any) -> None:
    """Let the first person open a table, and the others sit down."""
    await host.runs("new", **options)
    for person in others:
        await person.presses(action="join")


async def game(host: Person, *others: Person, setting: str = "", **options: Any) -> None:
    """Open a table for these people, change a setting of it, and deal the cards."""
    await lobby(host, *others, **options)
    if setting:
        await host.runs("option", setting=setting)
    await host.presses(action="start")


async def laid(
    tested: Tested, host: Person, *others: Person, hints: Hints = "off", **options: Any
) -> None:
    """Replace the game of these people by a prepared one, which its log does not contain.

    They want to give all their answers themselves, and windows outlast the room's patience.
    """
    await game(host, *others, **options)
    room = host.room
    known = await now(room)
    table = known.table
    table.game, table.options = tested.game, tested.game.options
    table.hints, table.always = hints, [*table.persons]
    table.window_seconds = 24
    table.moment += 1
    table.word_since = table.moment
    with room.env._bot_scope():
        await room.bot.service._store(known, (), None, (table.page.key,))
    await room.settle()


def flight(seats: int = 2) -> Tested:
    """A leg in which the passengers decide."""
    return table(seats, dice="fog fog", hands={0: "compass compass"}, power_cards=False)


async def in_flight(room: Room) -> tuple[Person, Person]:
    """Start a game of Ann and Bob, who speaks French and has to decide."""
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(flight(), ann, bob)
    return ann, bob


async def now(room: Room) -> TableState:
    """Return the stored state of the newest table in the first channel."""
    name = await room.bot.store.last_table_in(room.channel.id)
    return await room.bot.service.read(name)


async def table_of(room: Room) -> Table:
    """Return the newest table in the first channel."""
    return (await now(room)).table


def said(person: Person, key: str, **values: object) -> str:
    """Return the sentence of this key in this person's language."""
    return catalogue(person.locale)(key, **values)


def is_silent(answer: Answer) -> bool:
    """Whether the board is the only answer."""
    return answer.acknowledged and (answer.quiet or not answer.shown)


def tells(answer: Answer, person: Person, key: str, **values: object) -> bool:
    """Whether the answer contains this sentence, is private, and in this person's language."""
    return answer.private and said(person, key, **values) in answer.text


def forged(button: Button, custom_id: str) -> Button:
    """Return a button with another custom_id, on a message of the bot."""
    return Button(button.label, custom_id, disabled=False, style=button.style, on=button.on)


def forbid(room: Room, channel: ChannelHandle, *names: str) -> None:
    """Deny the bot exactly these permissions in a channel."""
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    bot = Overwrite(room.env.backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
    room.env.backend.edit_channel(channel.id, {}, overwrites=[bot])


def sent(room: Room) -> list[tuple[str, dict[str, Any]]]:
    """Return the messages that the bot has sent or edited."""
    found: list[tuple[str, dict[str, Any]]] = []
    for request in room.env.http_requests:
        body = request.json
        if not isinstance(body, dict) or request.method not in {"POST", "PATCH"}:
            continue
        data = body.get("data") if request.path.endswith("/callback") else body
        if isinstance(data, dict) and "components" in data and "title" not in data:  # no form
            found.append((request.method, data))
    return found


def pinged(room: Room, method: str) -> list[list[str]]:
    """Return whom each new or edited message pings."""
    return [it["allowed_mentions"].get("users", []) for way, it in sent(room) if way == method]


def pings(room: Room) -> list[tuple[int, ...]]:
    """Return whom each message that pinged somebody has pinged, the first message first."""
    return [tuple(map(int, users)) for users in pinged(room, "POST") if users]
