"""A first flight, and tips: in private, each once, for players who want them."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from simcord.enums import ChannelType

from bot.discord.rate_limit import OPENINGS
from bot.store.data import Tips
from players.roster import EASY
from players.tips import BASE, all_tips
from players.words import Voice, catalogue
from tests.client.messages import Button, Shown
from tests.client.offers import Click, in_private
from tests.cogs.tables import gathered, joined, playing
from tests.host.driver import dealt
from tests.host.ground import Room, maker, opened
from tests.host.people import Answer, Person
from tests.host.scenes import forbid, game, lobby, said, table_of, tells
from tests.rules.builder import table


def tip_on(shown: Shown, person: Person) -> str:
    """Return the key of the tip on a page, or "", after checking that there is at most one."""
    voice, lines = Voice(catalogue(person.locale), str), shown.text.splitlines()
    views = [table(2).game.view(0), table(2, variant="beginner").game.view(0)]
    found = {key for key in all_tips() for it in views if f"🎓 {voice.tip(key, it)}" in lines}
    assert len(found) <= 1
    return "".join(found)


def actions(shown: Shown) -> list[str]:
    return [button.custom_id.split(":", 4)[4].strip(":") for button in shown.buttons]


async def learns(person: Person, seed: int = 4) -> Answer:
    """Begin a first flight with this deal."""
    with dealt(person.room, seed):
        return await person.runs("learn")


def answers(hand: Shown) -> list[Click]:
    """Return the answers on a hand, except undo."""
    return [it for it in in_private(hand) if not it[0].custom_id.endswith(":nothing")]


async def kept(room: Room, person: Person) -> Tips:
    await room.settle()
    return await room.bot.store.people.tips(person.id)


async def fly(room: Room, person: Person, seed: int = 0, until: int = 1000) -> list[str]:
    """Play by the private hand for at most ``until`` clicks; return the tip at each."""
    rng, seen, stay = Random(seed), [tip_on(person.private, person)], said(person, "move-stay")
    for _ in range(until):
        offered, possible = answers(person.private), actions(person.private)
        if not offered or "say:nothing" in possible:
            if "orders" not in possible:
                return seen  # it is over
            await room.passes(1.0)
        else:
            # a passenger who stays sees more of the game
            staying = [it for it in offered if isinstance(it[0], Button) and it[0].label == stay]
            chosen = staying if staying and rng.random() < 0.6 else offered
            await person.does(person.clicking(*rng.choice(chosen)))
        seen.append(tip_on(person.private, person))
    return seen


def without_repeats(tips: list[str]) -> list[str]:
    """Return the tips in order, those on successive pages once."""
    return [it for n, it in enumerate(tips) if it and tips[n - 1 : n] != [it]]


# --- a first flight ------------------------------------------------------------------------


@pytest.mark.parametrize(("locale", "seed"), [("en-US", 0), ("fr", 1)])
async def test_learn_begins_at_once_and_answers_with_the_hand_and_a_tip(
    room: Room, locale: str, seed: int
) -> None:
    ann = room.join("Ann", locale=locale)
    answer = await learns(ann, seed)
    made = await table_of(room)
    assert (made.stage, made.options.goal, made.pace) == ("playing", 16, "none")
    assert not made.options.power_cards
    assert made.is_first_flight
    assert [chair.computer for chair in made.chairs] == ["", EASY, EASY]
    assert made.people == {0: ann.id}
    assert tells(answer, ann, "learn-begun")
    assert tells(answer, ann, "hand-title")
    assert answers(answer.shown[-1])  # nothing has to be clicked before the first decision
    assert tip_on(answer.shown[-1], ann) in BASE
    assert await kept(room, ann) == Tips("on")
    first = tip_on(ann.private, ann)
    await ann.does(ann.clicking(*answers(ann.private)[0]))
    assert await kept(room, ann) == Tips("on", frozenset({first}))


async def test_the_welcome_stays_until_the_first_decision(room: Room) -> None:
    ann = room.join("Ann")
    await learns(ann)
    await room.passes(5.0)
    assert said(ann, "learn-begun") in ann.private.text
    await ann.does(ann.clicking(*answers(ann.private)[0]))
    assert said(ann, "learn-begun") not in ann.private.text


async def test_learn_takes_the_place_of_a_lobby_without_other_people(room: Room) -> None:
    ann = room.join("Ann")
    await lobby(ann, computers=3)
    waiting = await table_of(room)
    with dealt(room, 4):
        answer = await ann.presses("First Flight", on=room.board)
    assert tells(answer, ann, "learn-begun")
    made = await table_of(room)
    assert made.is_first_flight
    assert made.id != waiting.id
    assert (await room.bot.service.look(waiting.id, room.guild.id)).table.stage == "cancelled"
    assert not room.channel.threads


async def test_learn_leaves_a_lobby_in_which_others_wait(room: Room) -> None:
    ann, bob = joined(room)
    await lobby(ann, bob)
    await ann.presses("First Flight", on=room.board)
    assert len(room.channel.threads) == 1
    assert bob.mention in room.board.text


async def test_learn_that_is_refused_leaves_the_lobby(room: Room) -> None:
    ann = room.join("Ann")
    await lobby(ann)
    with room.env._bot_scope():
        for _ in range(OPENINGS):
            room.bot.openings.take(ann.id)
    refused = await ann.presses("First Flight", on=room.board)
    assert said(ann, "error-too_many_openings", most=OPENINGS, when="")[:20] in refused.text
    assert (await table_of(room)).stage == "lobby"


async def test_learn_beside_an_open_table_opens_a_private_thread(room: Room) -> None:
    ann, bob = joined(room)
    await lobby(ann)
    before = room.board.text
    answer = await bob.presses("First Flight", on=room.board)
    (thread,) = room.channel.threads
    channel = room.env.backend.channels[thread.id]
    assert channel.type == ChannelType.PRIVATE_THREAD
    assert bob.id in channel.thread_members
    assert ann.id not in channel.thread_members
    assert room.board.text == before
    assert bob.mention in room.board_in(thread).text
    assert tells(answer, bob, "learn-begun")
    assert f"/{thread.id}/" in answer.text
    assert answers(answer.shown[-1])


async def test_learn_falls_back_to_a_public_thread(room: Room) -> None:
    ann, bob = joined(room)
    await lobby(bob)
    forbid(room, room.channel, "create_private_threads")
    answer = await ann.presses(action="learn", on=room.board)
    (thread,) = room.channel.threads
    assert room.env.backend.channels[thread.id].type == ChannelType.PUBLIC_THREAD
    assert tells(answer, ann, "learn-begun")


async def test_learn_without_thread_permission_says_where_to_go(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await lobby(bob)
    forbid(room, room.channel, "create_private_threads", "create_public_threads")
    answer = await ann.presses(action="learn", on=room.board)
    assert tells(answer, ann, "error-learn_elsewhere")
    assert not room.channel.threads
    assert len(room.messages) == 1


async def test_learn_in_a_thread_with_a_table_says_where_to_go(room: Room) -> None:
    ann, bob = joined(room)
    await bob.runs("new", thread=True)
    (ann.channel,) = room.channel.threads
    assert tells(await ann.runs("learn"), ann, "error-learn_elsewhere")


async def test_learn_needs_permission_to_post(room: Room) -> None:
    ann = room.join("Ann")
    forbid(room, room.channel, "send_messages")
    lacks = said(ann, "permission-send_messages")
    assert tells(await ann.runs("learn"), ann, "error-lacks_permissions", names=lacks)
    assert await room.bot.store.last_table_in(room.channel.id) is None


async def test_learn_delivered_twice_begins_one_game(room: Room) -> None:
    ann = room.join("Ann")
    act = ann.running("learn")
    with dealt(room, 4):
        await room.at_once(act, act)
    assert len(await room.bot.store.open_tables_of(ann.id, room.guild.id)) == 1
    assert len(room.messages) == 3
    assert (await table_of(room)).stage == "playing"


# --- a whole one, and the next -------------------------------------------------------------


async def test_a_whole_first_flight_brings_each_tip_once_and_offers_the_next(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await learns(ann)
    tips = without_repeats(await fly(room, ann))
    assert len(set(tips)) == len(tips)
    assert set(tips) <= {*BASE}
    assert len(tips) >= 6, tips
    assert (await kept(room, ann)).given >= {*tips[:-1]}
    assert (await table_of(room)).stage == "over"
    assert {"learn:power_cards", "new", "rules"} <= {*actions(room.board)}
    await ann.presses(action="learn:power_cards", on=room.board)
    made = await table_of(room)
    assert (made.stage, made.options.variant, made.pace) == ("playing", "standard", "none")
    assert made.options.power_cards
    assert [chair.computer for chair in made.chairs] == ["", EASY, EASY]
    assert said(ann, "learn-cards") in ann.private.text


async def test_a_first_flight_can_be_played_again(room: Room) -> None:
    ann = room.join("Ann")
    await learns(ann)
    await fly(room, ann)
    await ann.presses(action="rematch", on=room.board)
    made = await table_of(room)
    assert (made.stage, made.options.goal, made.pace) == ("lobby", 16, "none")
    assert not made.options.power_cards
    assert [chair.computer for chair in made.chairs] == ["", EASY, EASY]


async def test_after_a_first_flight_a_table_for_friends_is_one_press_away(room: Room) -> None:
    ann = room.join("Ann")
    await learns(ann)
    await fly(room, ann)
    await ann.presses("Table with Friends", on=room.board)
    made = await table_of(room)
    assert (made.stage, made.people, len(made.chairs)) == ("lobby", {0: ann.id}, 1)


async def test_a_restart_in_the_middle_repeats_no_tip_and_loses_no_game(room: Room) -> None:
    ann = room.join("Ann")
    await learns(ann)
    before = await fly(room, ann, until=6)
    old = answers(ann.private)
    await room.restart()
    assert old
    await ann.does(ann.clicking(*old[0]))
    after = [tip_on(ann.private, ann), *await fly(room, ann, 1, until=8)]
    tips = without_repeats(before)[:-1] + without_repeats(after)
    assert len(set(tips)) == len(tips)
    assert any(after)
    assert (await kept(room, ann)).given >= {*tips[:-1]}


# --- tips for those who want them ----------------------------------------------------------


async def test_tips_can_be_turned_off_and_on_again(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    await learns(ann)
    first = tip_on(ann.private, ann)
    assert first
    await ann.presses("Arrêter les astuces", on=ann.private)
    assert said(ann, "tips-off") in ann.private.text
    assert tip_on(ann.private, ann) == ""
    assert "tips:off" not in actions(ann.private)
    assert await kept(room, ann) == Tips("off", frozenset({first}))
    await ann.presses(action="orders", on=ann.private)
    await ann.presses(action="tips:on", on=ann.private)
    assert tip_on(ann.private, ann) not in ("", first)
    assert (await kept(room, ann)).wanted


async def test_the_command_does_what_the_buttons_do(room: Room) -> None:
    ann = room.join("Ann")
    assert tells(await ann.runs("tips"), ann, "tips-on")
    assert (await kept(room, ann)).wanted
    assert tells(await ann.runs("tips", tips=False), ann, "tips-off")
    assert await kept(room, ann) == Tips("off")


async def test_the_captains_card_has_a_tip(room: Room) -> None:
    ann, _ = await playing(room, table(2, dice="fog fog", hands={0: "compass turbo"}))
    await ann.runs("tips")
    card = (await ann.presses(action="answer", on=room.board)).shown[-1]
    assert tip_on(card, ann) == "captain"
    assert "tips:off" not in actions(card)  # it is among the orders
    assert "tips:off" in actions((await ann.presses(action="orders", on=card)).shown[-1])


# --- new players are asked, once -----------------------------------------------------------


async def test_a_new_player_is_offered_tips_once(room: Room) -> None:
    ann, bob = joined(room)
    await ann.runs("new")
    answer = await bob.presses(action="join")
    assert said(bob, "tips-offer") in bob.private.text
    assert bob.mention in room.board.text
    assert answer.kind == "update"  # the board went along, as always
    await room.passes(10.0)
    await bob.presses(action="join")
    assert bob.mention not in room.board.text
    await room.passes(10.0)
    assert (await bob.presses(action="join")).quiet
    assert await kept(room, bob) == Tips()


async def test_the_offer_is_also_made_by_the_command_and_gives_tips_in_this_game(
    room: Room,
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new")
    answer = await bob.runs("join")
    assert tells(answer, bob, "done")
    assert tells(answer, bob, "tips-offer")
    await bob.presses("Teach Me As We Play")
    assert said(bob, "tips-on") in bob.private.text
    await ann.presses(action="start")
    await bob.presses(action="hand", on=room.board)
    assert tip_on(bob.private, bob)


async def test_an_experienced_player_is_offered_no_tips(room: Room) -> None:
    ann, bob = await gathered(room)
    room.bot.tips._asked.clear()
    ann.channel = bob.channel = room.add_channel("second")
    await ann.runs("new")
    before = len([shown for shown in bob.sees if shown.private])
    await bob.presses(action="join")
    assert len([shown for shown in bob.sees if shown.private]) == before


async def test_a_deleted_user_is_new_again(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("tips")
    await ann.runs("privacy", what="delete")
    assert await kept(room, ann) == Tips()
    assert not room.bot.tips.wanted(ann.id)


# --- others cannot tell --------------------------------------------------------------------

LONG_NUMBER = re.compile(r"\d{10,}|\b[0-9a-f]{10,}\b|celestia:\w+|scene-\w+")


async def seen_by_all(folder: Path, wish: str) -> list[str]:
    """Return all that others see of a game with or without tips."""
    async with opened(maker(folder / f"{wish}.db")) as room:
        ann = room.join("Ann")
        with room.env._bot_scope():
            await room.bot.tips.wish(ann.id, wish)
        with dealt(room, 9):
            await game(ann, computers=2, pace="none", boxes="all")
            await ann.presses(action="hand", on=room.board)
            tips = await fly(room, ann, until=16)
        assert any(tips) is (wish == "on")
        return [LONG_NUMBER.sub("#", json.dumps(it, sort_keys=True)) for it in room.public]


async def test_tips_are_invisible_to_others(tmp_path: Path) -> None:
    taught, alone = [await seen_by_all(tmp_path, wish) for wish in ("on", "off")]
    assert taught == alone


async def test_tips_are_not_logged(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    ann = room.join("Ann")
    caplog.set_level("DEBUG", "bot")
    await ann.runs("learn")
    await fly(room, ann, until=5)
    logged = [it.getMessage() for it in caplog.records if it.name.startswith(("bot", "cogs"))]
    assert [line for line in logged if "tip" in line.lower()] == []


async def test_first_flights_take_no_places_of_other_tables(room: Room) -> None:
    room.bot.settings = room.bot.settings.model_copy(update={"tables_per_server": 1})
    await learns(room.join("Ann"))
    bob = room.join("Bob")
    bob.channel = room.add_channel("elsewhere")
    await bob.runs("new")
    assert bob.mention in room.board_in(bob.channel).text
    carl = room.join("Carl")
    carl.channel = room.add_channel("a third")
    assert tells(await carl.runs("new"), carl, "error-too_many_tables", most=1)
