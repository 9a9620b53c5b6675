"""Every number of Discord's that we must keep to, and our own that follow from them.

Whatever is sent is measured against these, in tests over every language: a single description
that is too long makes Discord refuse the whole tree of commands.
"""

from typing import Final

# Components

CUSTOM_ID: Final = 100
"""Characters of a custom_id, and there must be one at least."""
ROW_BUTTONS: Final = 5
"""Buttons in one row; a select takes a row of its own."""
LAYOUT_COMPONENTS: Final = 40
"""Components in a LayoutView, those inside of others counted too."""
LAYOUT_TEXT: Final = 4000
"""Characters of all texts of a LayoutView together."""
BUTTON_LABEL: Final = 80
"""Characters on a button."""
SELECT_OPTIONS: Final = 25
"""Options of a select."""
OPTION_LABEL: Final = 100
"""Characters of the label of an option."""
OPTION_DESCRIPTION: Final = 100
"""Characters of the small print under an option."""
OPTION_VALUE: Final = 100
"""Characters of what an option stands for."""

# Error codes

UNKNOWN_CHANNEL: Final = 10003
"""The channel or thread is gone."""
UNKNOWN_MESSAGE: Final = 10008
"""Somebody has deleted the message."""
UNKNOWN_INTERACTION: Final = 10062
"""It came too late, or was answered by another process."""
TOO_MANY_OLD_EDITS: Final = 30046
"""A message older than an hour takes no more edits for a while."""
ALREADY_ACKNOWLEDGED: Final = 40060
"""The interaction has an answer, though we may not have heard so."""
MISSING_ACCESS: Final = 50001
"""The bot may not see the channel."""
MISSING_PERMISSIONS: Final = 50013
"""The bot may not do this there."""
INVALID_TOKEN: Final = 50027
"""The token of an interaction lives for 15 minutes."""
ARCHIVED: Final = 50083
"""The thread is archived; a new message wakes it, unless it is locked."""
AUTHENTICATION_FAILED: Final = 4004
"""The gateway closes with it: the bot's token is wrong."""
BAD_INTENTS: Final = (4013, 4014)
"""The gateway closes with these."""

# Messages and threads

CONTENT: Final = 2000
"""Characters of the content of a message without a LayoutView."""
THREAD_NAME: Final = 100
"""Characters of the name of a thread."""
NONCE: Final = 25
"""Characters of the mark by which Discord knows a message that is sent a second time."""

# Commands

COMMAND_DESCRIPTION: Final = 100
"""Characters of the description of a command, a subcommand or an option, in each language."""
SUBCOMMANDS: Final = 25
"""Subcommands of a command, and options of a subcommand."""
COMMAND_TOTAL: Final = 8000
"""Characters of a command with its subcommands and options: names, descriptions and values."""
CHOICES: Final = 25
"""Choices of an option, whether fixed or offered while typing."""
CHOICE_NAME: Final = 100
"""Characters of the name of a choice, in each language."""

# Time, in seconds

ACKNOWLEDGE_WITHIN: Final = 3.0
"""After this an interaction that got no answer is lost."""
TOKEN_LIFE: Final = 15 * 60.0
"""How long an interaction can be answered again, and its private messages be edited."""
ANSWER_WITHIN: Final = 1.5
"""Our own: a click that is not ready to be answered by now is deferred."""
CALL_TIMEOUT: Final = 2.5
"""Our own: a first answer that hangs is given up, for after three seconds it is worth nothing."""
NONCE_KNOWN: Final = 5 * 60.0
"""So long a message that is sent again with the same nonce is taken for the same one."""
EDIT_TIMEOUT: Final = 10.0
"""Our own: the same for an edit or a new message, which can be tried again."""
LONGEST_WAIT: Final = 30.0
"""For longer than this discord.py does not wait until Discord takes more; it accepts no less."""
REFUSALS_COUNTED_FOR: Final = 600.0
"""Seconds."""
REFUSALS: Final = 4000
"""Our own: so many in that time. After 10,000 Discord takes no more from the whole machine."""
REFUSALS_IN_A_ROW: Final = 30
"""Our own: so many that speak of no one place are no chance."""
SHUT_OUT: Final = 60.0
"""Our own: for so long nothing is asked after those, or after Cloudflare has refused something."""
BOARDS: Final = 40
"""Our own: so many boards a second. Discord takes fifty requests from a bot, and the others are for
whatever else there is; answers to clicks are not counted."""
EDIT_EVERY: Final = 1.0
"""Our own: the least time between two edits of one board; a channel allows some five in five."""
