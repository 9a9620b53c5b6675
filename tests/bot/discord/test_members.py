"""Names of members who have pressed nothing since the start."""

from bot.discord.incoming import Person
from bot.discord.members import Members
from bot.discord.names import Names
from bot.discord.rest import Json, Rest
from tests.bot.discord.refusing import refused

GUILD, ANN, BOB, EVE = 7, 11, 12, 13


class Asked(Rest):
    """Discord's members: Ann and Bob; it notes whom it was asked for."""

    def __init__(self) -> None:
        self.users: list[int] = []

    async def member(self, guild: int, user: int) -> Json:
        assert guild == GUILD
        self.users.append(user)
        if user == EVE:
            raise refused(10007, 404)
        name = {ANN: "ann", BOB: "bob"}[user]
        return {"user": {"id": f"{user}", "username": name, "global_name": None}, "nick": "Nick"}


async def test_each_unknown_member_is_asked_for_once_and_those_who_left_stay_unknown() -> None:
    discord, names = Asked(), Names()
    names.saw(Person(ANN, "Ann"), GUILD)
    members = Members(discord, names)
    for _ in range(2):
        of = await members.names_in(GUILD, [ANN, BOB, EVE])
        assert [of(user, "red") for user in (ANN, BOB, EVE)] == ["Ann", "Nick", "red"]
    assert discord.users == [BOB, EVE]


async def test_outside_servers_nobody_is_asked_for() -> None:
    discord = Asked()
    of = await Members(discord, Names()).names_in(0, [BOB])
    assert (of(BOB, "red"), discord.users) == ("red", [])
