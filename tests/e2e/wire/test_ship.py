"""A ship on the wire: decorated on its page, flown on the board, and kept over a kill."""

from dataclasses import replace

from bot.pages.alt_text import describe_livery
from bot.ships import Livery
from bot.words import catalogue
from tests.client.messages import Shown
from tests.e2e.wire import Wire, replies
from tests.e2e.wire.people import Person
from tests.e2e.wire.playing import begin

WHALE = Livery("azure", "white", "whale")
NAME = "Moby Quick"


async def test_a_ship_is_decorated_and_flies_on_after_a_kill(wire: Wire) -> None:
    people = wire.join("Ann"), wire.join("Zoé", locale="fr")
    pages = [await decorated(wire, person) for person in people]
    players = await begin(*people, seed=3)
    assert told(WHALE) in alt(players.board)
    await wire.bot.kill()
    await wire.bot.start()
    for person, page in zip(people, pages, strict=True):
        await (await person.chooses("ink", action="ship_balloon", on=page)).says()
    repainted = told(replace(WHALE, balloon="ink"))
    await wire.discord.until(lambda: repainted in alt(players.board))
    assert NAME in alt(players.board)
    assert not replies.faults(wire.discord.requests)


async def decorated(wire: Wire, person: Person) -> Shown:
    """By the command, the page and its form; the page as it is then."""
    page = await (await person.runs("ship", balloon="azure", stripes="white")).says()
    assert page.private
    page = await (await person.chooses("whale", action="ship_emblem", on=page)).says()
    page = await (
        await person.fills(await person.presses(action="ship_name", on=page), NAME)
    ).says()
    say = catalogue(person.locale)
    assert say("ship-called", name=NAME) in page.text
    assert page.pictures == [describe_livery(WHALE, say)]
    assert len(wire.discord.files_of(page)) == 1
    return page


def told(livery: Livery) -> str:
    return describe_livery(livery, catalogue("en"))


def alt(shown: Shown) -> str:
    return " ".join(shown.pictures)
