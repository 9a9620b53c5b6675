"""The load that the bot takes: ``make load``, or ``python -m bench.load [parts] [options]``.

The wire's Discord (`tests.e2e.wire`) and the players run in this process, the unmodified bot in
another one, and beside it bots that only acknowledge clicks (`yardsticks`): the limit of
discord.py on this machine, in the same minute. They take turns of a few seconds, since machines
are noisy; the ratio counts. With two cores or more, the bots have one for themselves.

Players make real moves. Games are played at random for a hundred lines of log and then stored, and
a copy of each is played on to know the next clicks (`clicks`): on the board (roll, stay, pass), on
the private hand (everything else), looks at the hand, answers sealed before their turn, buttons of
a past moment. So every click is valid when it comes, and at the end there must be as many new
versions in the database as clicks that change something. The yardsticks get the same clicks at the
same tables, but their boards never change, so everybody presses a button that has always been
there.

``cost`` lets *mini* take turns with the bot where Discord has no limits and every board is
delivered, and counts the clicks for each second of a core. ``boards`` looks at the channels as
people do: each click was played beforehand, so the board after it is known, and so is how late it
comes, while Discord takes fifty requests a second by the bot's token.

Differences from real use: requests are not checked against Discord's document, clicks of one user
may follow each other without a limit (`WIRE_BURST`), and the line carries no other requests.
"""
