"""Discord's limits and error codes, and limits of the bot that follow from them.

Tests measure all that the bot sends against these, in every language: a single description that is
too long makes Discord refuse the whole tree of commands.
"""

from typing import Final

# Components

CUSTOM_ID: Final = 100
"""Characters of a custom_id, which must not be empty."""
ROW_BUTTONS: Final = 5
"""Buttons in one row; a select takes a row of its own."""
LAYOUT_COMPONENTS: Final = 40
"""Components in a LayoutView, nested ones included."""
LAYOUT_TEXT: Final = 4000
"""Characters of all texts of a LayoutView together."""
ALT_TEXT: Final = 1024
"""Characters of the description of a picture."""
BUTTON_LABEL: Final = 80
"""Characters on a button."""
SELECT_OPTIONS: Final = 25
"""Options of a select."""
FIELD_LABEL: Final = 45
"""Characters above a field of a form."""
FIELD_DESCRIPTION: Final = 100
"""Characters of the description of a field of a form."""
OPTION_LABEL: Final = 100
"""Characters of the label of an option."""
OPTION_DESCRIPTION: Final = 100
"""Characters of the description under an option."""
OPTION_VALUE: Final = 100
"""Characters of the value of an option."""

# Error codes

UNKNOWN_CHANNEL: Final = 10003
"""The channel or thread is gone."""
UNKNOWN_MESSAGE: Final = 10008
"""The message was deleted."""
UNKNOWN_INTERACTION: Final = 10062
"""The answer came too late, or another process has answered."""
TOO_MANY_OLD_EDITS: Final = 30046
"""A message older than an hour takes no further edits for a while."""
ALREADY_ACKNOWLEDGED: Final = 40060
"""The interaction has an answer, perhaps one whose confirmation was lost."""
MISSING_ACCESS: Final = 50001
"""The bot may not see the channel."""
MISSING_PERMISSIONS: Final = 50013
"""The bot may not do this there."""
INVALID_TOKEN: Final = 50027
"""The token of an interaction lives for 15 minutes."""
INVALID_FORM: Final = 50035
"""A part of the message is wrong, such as a file that is not there."""
ARCHIVED: Final = 50083
"""The thread is archived; a new message reopens it, unless it is locked."""
AUTHENTICATION_FAILED: Final = 4004
"""The code with which the gateway closes if the bot's token is wrong."""
TOO_FEW_SHARDS: Final = 4011
"""The code with which the gateway closes once the bot has too many servers for its shards."""
BAD_INTENTS: Final = (4013, 4014)
"""The codes with which the gateway closes if the bot asks for intents that it may not have."""

# Messages and threads

CONTENT: Final = 2000
"""Characters of the content of a message without a LayoutView."""
THREAD_NAME: Final = 100
"""Characters of the name of a thread."""
NONCE: Final = 25
"""Characters of the nonce, by which Discord recognises a message that is sent twice."""

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
"""An interaction without an answer is lost after this."""
TOKEN_LIFE: Final = 15 * 60.0
"""How long an interaction takes further answers, and edits of its private messages."""
TOKEN_KEPT: Final = 14 * 60.0
"""The bot's own: how long it relies on the token of an interaction."""
ANSWER_WITHIN: Final = 1.5
"""The bot's own: a click without an answer by now is deferred."""
BESIDE_AFTER: Final = 1.0
"""The bot's own: when a first answer is unconfirmed by now, a defer is sent beside it."""
ANSWER_TIMEOUT: Final = 10.0
"""The bot's own: it gives up an answer that hangs. An answer that Discord got in time stands, even
if it is confirmed late, and one that is broken off sooner may never arrive."""
NONCE_KNOWN: Final = 5 * 60.0
"""How long Discord takes a message with the same nonce for the same message."""
EDIT_TIMEOUT: Final = 10.0
"""The bot's own: it gives up an edit or a new message that hangs, and retries it later."""
LONGEST_WAIT: Final = 30.0
"""The longest that discord.py waits for a rate limit; it accepts no lower setting."""
REFUSALS_COUNTED_FOR: Final = 600.0
"""How long Discord counts a refusal."""
REFUSALS: Final = 4000
"""The bot's own: refusals in that time before a pause. After 10,000 Discord blocks the machine."""
REFUSALS_IN_A_ROW: Final = 30
"""The bot's own: refusals in a row, in different places, before a pause."""
SHUT_OUT: Final = 60.0
"""The bot's own: the pause after those, or after a refusal by Cloudflare."""
REQUESTS: Final = 50
"""Requests that Discord takes from a bot in a second; answers to clicks do not count."""
STEADY_REQUESTS: Final = 45
"""The bot's own: steady requests a second. The rest of `REQUESTS` is its burst."""
EDIT_EVERY: Final = 1.0
"""The bot's own: least time between two edits of a board; a channel takes about five in 5 s."""
