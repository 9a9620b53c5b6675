"""Results on the wire: kept over a kill, shown in private, and shown to everybody on request."""

from bot.words import catalogue
from tests.e2e.wire import Wire, replies
from tests.e2e.wire.playing import begin


async def test_results_outlast_a_kill_and_old_buttons_go_on_working(wire: Wire) -> None:
    ann, zoe = wire.join("Ann"), wire.join("Zoé", locale="fr")
    players = await begin(ann, zoe, seed=3, goal=25)
    await players.play()
    before = await (await ann.runs("stats")).says()
    assert before.private
    assert len(wire.discord.files_of(before)) == 1
    await wire.bot.restart()
    after = await (await ann.runs("stats")).says()
    assert after.pictures == before.pictures
    history = await (await ann.presses(action="history", on=before)).says()
    assert history.private
    assert zoe.mention in history.text
    shown = await (await ann.presses(action="stats_show", on=before)).says()
    assert not shown.private
    assert not shown.pinged
    assert not shown.buttons
    top = await (await zoe.runs("top", period="month")).says()
    assert catalogue("fr")("ladder-base") in top.text
    assert not replies.faults(wire.discord.requests)
