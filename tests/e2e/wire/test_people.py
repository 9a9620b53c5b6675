"""Acts of people reach the bot, and its answers reach them, as on Discord."""

from dataclasses import replace

import pytest

from tests.e2e.wire.people import Act, Answer, Person, at_once
from tests.e2e.wire.plain import ROW, PlainBot
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel

EPHEMERAL = 1 << 6
SAY, PROMISE, SILENCE, UPDATE = 4, 5, 6, 7


# --- answers -------------------------------------------------------------------------------------


async def test_an_answer_in_time_is_shown(run: Answer, bot: PlainBot) -> None:
    told = await bot.answers(run, SAY, content="hello")
    assert told.status == 204
    assert (run.acknowledged, run.kind, run.text) == (True, "message", "hello")
    assert run.after is not None


async def test_an_answer_after_the_time_is_refused(
    discord: Discord, run: Answer, bot: PlainBot
) -> None:
    discord.ack_within = 0.02
    assert (await run.comes()).failed
    assert (await bot.answers(run, SAY, content="hello")).code == 10062
    assert not run.shown


async def test_an_interaction_is_answered_once(run: Answer, bot: PlainBot) -> None:
    await bot.answers(run, SAY, content="hello")
    told = await bot.answers(run, SAY, content="hello again")
    assert (told.status, told.code) == (400, 40060)
    assert run.text == "hello"


async def test_a_token_lives_for_a_while_and_only_once_answered(
    discord: Discord, run: Answer, bot: PlainBot
) -> None:
    assert (await bot.follows(run, content="more")).code == 10015
    await bot.answers(run, SAY, content="hello")
    assert (await bot.follows(run, content="more")).status == 200
    discord.token_life = 0.0
    assert (await bot.follows(run, content="yet more")).code == 50027
    assert run.text == "hello\nmore"


async def test_what_is_private_is_seen_by_one(
    run: Answer, bot: PlainBot, ann: Person, bob: Person
) -> None:
    await bot.answers(run, SAY, content="psst", flags=EPHEMERAL)
    (shown,) = ann.sees
    assert shown.private
    assert run.private
    assert not bob.sees
    path = f"/channels/{shown.channel}/messages/{shown.id}"
    assert (await bot.asks("GET", path)).code == 10008


async def test_what_was_promised_to_all_is_told_to_all(
    run: Answer, bot: PlainBot, bob: Person
) -> None:
    await bot.answers(run, PROMISE)
    assert not run.shown
    await bot.follows(run, content="psst", flags=EPHEMERAL)
    assert [shown.text for shown in bob.sees] == ["psst"]
    await bot.follows(run, content="psst again", flags=EPHEMERAL)
    assert run.text == "psst\npsst again"
    assert len(bob.sees) == 1


async def test_a_click_can_be_made_again(
    bot: PlainBot, channel: Channel, discord: Discord, ann: Person
) -> None:
    await bot.connects()
    await bot.posts(channel, components=[ROW])
    first = await ann.pressing("Go").begin()
    again = await first.act.begin()
    await discord.repeat(first.interaction)
    events = await bot.hears("INTERACTION_CREATE", 3)
    assert [event["id"] for event in events] == [str(it.id) for it in (first, again, first)]
    assert events[0] == events[2]
    assert events[0]["data"] == events[1]["data"]


async def test_a_button_changes_its_message(
    bot: PlainBot, channel: Channel, ann: Person, bob: Person
) -> None:
    await bot.posts(channel, components=[ROW])
    pressed, silent = await ann.pressing("Go").begin(), await bob.pressing("Go").begin()
    await bot.answers(pressed, UPDATE, content="gone", components=[])
    await bot.answers(silent, SILENCE)
    (shown,) = pressed.discord.messages_in(channel)
    assert (pressed.kind, pressed.wordless, shown.text) == ("update", True, "gone")
    assert (silent.kind, silent.shown) == ("deferred_update", ())


# --- people --------------------------------------------------------------------------------------


async def test_a_kept_button_is_pressed_whatever_became_of_it(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person
) -> None:
    await bot.connects()
    await bot.posts(channel, components=[ROW])
    shown = discord.board_in(channel)
    (button,) = shown.buttons
    await discord.removes(shown)
    pressed = await ann.pressing(replace(button, custom_id="another")).begin()
    (event,) = await bot.hears("INTERACTION_CREATE")
    assert event["message"] == shown.payload
    assert event["data"]["custom_id"] == "another"
    assert event["locale"] == "fr"
    assert (await bot.answers(pressed, UPDATE, content="late")).code == 10008


async def test_nobody_presses_what_they_do_not_see(
    run: Answer, bot: PlainBot, ann: Person, bob: Person
) -> None:
    await bot.answers(run, SAY, content="psst", flags=EPHEMERAL, components=[ROW])
    (button,) = run.shown[0].buttons
    assert isinstance(ann.pressing(button), Act)
    with pytest.raises(AssertionError, match="sees no button"):
        bob.pressing("Go")
    with pytest.raises(AssertionError, match="cannot see"):
        bob.pressing(button)


async def test_commands_are_those_that_were_registered(bot: PlainBot, ann: Person) -> None:
    with pytest.raises(AssertionError, match="not registered"):
        ann.running("dance")
    with pytest.raises(AssertionError, match="no option"):
        ann.running(boxes="all")


async def test_interactions_of_many_are_under_way_at_once(
    discord: Discord, bot: PlainBot, ann: Person, bob: Person
) -> None:
    discord.twice = True
    discord.ack_within = 0.05
    await bot.connects()
    answers = await at_once(*[person.running() for person in [ann, bob] * 20])
    assert all(answer.failed for answer in answers)
    events = await bot.hears("INTERACTION_CREATE", 80)
    assert len({event["id"] for event in events}) == 40
