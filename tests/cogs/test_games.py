"""A person's open tables in all servers, and the way to the end of the last game."""

from bot.words import Catalogue, catalogue
from tests.client.messages import Shown
from tests.host.driver import gather
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import in_flight
from tests.host.test_servers import elsewhere

SAY = catalogue("en")
LINK = 5


async def games(person: Person) -> Shown:
    (page,) = (await person.runs("games")).shown
    return page


def links(page: Shown) -> dict[str, str]:
    """Return the addresses of the link buttons by their labels."""
    found = page.payload["components"][0]["components"]
    parts = [part for row in found for part in row.get("components", [])]
    return {part["label"]: part["url"] for part in parts if part.get("style") == LINK}


def sections(page: Shown, say: Catalogue = SAY) -> list[str]:
    """Return the kinds of tables that are listed, in their order."""
    kinds = ("turn", "others", "lobby")
    return [kind for kind in kinds if say(f"games-{kind}") in page.text]


async def test_who_sits_nowhere_can_open_a_table(room: Room) -> None:
    ann = room.join("Ann")
    page = await games(ann)
    assert SAY("games-none") in page.text
    assert not links(page)
    await ann.presses(action="new", on=page)
    assert SAY("lobby-title") in room.board.text
    assert sections(await games(ann)) == ["lobby"]


async def test_a_game_is_listed_by_whose_turn_it_is(room: Room) -> None:
    captain, passenger = await in_flight(room)
    eve, french = room.join("Eve"), catalogue("fr")
    mine, other = await games(passenger), await games(captain)
    assert (sections(mine, french), sections(other)) == (["turn"], ["others"])
    assert links(mine)[french("games-next")].endswith(f"/{room.channel.id}/{room.board.id}")
    assert SAY("games-next") not in links(other)
    assert SAY("games-none") in (await games(eve)).text


async def test_tables_of_other_servers_are_listed_by_their_names(room: Room) -> None:
    eve = elsewhere(room, "Eve")
    await eve.runs("new")
    here = Person(room, room.guild.add_member(eve.actor.user), "en-US")
    page = await games(here)
    assert "Elsewhere" in page.text
    assert sections(page) == ["lobby"]
    assert f"/{eve.channel.id}/" in page.text


async def test_the_end_of_the_last_game_is_one_press_away(room: Room) -> None:
    ann = room.join("Ann")
    driver = await gather(ann, computers=1, seed=3, goal=25)
    await driver.start()
    assert SAY("games-last") not in links(await games(ann))
    await driver.play()
    address = links(await games(ann))[SAY("games-last")]
    assert address.endswith(f"/{room.channel.id}/{room.board.id}")
    (history,) = (await ann.runs("history")).shown
    assert links(history)[SAY("games-last")] == address
