"""How much the bot stands: ``make load``, or ``python -m bench.load [parts] [options]``.

The wire's Discord (`tests.e2e.wire`) and the players run in this process, the unmodified bot in
one of its own, and beside it bots that do nothing but acknowledge (`nodding`): what discord.py
alone can do on this machine, in the same minute. They take turns of a few seconds, since machines
are noisy; what counts is the ratio. With two cores or more, the bots have one for themselves.

Players make real moves. Games are played at random for a hundred lines of log and then stored, and
a copy of each is played on to know which clicks come next (`clicks`): on the board (roll, stay,
pass), on the private hand (everything else), looks at the hand, answers sealed before their turn,
buttons of a moment that is over. So every click is good when it comes, the bot does for it what it
does for people, and at the end there must be as many new versions in the database as clicks that
change something. The bots that acknowledge get the same clicks at the same tables, but their
boards never change, so that everybody presses a button that has always been there.

*mini* is a bot that for each click makes one commit and one answer with a board of the same size:
``cost`` has it take turns with ours where Discord has no limits and every board is painted, and
counts the clicks for each second of a core. ``boards`` looks at the channels as people do: each
click was played beforehand, so it is known what the board has to say after it, and how late that
is there, while Discord takes fifty requests a second by the bot's token and no more.

What differs from how people run the bot: requests are not judged by Discord's document, clicks of
one user may follow each other as fast as they like (`WIRE_BURST`), and nobody else's requests are
on the line.
"""
