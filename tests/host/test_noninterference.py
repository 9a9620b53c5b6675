"""Hidden state changes no board: two games with the same public state look the same.

The other game is dealt anew from public facts and without the sealed answers and instructions of
its seats; the dice to come are the same.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from random import Random
from typing import Final, cast

import pytest

from bot.events import Events
from bot.hosting.action import SAY, Action
from bot.hosting.availability import Availability
from bot.hosting.service import TableService
from bot.pages.alt_text import describe
from bot.pages.hand import hand, orders
from bot.pages.layout import Content
from bot.pages.leg import leg, notice
from bot.pages.lobby import lobby
from bot.pages.scenes import scene
from bot.pages.views import HandView, TableView, hand_view, table_view
from bot.pictures.board import Scene
from bot.ships import EMBLEMS, Livery, Ship
from bot.store.data import Change, Stored
from bot.store.store import Store
from bot.tables import autoplay, deadlines, presence
from bot.tables.actions import SILENT, Entry, execute
from bot.tables.beats import may_hold
from bot.tables.play import _by_order, to_speak
from bot.tables.refusals import Refused
from bot.tables.table import Notice, Table, dump, load
from bot.words import LANGUAGES, catalogue
from engine import Game
from engine.box import POINTS
from engine.errors import CelestiaError
from engine.events import Drew
from players.stay_order import StayOrder
from tests.host.states import AT_ONCE, USER, sat_down, silent_act, wander

STATES: Final = 40
"""States in each chunk."""
SOME: Final = 0.2
PAINTED: Final = 12
"""Pictures that are painted; the others are equal before they are."""
WORLDS: Final = 2000
ENOUGH: Final = 8
"""Minimum number of states of the kind under test."""

ALWAYS: Final = {"declaration": ("declare can", "declare cannot"), "matryoshburg": ("draw",)}
"""Public answers to these questions, whatever the hand allows."""

See = Callable[[Table, int], TableView]


def painted(table: Table, see: See = table_view) -> str:
    """Return all that is public: each page, its mentions and calls, in both languages."""
    made: list[Content] = []
    for say in map(catalogue, LANGUAGES):
        for number in sorted({0, *[page.number for page in table.pages]}):
            shown = see(table, number)
            made.append((leg if shown.page else lobby)(shown, say))
        if (called := notice(see(table, table.page.number), say, "")) is not None:
            made.append(called)
    return json.dumps([(it.components, it.mentions, it.files, repr(it.picture)) for it in made])


def copy(table: Table) -> Table:
    """Return a copy of the table."""
    same = load(dump(table))
    same.people = dict(table.people)
    return same


def twin(table: Table, rng: Random) -> Table:
    """Return a table with the same public state and other hidden state."""
    other = copy(table)
    game = table.running
    other.game = Game.imagine(game.view(None), rng)
    other.game._state.chance = game._state.chance.copy()
    other.sealed, other.armed, other.quiet, other.answers_at = {}, {}, [], {}
    other.news = [[] for _ in other.chairs]
    other.turns = [0 for _ in other.chairs]
    return other


def states(number: int) -> Iterator[tuple[Table, Random]]:
    """Yield states of random games of all mixes."""
    rng = Random(f"states {number}")
    looked_at = 0
    while looked_at < STATES:
        number += 1000
        for table in wander(sat_down(number), rng):
            if table.stage == "playing" and rng.random() < SOME:
                looked_at += 1
                unsettle(table, rng)
                autoplay.plan(table, 0.0, AT_ONCE, Random(0))
                yield table, rng


def unsettle(table: Table, rng: Random) -> None:
    """Make players absent, call some, or put the table to sleep."""
    table.missed = {seat: rng.randrange(presence.PATIENCE + 1) for seat in table.people}
    everybody = " ".join(map(str, range(len(table.chairs))))
    name, words = rng.choice((("warn", everybody), ("nudge", ""), ("sleep", ""), ("back", "")))
    with suppress(Refused):
        execute(table, name, table.host, words)


class KeptChanges:
    """A store with one table that records its changes."""

    def __init__(self, table: Table) -> None:
        self.stored = Stored(
            *(table.id, 1, 2, table.stage, 1, dump(table)), intact=True, people=table.people
        )
        self.changes: list[Change] = []

    async def table(self, table: str, interaction: int | None = None) -> Stored:
        return self.stored

    async def commit(self, change: Change) -> None:
        self.changes.append(change)

    async def log(self, table: str) -> list[Entry]:
        """Return no log, so that a game that ends has no result."""
        return []


async def done(table: Table, action: Action, seat: int) -> tuple[Table | None, list[Change]]:
    """Carry out an action; return the resulting table and the stored changes."""
    kept = KeptChanges(table)
    host = TableService(
        cast("Store", kept), lambda: 0.0, AT_ONCE, Availability(lambda: 0.0), Events()
    )
    host.rng = Random(0)
    try:
        left = await host.do(table.id, action, user=USER + seat, interaction=1)
    except CelestiaError:
        return None, kept.changes
    return left.table, kept.changes


def public_answers(table: Table) -> list[str]:
    """Return the answers that the board offers."""
    question = table.question
    return [*table.running.offers, *ALWAYS.get(question, ())]


def public_click(table: Table, rng: Random) -> tuple[Action, int] | None:
    """Return a random answer on the board and its seat; None: no person is asked.

    Drops sealed answers, which the click would open for all to see.
    """
    persons = [seat for seat in table.running.waiting if seat in table.people]
    offered = public_answers(table)
    if not persons or not offered:
        return None
    table.sealed, table.by_order = {}, []
    return Action(SAY, rng.choice(offered), moment=table.moment), rng.choice(persons)


# --- the same to all eyes ------------------------------------------------------------------


def with_ships(table: Table, number: int) -> TableView:
    """Return the view of a table where every player has a ship."""
    ships = {
        seat: Ship(f"Ship {user}", Livery(emblem=EMBLEMS[seat]))
        for seat, user in table.people.items()
    }
    return replace(table_view(table, number), ships=ships)


@pytest.mark.parametrize(("number", "see"), [(0, table_view), (1, table_view), (4, with_ships)])
def test_boards_do_not_depend_on_hidden_state(number: int, see: See) -> None:
    boards = list[str]()
    for table, rng in states(number):
        boards.append(painted(table, see))
        assert painted(twin(table, rng), see) == boards[-1]
    assert (see is with_ships) == any(f"Ship {USER}" in board for board in boards)


def times(table: Table) -> object:
    """Return all times that others can observe, except the pauses of computers."""
    table.planned, table.ends_at = -1, {}
    autoplay.plan(table, 100.0, AT_ONCE, Random(0))
    computers = {seat for seat, chair in enumerate(table.chairs) if chair.computer}
    answers = [table.answers_at.get(seat) for seat in {*computers, *presence.substituted(table)}]
    ends = (table.ends_at, table.window_ends, table.sleep_at, table.given_up_at)
    return ends, answers, deadlines.to_warn(table, 1e9), deadlines.overdue(table, 1e9)


@pytest.mark.parametrize("number", [50])
def test_times_do_not_depend_on_hidden_state(number: int) -> None:
    for table, rng in states(number):
        assert times(twin(table, rng)) == times(table)


async def both(
    table: Table, rng: Random, action: Action, seat: int
) -> tuple[Table | None, Table | None]:
    """Carry out an action at a table and at its twin; check that the same boards are delivered."""
    other = twin(table, rng)
    left, changes = await done(table, action, seat)
    right, dreamt = await done(other, action, seat)
    if left is not None and right is not None:
        assert [(it.paint, it.stage) for it in changes] == [(it.paint, it.stage) for it in dreamt]
    return left, right


@pytest.mark.parametrize("number", [11])
async def test_the_same_public_click_is_painted_alike(number: int) -> None:
    """Skips clicks that reveal hidden state, after which the games differ."""
    compared = 0
    for table, rng in states(number):
        click = public_click(table, rng)
        if click is None:
            continue
        left, right = await both(table, rng, *click)
        if left is None or right is None:
            assert bool(left or right) <= bool(ALWAYS.get(table.question))
        elif not any(event.reveals for event in (*left.told, *right.told)):
            assert painted(left) == painted(right)
            compared += 1
    assert compared >= ENOUGH


@pytest.mark.parametrize("number", [14])
async def test_a_window_that_is_held_is_painted_and_ends_alike(number: int) -> None:
    """Holding a window does not depend on the hand."""
    compared = 0
    for table, rng in states(number):
        table.pace = "live"
        autoplay.plan(table, 0.0, AT_ONCE, Random(0))
        holders = [seat for seat in table.people if may_hold(table, seat)]
        if not holders:
            continue
        seat = rng.choice(holders)
        left, right = await both(table, rng, Action("think", moment=table.moment), seat)
        assert left is not None
        assert right is not None
        assert left.thinking == right.thinking == [seat]
        assert painted(left) == painted(right)
        assert left.window_ends == right.window_ends
        compared += 1
    assert compared >= ENOUGH


@pytest.mark.parametrize("number", [21])
async def test_silent_acts_do_not_change_the_board(number: int) -> None:
    compared = 0
    for table, rng in states(number):
        name, seat, told = silent_act(table, rng)
        if seat not in table.people:
            continue
        compared += 1
        before = painted(table)
        left, (change,) = await done(table, Action(name, told), seat)
        assert name in SILENT
        assert change.paint == ()
        assert left is not None
        assert painted(left) == before
    assert compared >= ENOUGH


def test_a_card_laid_face_down_is_not_painted() -> None:
    compared = 0
    for table, _ in chain(*map(states, range(30, 40))):
        for seat in table.running.waiting:
            legal = map(str, table.running.legal(seat))
            for move in [it for it in legal if it.startswith("play help_")][:1]:
                other = copy(table)
                execute(other, "move", seat, move)
                assert painted(other) == painted(table)
                assert other.moment == table.moment  # no button grows old by it
                compared += 1
    assert compared >= ENOUGH


# --- private boards and the bot's answers --------------------------------------------------

Own = Callable[[Table, int], HandView]


def own_twin(table: Table, seat: int, rng: Random) -> Table:
    """Return a table on which this seat may know the same, while others hide something else."""
    other = twin(table, rng)
    other.game = Game.imagine(table.running.view(seat), rng)
    other.game._state.chance = table.running._state.chance.copy()
    other.turns[seat], other.news[seat] = table.turns[seat], [*table.news[seat]]
    for mine, theirs in ((table.sealed, other.sealed), (table.armed, other.armed)):
        theirs |= {seat: mine[seat]} if seat in mine else {}
    other.quiet = [it for it in table.quiet if it == seat]
    return other


def owned(table: Table, seat: int, see: Own = hand_view) -> str:
    """Return the private pages of a seat, in both languages."""
    pages = [
        draw(see(table, seat), catalogue(language), lambda _, fallback: fallback)
        for draw in (hand, orders)
        for language in LANGUAGES
    ]
    return json.dumps([(it.components, repr(it.picture)) for it in pages])


def compare_owned(number: int) -> int:
    """Compare each person's pages in two worlds; return how many were compared."""
    compared = 0
    for table, rng in states(number):
        for seat in table.people:
            assert owned(own_twin(table, seat, rng), seat) == owned(table, seat)
            compared += 1
    return compared


def test_private_boards_do_not_depend_on_what_others_hide() -> None:
    assert compare_owned(80) >= STATES


ORDERS: Final = (
    "until=4 cards=4 goal",
    "until=10 odds=60 turbos=1",
    "until=1 turbos=0 spare=single",
)


def compare_orders(number: int) -> int:
    """Compare what orders answer in two worlds; return how many answers were compared."""
    compared = 0
    for table, rng in states(number):
        for seat in table.people:
            other = own_twin(table, seat, rng)
            for order in map(StayOrder.parse, ORDERS):
                answer = _by_order(table, seat, order)
                assert _by_order(other, seat, order) == answer
                compared += answer is not None
    return compared


def test_what_an_order_answers_does_not_depend_on_what_others_hide() -> None:
    assert sum(map(compare_orders, range(100, 104))) >= ENOUGH


@pytest.mark.long
def test_in_two_thousand_worlds_no_order_answers_by_what_others_hide() -> None:
    compared = 0
    for number in count(100):
        compared += compare_orders(number)
        if compared >= WORLDS:
            return


def pause(table: Table, seat: int) -> float | None:
    """Return the bot's pause before it answers for a person; None: it does not."""
    if not autoplay._is_answered_for(table, seat):
        return None
    return autoplay._pause(table, seat, autoplay.ThinkingTime(1.0, 2.5), Random(f"{seat}"))


def compare_pauses(number: int) -> int:
    """Compare the bot's pauses for persons in two worlds; return how many were compared."""
    compared = 0
    for table, rng in states(number):
        table.sealed, table.armed, table.quiet = {}, {}, []  # these are answered as computers do
        other = twin(table, rng)
        for seat in {*table.people} & {*table.running.waiting}:
            mine, theirs = pause(table, seat), pause(other, seat)
            if mine is not None and theirs is not None:
                assert mine == theirs
                compared += 1
    return compared


def test_the_pause_before_a_forced_answer_does_not_depend_on_hidden_state() -> None:
    assert sum(map(compare_pauses, (90, 91, 92))) >= ENOUGH


# --- and this would be noticed -------------------------------------------------------------


def told_too_much(table: Table, page: int) -> TableView:
    """The public view with a card draw as its seat sees it."""
    hand = table.running.view(0).hand
    shown = table_view(table, page)
    return replace(shown, story=(*shown.story, Drew(0, len(hand), hand)))


def a_button_too_many(table: Table, page: int) -> TableView:
    """The public view with a button that depends on the hand."""
    shown = table_view(table, page)
    seat = table.running.waiting[0]
    able = any(move.kind == "play" for move in table.running.legal(seat))
    return replace(shown, offers=(*shown.offers, "steer") if able else shown.offers)


def a_hurry(table: Table, page: int) -> TableView:
    """The public view with a window whose end depends on the hands."""
    legal = sum(len(table.running.legal(seat)) for seat in table.running.waiting)
    return replace(table_view(table, page), window_ends=100.0 * legal)


def a_short_time(table: Table, page: int) -> TableView:
    """The public view with deadlines that depend on the hands."""
    legal = {seat: len(table.running.legal(seat)) for seat in table.running.waiting}
    shown = table_view(table, page)
    return replace(shown, ends_at={seat: 100.0 * legal[seat] for seat in shown.ends_at})


def a_needless_call(table: Table, page: int) -> TableView:
    """The public view with a call that depends on the hands."""
    shown = table_view(table, page)
    able = [seat for seat in table.running.waiting if len(table.running.legal(seat)) > 1]
    return replace(shown, notice=Notice(1, "nudge", tuple(able)))


LEAKS: Final[Mapping[str, See]] = {
    "story": told_too_much,
    "button": a_button_too_many,
    "time": a_hurry,
    "deadline": a_short_time,
    "call": a_needless_call,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_on_a_page_is_caught(leak: str) -> None:
    see = LEAKS[leak]
    assert any(painted(twin(table, rng), see) != painted(table, see) for table, rng in states(40))


def an_open_book(table: Table, seat: int) -> HandView:
    """The view of a seat with the hand of its neighbour."""
    view = hand_view(table, seat)
    hand = table.running.view((seat + 1) % len(table.chairs)).hand
    return replace(view, view=replace(view.view, hand=hand))


def test_a_private_board_that_knows_too_much_is_caught() -> None:
    assert any(
        owned(own_twin(table, seat, rng), seat, an_open_book) != owned(table, seat, an_open_book)
        for table, rng in states(44)
        for seat in table.people
    )


def what_was_sealed(table: Table, page: int) -> TableView:
    """The public view with sealed answers as if they were given."""
    view = table.running.view(None)
    view.leg.stayed += tuple(table.sealed)
    return replace(table_view(table, page), view=view)


def test_a_leaked_sealed_answer_is_caught() -> None:
    see, compared = what_was_sealed, 0
    for table, rng in chain(*map(states, (41, 42, 43))):
        later = [seat for seat in to_speak(table) if seat not in table.running.waiting]
        if later:
            execute(table, "seal", later[0], "stay")
            assert painted(twin(table, rng)) == painted(table)
            assert painted(twin(table, rng), see) != painted(table, see)
            compared += 1
    assert compared


# --- pictures ------------------------------------------------------------------------------


def picture(table: Table) -> Scene:
    return scene(table_view(table))


def told(shown: Scene) -> list[str]:
    return [describe(shown, catalogue(language)) for language in LANGUAGES]


def test_pictures_do_not_depend_on_hidden_state() -> None:
    for index, (table, rng) in enumerate(states(70)):
        one, other = picture(table), picture(twin(table, rng))
        assert (one, one.name, told(one)) == (other, other.name, told(other))
        if index < PAINTED:
            assert one.paint() == other.paint()


def true_points(table: Table) -> Scene:
    """The picture with the true points of each seat."""
    plain = picture(table)
    seats = [
        replace(seat, progress=sum(POINTS[it] for it in table.running.view(number).treasures))
        for number, seat in enumerate(plain.seats)
    ]
    return replace(plain, seats=tuple(seats))


def test_a_line_to_the_goal_that_knows_too_much_is_caught() -> None:
    both = ((true_points(table), true_points(twin(table, rng))) for table, rng in states(73))
    assert any(one.paint() != other.paint() for one, other in both if one != other)


@pytest.mark.long
@pytest.mark.parametrize("number", range(100, 200))
def test_nothing_depends_on_hidden_state_in_many_games(number: int) -> None:
    for table, rng in states(number):
        other = twin(table, rng)
        assert painted(other) == painted(table)
        assert times(other) == times(table)


@pytest.mark.long
@pytest.mark.parametrize("number", range(200, 250))
def test_private_boards_and_pauses_are_alike_in_many_worlds(number: int) -> None:
    assert compare_owned(number) >= STATES
    compare_pauses(number)
