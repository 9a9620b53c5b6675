"""People who use the bot: what they read, press, choose and type, wherever the bot runs.

    answer = await ann.runs("new", pace="none")
    answer = await bob.presses(action="join")
    await ann.presses("Start")
    assert bob.private.buttons

`people.Person` is the same for both Discords of the tests. What stands behind it differs:
`tests.host.ground` delivers clicks to a bot in this process (simcord), `tests.e2e.wire.people` to a
bot that is a process of its own. So do `playing.Players`, who click at random until a game is over.

`messages` reads what a message says, `offers` what can be pressed there, `commands` finds a command
by its name, `honest` checks the end of a game.
"""
