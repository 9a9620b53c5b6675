"""A Discord on loopback, with the unmodified bot on it as a process of its own.

    async def test_a_move_outlives_the_bot(wire: Wire) -> None:
        ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
        players = await begin(ann, bob, boxes="little_help")       # tests.e2e.wire.playing
        await players.play(until=lambda: len(players.answers) > 20)
        await wire.bot.kill()
        with wire.discord.acknowledged_within(0.2):
            assert (await ann.presses(action="hand")).failed
        await wire.bot.start()
        await players.play()

Time is real here, and everything that can race does. So tests wait for events and never for
seconds, and assert nothing about seconds: a machine may be busy. Clicks are therefore given up
late, unless a test says otherwise (`acknowledged_within`).

The fixture `wire` (tests/e2e/conftest.py) ends with all complaints as one failure: requests that
Discord would refuse, errors and tracebacks in the bot's log (`wire.forgive(pattern, ...)` allows
those that a test expects), faults of the fake itself. `async with wired(folder, edit_every="1",
...)` makes a wire with other settings, or without a running bot (``started=False``); `shared` is
one for all tests of a file. `sharded` is a Discord with several shards and several processes.

- `wire.Wire`: a guild, a channel, the bot, and people who `join`.
- `process.BotProcess`: starts, kills, stops, suspends it, and sets its clock. It is forked from a
  server that has imported the bot (`tests.forkserver`), or else started by `exec`.
- `people.Person`: sees and does what every `tests.client.people.Person` does. An `Act` is begun
  now and answered later; an `Answer` can be waited for, and its act repeated.
- `playing.Players`: people who click at random; `regulars.Regulars` play game after game, even
  while the bot is killed, and keep a `journal.Journal`, with which an `Audit` compares a database.
- `trials.Trial`: regulars who play while the bot is killed (`killing`), or processes of it are
  killed, stopped and stalled (`striking`).
- `server.Discord`: what was requested, waiting (`until`, `settled`), `fault`s, and all that happens
  in guilds. `files.Files` and `emojis.Emojis` switch what Discord does not document.
- `gateway.Gateway`: breaks connections and loses sessions.
- `flying.boarding` opens a table at which one click decides; `faulty.failing` lets a kind of
  request fail, and looks at what the log says of it; `waiting` is about time.

Known differences from Discord: without a `pause`, an IDENTIFY sooner than five seconds after the
last one is let in; a client without heartbeats is not disconnected; invalid requests bar no client;
30046 only comes as a fault; unless `limited`, there are no rate limits.
"""

from tests.e2e.wire.people import Act, Answer, Person, at_once
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.server import Discord
from tests.e2e.wire.wire import Wire, wired

__all__ = ["Act", "Answer", "BotProcess", "Discord", "Person", "Wire", "at_once", "wired"]
