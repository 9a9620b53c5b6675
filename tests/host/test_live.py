"""The page on a running table: the same game as in the channel, and a secret to all others."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import discord
import pytest

from bot.live.commands import COMMANDS, Hello
from bot.live.pages import MAX_OF_SEAT, MAX_SPECTATORS, PING, PONG, LivePage
from bot.live.situation import situation
from bot.tables.play import to_speak
from bot.tables.refusals import Refused
from bot.tables.table import Table
from bot.words import catalogue
from engine.moves import Leave
from players.page.seen import Sight
from players.stay_order import StayOrder
from tests.client.page import Page, link_in
from tests.cogs.tables import cancel
from tests.host.ground import Room, maker, opened
from tests.host.people import Person
from tests.host.scenes import game, now, table_of

SITE: Final = "https://games.example"
SAY: Final = catalogue("en")
BOXES: Final = "all"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Yield a room whose bot has an address on the web."""
    make: Callable[[], discord.Client] = maker(
        tmp_path / "web.db", web=SITE, web_listen=("127.0.0.1", 0)
    )
    async with opened(make) as found:
        yield found


class Open(Page):
    """A page that is open at a table."""

    visit: Any

    async def opens(self, room: Room) -> Open:
        with room.env._bot_scope():
            self.visit = await room.bot.live.open(Hello.model_validate_json(self.hello), self)
        return self

    async def does(self, room: Room, do: str, *values: str, number: str = "") -> str:
        """Carry out a command; return why it was refused, or ""."""
        command = self.command(do, *values, number=number)
        with room.env._bot_scope():
            await self.visit.received(json.dumps(command))
        await room.settle()
        return self.done[command["id"]].get("refused", "")

    async def answers(self, room: Room, number: int = 0) -> str:
        move = self.moves[number]
        return await self.does(room, move["do"], move["value"])


async def link_of(person: Person) -> str:
    """Ask for a link to the seat of this person."""
    hand = await person.presses(action="hand")
    (shown,) = (await person.presses(action="browser", on=hand.shown[0])).shown
    return link_in(shown.payload)


async def page_of(person: Person, **more: Any) -> Open:
    return await Open(await link_of(person), **more).opens(person.room)


async def watching(room: Room, **more: Any) -> Open:
    return await Open(link_in(room.board.payload), **more).opens(room)


async def refusal(room: Room, page: Open) -> str:
    """Open a page that is refused; return the code."""
    with pytest.raises(Refused) as refused:
        await page.opens(room)
    return refused.value.code


def state_of(page: Open, table: Table, seat: int | None) -> dict[str, Any]:
    """Return what a page must show now, made afresh."""
    sight = page.visit.page.sight
    return json.loads(
        json.dumps(
            situation(
                table,
                seat=seat,
                sight=sight,
                plain=page.visit.page.situation.keywords["plain"],
                tips=page.visit.page.situation.keywords["tips"],
                replay_of=lambda _: "",
            )
        )
    )


async def asked(room: Room, *pages: Open, ahead: int = 2) -> list[Open]:
    """Answer on these pages until ``ahead`` passengers are undecided; return theirs, in turn."""
    table = await table_of(room)
    for _ in range(200):
        table = await table_of(room)
        undecided = to_speak(table) if table.stage == "playing" else ()
        if len(undecided) >= ahead and Leave.kind in table.running.offers:
            return [pages[seat] for seat in undecided]
        able = [it for it in pages if it.moves and it.moves[0]["do"] == "slot"]
        if able:
            await able[0].answers(room)
        else:
            await room.passes(10)
    raise AssertionError(table.question)


# --- the same game ---------------------------------------------------------------------------


async def test_a_page_shows_the_hand_and_the_moves_of_its_seat_alone(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    mine, theirs, all_see = await page_of(ann), await page_of(bob), await watching(room)
    (passenger,) = await asked(room, mine, theirs, ahead=1)
    assert passenger.labels == [SAY("move-stay"), SAY("move-leave")]
    table = await table_of(room)
    for seat, page in enumerate((mine, theirs)):
        hand = table.running.view(seat).hand
        names = [page.cards[number] for number in page.frame["seats"][seat]["hand"]]
        assert Counter(names) == Counter(hand)
        others = [it for it in page.frame["seats"] if it["number"] != seat]
        assert not any(it["hand"] or it["won"] for it in others)
    assert not any(it["hand"] for it in all_see.frame["seats"])
    assert [it["held"] for it in all_see.frame["seats"]] == [
        len(table.running.view(seat).hand) for seat in (0, 1)
    ]
    assert not all_see.moves
    assert all_see.facts["names"] == ["Ann", "Bob"]


async def test_a_move_by_page_is_that_of_a_press(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    pages = await page_of(ann), await page_of(bob)
    all_see = await watching(room)
    (page,) = await asked(room, *pages, ahead=1)
    name = (await table_of(room)).id
    before = len(await room.bot.store.log(name))
    assert await page.answers(room) == ""
    entry = (await room.bot.store.log(name))[before]
    assert (entry.seat, entry.action, entry.arguments) == (pages.index(page), "move", "stay")
    assert all_see.told[-1:] == page.told[-1:]
    assert SAY("move-stay") not in page.labels


async def test_a_late_or_impossible_command_is_refused_with_a_sentence(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    say = catalogue("fr")
    pages = [await page_of(it, language="fr") for it in (ann, bob)]
    (page,) = await asked(room, *pages, ahead=1)
    page.facts["moment"] += 1
    assert await page.does(room, "slot", "0") == say("error-moment_passed")
    page.facts["moment"] -= 1
    for wrong in ("slot", "say", "quiet", "until", "never", "dance"):
        assert await page.does(room, wrong, "nonsense")
    assert await page.does(room, "say", "declare can")
    assert await page.answers(room) == ""


async def test_a_command_that_is_sent_again_is_carried_out_once(room: Room) -> None:
    people = [room.join(name) for name in ("Ann", "Bob", "Cid")]
    await game(*people)
    _, page = await asked(room, *[await page_of(it) for it in people])
    number = "0" * 32
    assert await page.does(room, "say", "stay", number=number) == ""
    table, version = (await table_of(room)).id, (await now(room)).stored.version
    room.bot.service.cache.drop(table)
    assert await page.does(room, "say", "stay", number=number) == ""
    assert (await now(room)).stored.version == version


async def test_seals_orders_and_armed_cards_are_given_by_page(room: Room) -> None:
    people = [room.join(name) for name in ("Ann", "Bob", "Cid")]
    await game(*people, boxes=BOXES)
    pages = [await page_of(it) for it in people]
    all_see = await watching(room)
    _, page = await asked(room, *pages)
    seat, seen, done = pages.index(page), len(all_see.texts), {"slot", "hint"}

    async def does(do: str, *values: str) -> Table:
        done.add(do)
        assert await page.does(room, do, *values) == ""
        return await table_of(room)

    assert (await does("say", "leave")).sealed == {seat: "leave"}
    assert SAY("sealed-leave") in page.facts["notes"]
    assert seat not in (await does("say", "nothing")).sealed
    order = StayOrder.parse((await does("until", "4")).stay_orders[seat])
    assert order.until == 4
    order = StayOrder.parse((await does("unless", "cards=2")).stay_orders[seat])
    assert order.cards == 2
    order = StayOrder.parse((await does("as_captain", "turbos=1")).stay_orders[seat])
    assert (order.until, order.cards, order.turbos) == (4, 2, 1)
    await does("as_captain")
    assert seat not in (await does("until", "off")).stay_orders
    groups = {group["do"]: group["choices"] for group in page.facts["orders"]}
    kind = groups["never"][0][0]
    assert (await does("never", kind)).never[seat] == [kind]
    for value, words, _ in groups.get("arm", [])[:1]:
        (armed,) = (await does("arm", value)).armed[seat]
        assert armed, words
    assert not (await does("arm")).armed[seat]
    assert seat in (await does("quiet", "on")).quiet
    assert seat not in (await does("quiet", "off")).quiet
    assert seat in (await does("always", "on")).always
    assert seat not in (await does("always", "off")).always
    assert all_see.texts[seen:] == []  # all of it is between the seat and the bot
    assert seat in (await does("think")).asks
    await does("back")
    assert done == COMMANDS


async def test_a_hint_is_given_where_the_table_gives_hints(room: Room) -> None:
    people = [room.join(name) for name in ("Ann", "Bob")]
    for setting, gives in (("hints=off", False), ("hints=on", True)):
        await game(*people, setting=setting)
        (page,) = await asked(room, *[await page_of(it) for it in people], ahead=1)
        refused = await page.does(room, "hint")
        told = [*page.done.values()][-1]
        assert (refused, "hint" in told) == ("" if gives else SAY("error-no_hints"), gives)
        await cancel(people[0])


# --- readers --------------------------------------------------------------------------------


async def test_a_link_is_for_one_browser_and_void_when_asked_again(room: Room) -> None:
    ann = room.join("Ann")
    await game(ann, room.join("Bob"))
    first = await page_of(ann)
    assert await refusal(room, Open(first.link)) == "link_taken"
    again = await Open(first.link, browser=first.browser).opens(room)
    assert again.frame == first.frame
    second = await page_of(ann)
    assert first.ended == again.ended == 1
    assert first.refused == SAY("error-link_unknown")
    assert await refusal(room, Open(first.link, browser=first.browser)) == "link_unknown"
    assert not second.ended


@pytest.mark.parametrize("guesses", [300, pytest.param(10_000, marks=pytest.mark.long)])
async def test_guessed_links_open_nothing(room: Room, guesses: int) -> None:
    ann = room.join("Ann")
    await game(ann, room.join("Bob"))
    seat, watch = await link_of(ann), link_in(room.board.payload)
    table, _, code = watch.partition(".")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    rng = Random(1)

    def near(text: str) -> str:
        at = rng.randrange(len(text))
        return text[:at] + rng.choice(letters.replace(text[at], "")) + text[at + 1 :]

    for number in range(guesses):
        guess = near(seat) if number % 2 else f"{table}.{near(code)}"
        assert await refusal(room, Open(guess)) == "link_unknown"
    for wrong in ("", "x" * 60, f"{table}.", f"{table}.{seat}", f"0000000.{code}"):
        assert await refusal(room, Open(wrong)) == "link_unknown"
    await Open(seat).opens(room)


async def test_spectators_do_nothing(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    page, version = await watching(room), (await now(room)).stored.version
    for do in sorted(COMMANDS):
        assert await page.does(room, do, "stay") == SAY("error-not_seated")
    assert (await now(room)).stored.version == version


async def test_so_many_pages_and_no_more(room: Room) -> None:
    ann = room.join("Ann")
    await game(ann, room.join("Bob"))
    first = await page_of(ann)
    pages = [await Open(first.link, browser=first.browser).opens(room) for _ in range(3)]
    assert len(pages) + 1 == MAX_OF_SEAT
    assert await refusal(room, Open(first.link, browser=first.browser)) == "too_many_pages"
    pages[0].visit.close()
    await Open(first.link, browser=first.browser).opens(room)
    watch = [await watching(room) for _ in range(MAX_SPECTATORS)]
    assert await refusal(room, Open(watch[0].link)) == "too_many_pages"


async def test_who_gives_the_seat_up_loses_the_page(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob, room.join("Cid"))
    page, all_see = await page_of(bob), await watching(room)
    asked = await bob.runs("concede")
    await bob.presses(action="concede_now", on=asked.shown[0])
    assert (page.ended, page.refused) == (1, SAY("error-not_seated"))
    assert not all_see.ended
    assert all_see.facts["names"][1] != "Bob"
    assert await refusal(room, Open(page.link, browser=page.browser)) == "not_seated"


async def test_a_page_closes_with_its_game_and_says_where_the_replay_is(room: Room) -> None:
    ann = room.join("Ann")
    await game(ann, room.join("Bob"))
    page = await page_of(ann)
    await cancel(ann)
    table = (await table_of(room)).id
    assert (page.facts["stage"], page.facts["question"]) == ("cancelled", None)
    assert page.facts["replay"] == f"{SITE}/replay/{table}"
    assert len(page.facts["scores"]) == 2
    assert await refusal(room, Open(page.link, browser=page.browser)) == "link_over"


async def test_a_page_is_right_again_after_a_restart(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    page = await page_of(ann)
    await room.restart()
    again = await Open(page.link, browser=page.browser).opens(room)
    assert again.frame == page.frame
    assert _lasting(again.facts) == _lasting(page.facts)


def _lasting(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if key not in ("clock", "until")}


async def test_a_stop_ends_pages_instead_of_refusing_their_commands(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    page = await page_of(bob)
    room.bot.leaving = True
    await page.visit.received(json.dumps(page.command("say", "stay")))
    assert (page.ended, page.done) == (1, {})
    room.bot.leaving = False


async def test_pings_are_answered_and_nonsense_ends_the_page(room: Room) -> None:
    ann = room.join("Ann")
    await game(ann, room.join("Bob"))
    page = await page_of(ann)
    await page.visit.received(PING)
    assert page.texts[-1] == PONG
    for number, text in enumerate(("", "{", "[]", '{"id": 1}', '{"do": "say"}'), 1):
        await page.visit.received(text)
        assert page.ended == number


async def test_pages_end_where_another_process_owns_or_changes_the_table(room: Room) -> None:
    ann = room.join("Ann")
    await game(ann, room.join("Bob"))
    first, state = await page_of(ann), await now(room)
    room.bot.live.table_stored(state.table, state.stored.version + 2, ())
    assert (first.ended, first.refused) == (1, "")  # its browser opens it again
    second = await Open(first.link, browser=first.browser).opens(room)
    guilds: list[int] = []
    room.bot.live.keep(lambda guild: bool(guilds.append(guild)))
    assert (second.ended, guilds) == (1, [state.table.guild])


async def test_a_page_that_cannot_be_shown_ends_and_stops_no_move(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [room.join(name) for name in ("Ann", "Bob")]
    await game(*people)
    page, _ = pages = [await page_of(it) for it in people]

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    (asked_one,) = await asked(room, *pages, ahead=1)
    version = (await now(room)).stored.version
    monkeypatch.setattr(LivePage, "follow", fails)
    assert await asked_one.answers(room) == ""
    assert (await now(room)).stored.version > version
    assert page.ended
    assert sum("ZeroDivisionError" in error for error in room.forgive()) == 2


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.long)])
async def test_pages_and_channel_agree_after_every_move_of_a_game(room: Room, seed: int) -> None:
    rng = Random(f"live {seed}")
    people = [room.join(name) for name in ("Ann", "Bob", "Cid")]
    boxes = ("", BOXES, "little_help")[seed]
    await game(*people, goal=25, **({"boxes": boxes} if boxes else {}))
    pages = [await page_of(person) for person in people]
    all_see = await watching(room)
    for _ in range(2000):
        table = await table_of(room)
        if table.stage != "playing":
            break
        for seat, page in [*enumerate(pages), (None, all_see)]:
            assert page.facts == {**page.facts, **state_of(page, table, seat)}
            assert page.frame == {**page.frame, **_frame(page)}
            assert not page.ended
        able = [page for page in pages if page.moves and page.moves[0]["do"] == "slot"]
        if not able:
            await room.passes(5)
            continue
        page = rng.choice(able)
        await page.answers(room, rng.randrange(len(page.moves)))
    assert (await table_of(room)).stage == "over"
    for page in (*pages, all_see):
        assert len(page.facts["scores"]) == 3


def _frame(page: Open) -> dict[str, Any]:
    sight: Sight = page.visit.page.sight
    return {
        name: value for name, value in sight.frame().items() if name not in ("said", "by", "down")
    }
