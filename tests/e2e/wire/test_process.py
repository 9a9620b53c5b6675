"""A flood of clicks, starts that a kill cuts off, and complaints that fail a test."""

from pathlib import Path

import pytest

from bot.words import catalogue
from tests.e2e.wire import Wire, at_once, wired
from tests.e2e.wire.faulty import posts
from tests.e2e.wire.playing import gather


async def test_a_user_who_clicks_too_often_is_slowed_down(tmp_path: Path) -> None:
    async with wired(tmp_path, burst=None) as wire:
        ann = wire.join("Ann")
        await gather(ann)
        answers = await at_once(*[ann.pressing(action="more") for _ in range(40)])
        told = [answer for answer in answers if catalogue("en")("error-too_fast") in answer.text]
        assert len(told) == 1
        assert all(answer.acknowledged for answer in answers)
        assert 5 < sum(answer.wordless for answer in answers) < 39


async def test_what_the_bot_did_wrong_fails_the_test(wire: Wire) -> None:
    assert wire.complaints() == []
    with wire.bot.log_file.open("a") as log:
        log.write("2026-01-01T00:00:00.000Z ERROR   bot.errors: a click: fault abc\n")
    wire.discord.violations.append("POST /nothing: the document knows no such request")
    assert len(wire.complaints()) == 2
    wire.discord.violations.clear()
    wire.forgive(r"bot\.errors: a click")
    assert wire.complaints() == []


async def test_a_form_that_was_opened_before_a_kill_can_be_sent_after_it(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
    await gather(ann, bob)
    opened = await bob.presses(action="word")
    assert opened.kind == "modal"
    await wire.bot.restart()
    answer = await bob.fills(opened, "embruns")
    assert (answer.kind, answer.private) == ("message", True)
    assert catalogue("fr")("word-added") in answer.text


@pytest.mark.parametrize("posted", [1, 2])
async def test_a_start_that_a_kill_cut_off_finds_its_messages_again(
    wire: Wire, posted: int
) -> None:
    players = await gather(wire.join("Ann"), wire.join("Bob"))
    ann, _ = players.people
    if posted == 2:
        wire.discord.fault("POST", posts(ann))  # nothing goes wrong with the first message
    wire.discord.fault("POST", posts(ann), drop=True, after=True)
    cut_off = await (await ann.presses(action="start")).says()
    assert catalogue("en")("not-begun-slow") in cut_off.text
    await wire.bot.restart()
    begun = await (await ann.presses(action="start")).says()
    assert catalogue("en")("hand-title") in begun.text
    assert len(wire.discord.messages_in(ann.channel)) == 3  # the lobby is the first
