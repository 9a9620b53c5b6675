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

Time is real here: nothing is skipped or virtual, and everything that can race does. So tests wait
for events and never for seconds, and assert nothing about seconds: a machine may be busy. Clicks
are therefore given up late, unless a test says otherwise (`acknowledged_within`).

The fixture `wire` (tests/e2e/conftest.py) ends with all complaints as one failure: requests that
Discord would refuse, errors and tracebacks in the bot's log (`wire.forgive(pattern, ...)` allows
those that a test expects), faults of the fake itself. `async with wired(folder, edit_every="1",
...)` makes a wire with other settings, or without a running bot (``started=False``).

**Wire**: `discord`, `bot`, `guild`, `channel`; `join(name, locale=, manager=, id=, channel=)` makes
a `Person`; `board`, `messages`, `complaints()`, `forgive(...)`.

**BotProcess** is forked from a server that has imported the bot (`tests.forkserver`), or else
started by `exec`. `start()` waits until Discord has welcomed it, `launch()` does not; `kill()`,
`stop()` (SIGTERM; returns the exit code), `wait()`, `restart()`, `sets_clock(ahead)` and
`sleeps(seconds)` where ``ahead`` was given, `now`, `pid`, `running`, `log`,
`database`; `settings`, `variables`, `burst` and `line` can be changed between two lives.

**Person** sees and does what every `tests.client.people.Person` does. What `running`, `pressing`
and `choosing` make is an `Act` for `at_once(*acts)`, or for `await act.begin()`, which does not
wait. A `Button` that was kept is pressed whatever has become of its message; `dataclasses.replace`
forges one. An **Answer** also has `after` (seconds) and the `act`, to be repeated; `await comes()`
waits until it is acknowledged or given up, `await says()` for its first message, however late.

**Players** (`playing`): `begin(*people, seed=, computers=, **options)` opens a table and deals,
`gather` stops before that; `play(until=, within=)`, `step()`, `rush()` (all at once), `click`,
`look`; `board`, `over`, `answers`.

**Discord**, settings: `ack_within`, `token_life`, `limited` (rate limits; the fixture has them
off), `judged`, `lag` (seconds that some requests are late), `twice` (every interaction is delivered
twice; `repeat(answer.interaction)` does so with one, later). Waiting, without polls: `until(holds,
timeout)`, `settled(quiet)`. Looking: `requests`, `asked(method, path)` (each with `json`, `status`,
`code`, `at`, `took`, `lost`), `violations`, `messages_in`, `board_in`, `threads_in`, `files_of`.
Faults: `fault(method, path, ...)` (see there and `faults`; it has `hits`, `release()` and
`lift()`), `faults.lift()`, `goes_down()`, `comes_back()`. In guilds: `add_guild`, `add_channel`,
`add_thread`; `kicks`, `invites`, `fails`, `recovers` (a guild), `deletes`, `forbids`, `allows` (a
channel or thread), `archives`, `wakes` (a thread), `removes` (a message).

**Undocumented answers**, a switch each: `discord.files` (`in_edits`, `in_answers`: a kept file
that is shown by ``attachment://`` is taken, refused or lost; `answers_keep`, `alone`, `unwelcome`
channels), `discord.allowances.most` (so many answers or webhook requests in so many seconds, then
429; `taken` counts all by the way they come), `discord.emojis` (`refused`; `known`, `images`).
`fault(..., kind=7)` is about answers of that type alone. `discord.traffic.meetings` are requests
that changed one public message at the same time, which a test of order has to be without.

**Discord.gateway**, settings: `shards`, `identifies` (`total`, `max_concurrency`, `pause`: the
seconds between two of one bucket), `heartbeat` (seconds, for connections to come), `acknowledges`,
`resumes`, `refuses` (a close code that answers IDENTIFY), `slams` (one that answers every
connection), `down`, `door` (an event: connections are let in while it is set). Breaking it:
`close(code)`, `reset()`, `dies()` (it only seems to stand), `ask_to_reconnect()` (op 7),
`invalidate(resumable=)` (op 9). Counting: `connections`, `identified`, `resumed`, `turned_away`;
`turns` are all beginnings and ends of sessions, `heard()` the shards of which anybody hears, and
`by(entrance)` those of which one process does that came in by an address of its own
(`discord.entrance()`). A shard may be identified twice: both sessions hear of it. Events of a gap
are told on RESUME, and lost without.

**Several processes** (`sharded`) on one Discord with several shards, with a guild on each: there
they are started, killed, stopped and stalled, and it is known who hears of which shard since when.
`bot.kept` is what a bot keeps, as a connection of sqlite3, be it a file or PostgreSQL (`kept`).

**At hand**: `shared` is a wire for all tests of a file; `flying.boarding(wire)` opens a table there
at which one click decides, `ledger.Ledger` finds what was lost or done twice, and `faulty.failing`
has a kind of request fail, and looks at what the log says of it.

**Regulars** (`regulars`) play one game after the other, even while the bot is killed, and write
down what they click in a `Journal`. A **Killer** (`killing`) kills the bot at one of its `MOMENTS`,
and compares what is stored and what the channels show with that journal.

Known differences from Discord: without a `pause`, an IDENTIFY sooner than five seconds after the
last one is let in; a client without heartbeats is not disconnected; invalid requests bar no client;
30046 only comes as a fault; unless `limited`, there is no limit of fifty requests a second either.
"""

from tests.e2e.wire.people import Act, Answer, Person, at_once
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.server import Discord
from tests.e2e.wire.wire import Wire, wired

__all__ = ["Act", "Answer", "BotProcess", "Discord", "Person", "Wire", "at_once", "wired"]
