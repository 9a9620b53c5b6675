"""Orders to stay: passengers stay until a city, and captains fly on, without being asked."""

from __future__ import annotations

from bot.board.responses import Reply
from bot.client import Celestia
from bot.hosting.action import Action
from bot.hosting.reader import TableState
from bot.pages.stay_order import ASK, as_captain, changed, excepting
from cogs.click import Click
from cogs.cog import CelestiaCog
from cogs.which_table import here, seated_here
from players.stay_order import (
    CARDS,
    CITIES,
    EVERYWHERE,
    ODDS,
    TO_THE_END,
    TURBOS,
    StayOrder,
    words,
)


class StayOrders(CelestiaCog):
    """The command and the controls of an order to stay."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        suggest = {
            "until": self.cities,
            "odds": self.all_odds,
            "cards": self.all_cards,
            "captain": self.rivals,
            "turbos": self.turbos,
        }
        self.slash("stay", self.stay, group="seat", at=here, suggest=suggest)
        self.button("stay_order", self.page)
        self.button("until", self.until_pressed)
        self.button("unless", self.unless_pressed)
        self.button("as_captain", self.as_captain_pressed)

    async def page(self, click: Click) -> Reply:
        """Show the order."""
        return click.stay_order(await click.look())

    async def stay(
        self,
        click: Click,
        until: str = "",
        odds: str = "",
        cards: str = "",
        captain: str = "",
        goal_reached: bool = False,
        turbos: str = "",
    ) -> Reply:
        """Stay until a city, with exceptions, and fly on by Turbos; with neither: show it."""
        if not until and not turbos:
            return await self.page(click)
        if until == ASK and not turbos:
            return await self._order(click, ASK)
        city = f"{EVERYWHERE}" if until in ("", ASK) else until
        order = words(city, odds, cards, captain, goal=goal_reached, turbos=turbos)
        return await self._order(click, order)

    async def until_pressed(self, click: Click) -> Reply:
        """Stay until the city that is chosen."""
        order = _order_of(await click.look())
        until = click.values[0] if click.values else click.argument
        return await self._order(click, changed(order, until))

    async def unless_pressed(self, click: Click) -> Reply:
        """Have the order except what is chosen."""
        order = _order_of(await click.look())
        if order is None:  # it was ended by another page
            return await self.page(click)
        return await self._order(click, excepting(order, click.values))

    async def as_captain_pressed(self, click: Click) -> Reply:
        """Fly on as captain as it is chosen."""
        order = _order_of(await click.look())
        return await self._order(click, as_captain(order, click.values))

    async def _order(self, click: Click, order: str) -> Reply:
        state = await click.do(Action("stay_order", order))
        said = click.say("stay-order-off" if order == ASK else "stay-order-on")
        return click.stay_order(state, said)

    async def cities(self, click: Click) -> list[tuple[str, str]]:
        """Return the cities until which a seat can stay."""
        say = click.say
        names = [
            (say("stay-order-until", city=say(f"city-{it}"), number=it), f"{it}") for it in CITIES
        ]
        last = (say("stay-order-to-the-end"), f"{TO_THE_END}")
        return [(say("stay-order-ask"), ASK), *names, last]

    async def all_odds(self, click: Click) -> list[tuple[str, str]]:
        """Return the odds below which a seat may want to be asked, where the table shows any."""
        state = await seated_here(click)
        if state is None or not state.table.odds:
            return []
        return [(click.say("stay-order-odds", percent=it), f"{it}") for it in ODDS]

    async def all_cards(self, click: Click) -> list[tuple[str, str]]:
        """Return the numbers of cards below which a seat may want to be asked."""
        return [(click.say("stay-order-cards", count=it), f"{it}") for it in CARDS]

    async def turbos(self, click: Click) -> list[tuple[str, str]]:
        """Return the numbers of Turbos with which a captain may want to fly on."""
        names = [(f"{it}" if it < TURBOS[-1] else "all", f"{it}") for it in TURBOS]
        return [(click.say("stay-order-turbos", count=count), number) for count, number in names]

    async def rivals(self, click: Click) -> list[tuple[str, str]]:
        """Return the captains with whom a seat may want to be asked."""
        state = await seated_here(click)
        if state is None:
            return []
        voice = click.label_voice(state)
        return [
            (click.say("stay-order-captain", seat=voice.seat(it)), f"{it}")
            for it in range(len(state.table.chairs))
            if it != state.seat
        ]


def _order_of(state: TableState) -> StayOrder | None:
    """Return the order to stay of the user's seat."""
    order = state.table.stay_orders.get(state.seat) if state.seat is not None else None
    return StayOrder.parse(order) if order else None


setup = StayOrders.load
