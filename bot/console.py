"""The sentences for operators on the console; those for players are in the catalogues."""

from collections.abc import Mapping
from typing import Final

# Settings

WRITE_INSTEAD: Final = "{name} is {value}: write {wanted}."
UNKNOWN: Final = "{name} is no setting of this bot; perhaps {nearest} was meant."
UNKNOWN_FAR: Final = "{name} is no setting of this bot; .env.example has all of them."
FILE_UNREADABLE: Final = "DISCORD_TOKEN_FILE names {file}, which cannot be read: {why}."
FILE_EMPTY: Final = "DISCORD_TOKEN_FILE names {file}, in which there is no token."
GIVEN_TWICE: Final = "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: keep one of them."
NOT_ALONE: Final = (
    "{name} has a blank or a quotation mark in it, or a letter that is in no token: write the bot's"
    " token alone, as the page Bot of https://discord.com/developers/applications shows it."
)
NO_HOME: Final = "there is no such home"
UNKNOWN_DATABASE: Final = (
    "CELESTIA_DATABASE names a database of the kind {scheme}, which this version cannot use: write"
    " the path of a file, or sqlite:/// and that path, or postgresql://user@host/name."
)
NO_FILE_IN_URL: Final = (
    "CELESTIA_DATABASE is a URL that names no file: write sqlite:///celestia.db, or"
    " sqlite:////data/celestia.db for a path that begins with a slash."
)
NO_DATABASE_IN_URL: Final = (
    "CELESTIA_DATABASE is a URL that names no database: write"
    " postgresql://user:password@host/name, as PostgreSQL's own tools take it."
)
ENCODE_IT: Final = (
    "CELESTIA_DATABASE has a character in its password that a URL takes for a part of itself: write"
    " %40 for @, %2F for /, %23 for #, %3A for : and %25 for %."
)
BAD_DOTENV: Final = ".env cannot be read: {why}."
NO_TEXT: Final = "it is no text in UTF-8"
NOTHING_LASTS: Final = (
    "This host throws its disk away at each restart, and every game with it: run the bot where"
    " there is a disk that stays, or set CELESTIA_EPHEMERAL_OK=yes to lose the games."
)
MAY_NOT_LAST: Final = (
    "CELESTIA_DATABASE is {path}, which this host may throw away at the next restart, and every"
    " game with it: put it on a volume, or set CELESTIA_EPHEMERAL_OK=yes if that is meant."
)
OPEN_DOTENV: Final = (
    ".env holds {secret}, and every user of this machine can read it: run chmod 600 .env, and let"
    " the file belong to the user that the bot runs as."
)
DATABASE_LOGIN: Final = "the password of the database"

# Starting and ending

USAGE: Final = """\
run     the bot; without a token, a table on this machine (the default)
local   a table on this machine
check   whether settings, database and token are right, a line for each, and nothing is made
        or changed; with FILE, whether that copy is whole
backup  copy the database into FILE, while the bot plays on
restore put the copy FILE in the place of the database, which is kept beside it
move    copy the database FILE to the new one TO, each a path or a postgresql://...; without TO,
        to the one that is set
results compute results that are missing, and all standings and ratings anew, while no bot
        is running
top     what the database and its processes do, until you end it; with --once, once"""

FILE_HELP: Final = "a copy of the database: what backup writes, restore brings back and check reads"
TO_HELP: Final = "the database that move fills; without it, the one that is set"
TO_UNMEANT: Final = "{command} takes one file; move takes two."
ANYWAY_HELP: Final = "restore a copy though some of its tables are damaged"
FILE_NEEDED: Final = "{command} needs the name of a file."
FILE_UNMEANT: Final = "{command} takes no file."
ONCE_HELP: Final = "show it once, and end"
ONCE_UNMEANT: Final = "{command} knows no --once; top does."
ANYWAY_UNMEANT: Final = "{command} knows no --anyway; restore does."

LOCAL: Final = (
    "No DISCORD_TOKEN is set, so here is a table on this machine; .env.example says how to bring"
    " the bot to Discord."
)
NO_LOCAL: Final = (
    "A table on this machine needs the package {package}: make run sets it up, and so does"
    " uv sync --extra local."
)
ENDING: Final = "ending"
SLOW_END: Final = "not everything ended within %.0f s; nothing that was played is lost"
UNEXPECTED: Final = "ended by something unexpected"

LOGIN_REFUSED: Final = (
    "Discord does not know this token: copy the bot's token (not the client secret or the public"
    " key) anew from https://discord.com/developers/applications into DISCORD_TOKEN."
)
BAD_INTENTS: Final = (
    "Discord refused the intents; this bot asks for none that need a permission, so its code was"
    " changed: see where it names discord.Intents."
)
TOO_FEW_SHARDS: Final = (
    "The bot is in more servers than its shards can take (code 4011). Start it again: it takes the"
    " number of shards that Discord recommends by now. Where CELESTIA_SHARDS sets one, raise it;"
    " and of several processes stop all first, since they keep their number while one of them runs."
)
CLOSED: Final = "Discord closed the connection for good (code {code})."
UNREACHABLE: Final = "Discord cannot be reached ({why}): see whether this machine is online."
REFUSED: Final = "Discord did not let the bot start: {why}"

SHUT_OUT: Final = (
    "Discord takes nothing from this machine for now, and further requests prolong that:"
    " wait {seconds:.0f} s."
)
WAITING: Final = "ending in %.0f s, so that a restart does not ask sooner"

IN_USE: Final = "{path} is in use by another process: only one bot may run on it."
DATABASE_BROKEN: Final = (
    "{path} is damaged: end the bot, and bring a copy back by python -m bot restore FILE."
)
NEWER_DATABASE: Final = "{path} was written by a newer version of this bot: install that one."
NEWER_PROCESSES: Final = (
    "{path} is in use by newer processes of this bot, whose games this version would damage:"
    " install that one."
)
OTHER_SHARDS: Final = (
    "The other processes on {path} have agreed on another number of shards meanwhile, or a copy"
    " was brought back there: start this one again."
)
EDITED_MIGRATION: Final = (
    "{path} was made by migrations that are not the ones in this folder: bring back the files in"
    " migrations/ as they were."
)
FOREIGN_DATABASE: Final = "{path} holds no games of this bot: name the file that does."
DISK_FULL: Final = "The disk with {path} is full: make room on it."
READ_ONLY: Final = "{path} cannot be written: give this user the right to write it and its folder."
DISK_FAILING: Final = (
    "The disk with {path} fails to read or write: look after it, and if need be bring a copy back"
    " on another one."
)
CANNOT_OPEN: Final = (
    "{path} cannot be opened: see whether it is a file, in a folder that exists, and whether this"
    " user may read and write both."
)
DATABASE_UNREACHABLE: Final = (
    "{path} does not answer: see whether PostgreSQL runs there, and takes connections from this"
    " machine."
)
ACCESS_DENIED: Final = (
    "{path} does not let the bot in: see whether user, password and name of the database in"
    " CELESTIA_DATABASE are right, and whether that user may make tables in it."
)
HOME_UNREADABLE: Final = (
    "The home of this user cannot be read, where certificates for {path} might lie: set HOME to a"
    " folder that it may read."
)
NOT_DURABLE: Final = (
    "{path} has synchronous_commit off, by which a move may be lost after it was answered: set it"
    " to on, for example by ALTER DATABASE ... SET synchronous_commit TO on."
)
LOCKED: Final = "{path} is kept locked by another program: close it and try again."
STORE_OTHER: Final = "{path} cannot be used as a database ({code})."

# Check

OK: Final = "ok: {what}"
FAULT: Final = "fault: {what}"
SETTINGS_OK: Final = "the settings can be used"
CAUTION: Final = "take care: {what}"
NO_DATABASE_YET: Final = (
    "there is no database {path} yet; the bot makes it when it starts, unless CELESTIA_DATABASE was"
    " meant to name another one"
)
DATABASE_OK: Final = "{path} is whole and up to date"
DATABASE_OLDER: Final = (
    "{path} is whole; the bot brings it up to date at its next start, after a copy (migrations"
    " that wait: {count})"
)
DATABASE_PLAYED_ON: Final = "a bot is playing on {path}, which is whole"
COPY_OK: Final = "{path} is whole; {holdings}"
HOLDINGS: Final = "tables: {tables}, open ones: {open}, lines in their logs: {lines}"
DAMAGED: Final = "{path}: {what}"
DAMAGE: Final[Mapping[str, str]] = {
    "snapshot": "table {table} has a damaged snapshot; the bot makes it again from the log",
    "unlike": "table {table} has a snapshot that its log does not lead to; the snapshot counts",
    "log": "table {table} has a damaged log from line {line} on; it can be played, but not proved",
    "astray": "table {table} has a log that leads nowhere from line {line} on; it can be played,"
    " but not proved",
    "lost": "table {table} has a damaged snapshot and a damaged log; the bot closes it",
    "index": "an index is damaged; the bot makes it anew when it starts",
    "orphans": "there are rows of tables that are gone; nobody is kept from playing",
    "missing": "tables that were opened are gone, and nobody knows which: {line}",
    "census": "the count of the tables is not what was written; the bot counts anew when it starts",
    "row": "table {table} has a damaged row beside its snapshot; the bot makes it again",
    "seats": "nobody can tell who sits at table {table}; the bot shows no hand and closes it",
    "result": "the result of game {line} is not what was written; python -m bot results computes it"
    " anew from the log, if that is still there",
    "sums": "figures or ratings of {line} people do not follow from the results of their games;"
    " python -m bot results computes them anew",
    "messages": "table {table} has a damaged list of messages; the bot posts its board anew",
}
"""The sentence for each kind of damage of a table."""
MORE_DAMAGE: Final = "damaged tables beyond those: {count}"
LOGIN_UNSET: Final = "no token is set; python -m bot opens a table on this machine"
LOGIN_OK: Final = "Discord knows the token; the bot is called {name}"
LOGIN_UNTRIED: Final = "the token was not tried: {why}"
ENDPOINT_SET: Final = (
    "an Interactions Endpoint URL is set for this application, so no click would reach the bot:"
    " clear it at https://discord.com/developers/applications."
)
PERMISSIONS_OK: Final = "the bot may do all it needs to in its {servers} servers"
LACKS: Final = "in {name} the bot lacks {permissions}: invite it anew by {invite}"
NO_SERVERS: Final = "the bot is in no server yet; invite it by {invite}"
UNTRIED: Final = "database and token were not looked at, for the settings have to be right first"

# Backup, restore and move

BACKED_UP: Final = "{file} is a copy of {path}; {holdings}"
RESTORED: Final = "{path} is what {file} was; {holdings}"
REPLACED: Final = "what was there before is kept as {kept}"
LEFT_OUT: Final = (
    "rows of damaged tables that PostgreSQL does not take were left out: {count}; the bot mends or"
    " closes these tables when it starts"
)
NO_DATABASE: Final = (
    "There is no database {path}: set CELESTIA_DATABASE to the one that the bot plays on."
)
NO_COPY: Final = "There is no file {file}."
START_FIRST: Final = "{path} was written by an older version: start the bot once."
NO_TERMINAL: Final = (
    "This view in the terminal needs the package {package}: make run sets it up, and so does"
    " uv sync --extra terminal."
)
TOP_COUNTS: Final = (
    "tables that are open",
    "games under way",
    "tables with a move in the last minute",
    "tables that are due",
    "pages that wait to be painted",
    "games with a result",
    "size on the disk",
)
TOP_COLUMNS: Final = ("process", "runs for", "lease ends in", "shards")
TOP_NOBODY: Final = "nobody"
TOP_GONE: Final = "gone"
COPY_EXISTS: Final = "{file} exists already, and no copy replaces a file: choose another name."
NO_FOLDER: Final = "There is no folder {folder}: make it, or choose another one."
NOT_ITSELF: Final = "{file} is the database itself: name a copy of it."
COPY_BROKEN: Final = "{path} is damaged: take another copy."
UNTOUCHABLE: Final = "{file} cannot be read or written: {why}."
END_FIRST: Final = "A bot is playing on {path}: end it, and restore then."
END_FIRST_TO_COMPUTE: Final = "A bot is playing on {path}: end it, and compute results then."
END_FIRST_TO_MOVE: Final = "A bot is playing on {path}: end it, and move then."
MOVED: Final = "{target} holds what {source} does; {holdings}; rows compared: {rows}"
MOVE_ON: Final = "Set CELESTIA_DATABASE to it, and start the bot. {source} is as it was."
START_THERE: Final = "Start the bot. {source} is as it was."
NOT_MOVED: Final = (
    "{source} was not moved: have a copy of it restored first, or look at what python -m bot check"
    " says."
)
NOTHING_TO_MOVE: Final = "There is no database {path}."
NOT_EMPTY: Final = "{path} holds games already: name a database that is empty."
UNLIKE: Final = "What was written to {path} is not what was read: use nothing of it, and try again."
NO_ADDRESS: Final = (
    "{command} takes two databases: from where, and to where. Without the second it is the one"
    " that is set."
)
COMPUTED: Final = (
    "standings and ratings are computed anew from {count} games; missing or damaged results"
    " made: {made}"
)
NOT_COMPUTED: Final = "games whose log is damaged, so that nothing can be told of them: {count}"
NOT_RESTORED: Final = (
    "{file} was not restored: take an older copy, or add --anyway if these tables may be as they"
    " are."
)
BROKEN_OFF: Final = "Broken off; nothing has changed."
