"""Commands about the server, the rules, and what is kept about whom."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.board.responses import Interaction, Reply, note
from bot.client import Celestia
from bot.discord.permissions import invite as invite_link
from bot.store.protocol import ServerSettings
from bot.tables.refusals import Refused
from bot.words import LANGUAGES
from bot.words.topics import TOPICS
from bot.words.translator import text
from cogs import info
from cogs.desk import Desk
from cogs.group import celestia
from cogs.lobby import PACE_CHOICES, choice, chosen

LANGUAGE_CHOICES: Final = [choice(f"language-{name}", name) for name in LANGUAGES]
TOPIC_CHOICES: Final = [choice(f"rules-{topic.name}", topic.name) for topic in TOPICS]
PRIVACY_CHOICES: Final = [
    choice(f"privacy-{what}-choice", what) for what in ("what", "show", "delete")
]
SHOWN: Final = 20
"""Tables that are listed one by one."""


@celestia.command(name=text("command-rules"), description=text("command-rules-about"))
@app_commands.rename(topic=text("option-topic"))
@app_commands.describe(topic=text("option-topic-about"))
@app_commands.choices(topic=TOPIC_CHOICES)
async def rules(interaction: Interaction, topic: str = "") -> None:
    """The rules of a topic."""
    desk = Desk(interaction.client)

    async def work() -> Reply:
        return await info.rules_here(desk, interaction, topic)

    await desk.answer(interaction, work)


@celestia.command(name=text("command-help"), description=text("command-help-about"))
async def help_(interaction: Interaction) -> None:
    """How to begin, and how to stop."""
    desk = Desk(interaction.client)

    async def work() -> Reply:
        say = desk.say(interaction)
        return note(f"## 🎈 {say('help-title')}", say("help-text"))

    await desk.answer(interaction, work)


@celestia.command(name=text("command-invite"), description=text("command-invite-about"))
async def invite(interaction: Interaction) -> None:
    """Take the bot into another server."""
    desk = Desk(interaction.client)

    async def work() -> Reply:
        return note(desk.say(interaction)("invite", link=invite_link(interaction.application_id)))

    await desk.answer(interaction, work)


@celestia.command(name=text("command-settings"), description=text("command-settings-about"))
@app_commands.rename(language=text("option-language"), pace=text("option-pace"))
@app_commands.describe(
    language=text("option-language-about"), pace=text("option-default_pace-about")
)
@app_commands.choices(language=LANGUAGE_CHOICES, pace=PACE_CHOICES)
async def settings(interaction: Interaction, language: str = "", pace: str = "") -> None:
    """What this server reads and how fast it plays."""
    desk = Desk(interaction.client)

    async def work() -> Reply:
        # the server may have opened the command to others: we look ourselves
        if not interaction.permissions.manage_guild:
            raise Refused("needs_manage_guild")
        store, guild = desk.bot.store, interaction.guild_id or 0
        was = await store.server(guild)
        now = ServerSettings(
            chosen(LANGUAGE_CHOICES, language) if language else was.language,
            chosen(PACE_CHOICES, pace) if pace else was.pace,
        )
        if now != was:
            await store.set_server(guild, now)
        say = desk.say(interaction)
        speaks = say(f"language-{await desk.bot.language_of(guild, interaction.guild_locale)}")
        plays = say(f"pace-{(await desk.bot.server(guild)).pace}")
        told = say("settings-now", language=speaks, pace=plays)
        return note(f"⚙️ {told}", f"-# {say('settings-how')}")

    await desk.answer(interaction, work)


@celestia.command(name=text("command-privacy"), description=text("command-privacy-about"))
@app_commands.rename(what=text("option-privacy"))
@app_commands.describe(what=text("option-privacy-about"))
@app_commands.choices(what=PRIVACY_CHOICES)
async def privacy(interaction: Interaction, what: str = "what") -> None:
    """What is stored, to be shown and deleted."""
    desk = Desk(interaction.client)
    answers = {"show": _show, "delete": _delete}

    async def work() -> Reply:
        if what in answers:
            return await answers[what](desk, interaction)
        return note(f"🔒 {desk.say(interaction)('privacy-what')}")

    await desk.answer(interaction, work)


async def _show(desk: Desk, interaction: Interaction) -> Reply:
    known = await desk.bot.store.about(interaction.user.id)
    say = desk.say(interaction)
    lines = [
        f"• `{table}` · {say('seat-number', number=seat + 1)} · {say(f'stage-{stage}')}"
        for table, seat, stage in known[:SHOWN]
    ]
    return note(f"🔒 {say('privacy-show', count=len(known))}", *lines)


async def _delete(desk: Desk, interaction: Interaction) -> Reply:
    """Take this user off everything that is over; what is still open is named."""
    count = await desk.bot.store.forget(interaction.user.id)
    left = await desk.bot.store.about(interaction.user.id)
    desk.bot.names.forget(interaction.user.id)
    say = desk.say(interaction)
    still = say("privacy-still", count=len(left)) if left else ""
    return note(f"🔒 {say('privacy-deleted', count=count)}", still)


async def setup(bot: Celestia) -> None:
    """The commands are declared by being imported."""
