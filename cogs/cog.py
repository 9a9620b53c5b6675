"""The base class of cogs, which declare slash commands and buttons, and the answer to each click.

All commands are below ``/celestia``, which holds at most 25 names, so most of them are in groups;
CONTRIBUTING says where a new one goes.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, Final, Literal, ParamSpec

import discord
from discord import app_commands
from discord.ext import commands

from bot.board.boards import Reservation
from bot.board.responses import InlineUpdate, Reply, add, answer, hush, note
from bot.client import Celestia
from bot.direct import is_direct
from bot.discord.controls import NOWHERE
from bot.discord.incoming import commanded
from bot.discord.limits import CHOICE_NAME, CHOICES
from bot.errors import report
from bot.hosting.repeats import Superfluous
from bot.tables.refusals import Refused, Stale
from bot.words.catalogue import text
from cogs.click import Click

ROOT: Final = "command"
"""The key of the command that all others are below."""
GroupName = Literal["table", "seat", "results", "server"]
"""Groups of commands: the lobby and the host, the player's own seat, finished games, the server."""

P = ParamSpec("P")
Interaction = discord.Interaction[Celestia]
"""A command as discord.py parses it."""
Handler = Callable[[Click], Awaitable[Reply | None]]
"""Carries out a press and returns the answer; None: the board is the answer."""
SlashHandler = Callable[..., Awaitable[Reply | None]]
"""Carries out a command, whose options follow the click."""
UserHandler = Callable[[Click, discord.User], Awaitable[Reply | None]]
"""Carries out an entry of the menu of a user."""
Which = Callable[[Click], Awaitable[str]]
"""Finds the table that a command means."""
Choice = app_commands.Choice[str]
Suggest = Callable[[Click], Awaitable[Sequence[tuple[str, str]]]]
"""Returns the choices of an option while a user types, as pairs of name and value."""


class CelestiaCog(commands.Cog):
    """A cog with commands below ``/celestia`` and with handlers of buttons and selects."""

    def __init__(self, bot: Celestia) -> None:
        self.bot: Final = bot
        self.buttons: Final[dict[str, Handler]] = {}
        """The handler of each action of a button or select."""
        self._commands: Final[
            list[tuple[GroupName | None, app_commands.Command[Any, ..., Any]]]
        ] = []
        self._menus: Final[list[app_commands.ContextMenu]] = []

    @classmethod
    async def load(cls, bot: Celestia) -> None:
        """Add this cog to the bot: the ``setup`` of its module, which discord.py calls."""
        await bot.add_cog(cls(bot))

    def button(self, action: str, handler: Handler) -> None:
        """Declare the handler of presses with this action."""
        self.buttons[action] = handler

    def slash(
        self,
        name: str,
        handler: SlashHandler,
        *,
        group: GroupName | None = None,
        at: Which | None = None,
        choices: Mapping[str, list[Choice]] | None = None,
        suggest: Mapping[str, Suggest] | None = None,
    ) -> None:
        """Declare a command and its handler.

        ``at`` finds the table that it means. Its name and those of its options are in the
        catalogues: ``command-<name>`` and ``option-<parameter>``, each with ``-about`` appended
        for the description.
        """
        command = app_commands.Command[Any, ..., Any](
            name=text(f"command-{name}"),
            description=text(f"command-{name}-about"),
            callback=_callback(handler, at, choices or {}),
        )
        for parameter, offered in (suggest or {}).items():
            command.autocomplete(parameter)(_autocomplete(offered))
        self._commands.append((group, command))

    def menu(self, name: str, handler: UserHandler, *, at: Which) -> None:
        """Declare an entry of the menu that Discord shows for a user: ``command-<name>``."""

        async def callback(interaction: Interaction, user: discord.User) -> None:
            click = Click(interaction.client, commanded(interaction.client.rest, interaction))

            async def work() -> Reply:
                click.table = await at(click)
                return await handler(click, user) or click.done()

            await answered(click, work)

        menu = app_commands.ContextMenu(
            name=text(f"command-{name}"),
            callback=callback,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        menu.guild_only = True
        self._menus.append(menu)

    async def cog_load(self) -> None:
        for menu in self._menus:
            self.bot.tree.add_command(menu)
        for group, command in self._commands:
            _parent(self.bot, group).add_command(command)

    async def cog_unload(self) -> None:
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)
        for group, command in self._commands:
            _parent(self.bot, group).remove_command(command.name)


def in_servers(
    handler: Callable[Concatenate[Click, P], Awaitable[Reply | None]],
) -> Callable[Concatenate[Click, P], Awaitable[Reply | None]]:
    """Return the handler for what only servers have; it refuses direct messages."""

    @wraps(handler)
    async def guarded(click: Click, *args: P.args, **options: P.kwargs) -> Reply | None:
        if is_direct(click.guild):
            raise Refused("only_in_servers")
        return await handler(click, *args, **options)

    return guarded


# --- groups --------------------------------------------------------------------------------


def root(bot: Celestia) -> app_commands.Group:
    """Return the bot's top-level command, which the first call adds."""
    name = text(ROOT)
    found = bot.tree.get_command(name.message)
    if isinstance(found, app_commands.Group):
        return found
    made = app_commands.Group(
        name=name,
        description=text(f"{ROOT}-about"),
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=False
        ),
        # a user could take the bot into servers that did not invite it, where no board works
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    bot.tree.add_command(made)
    return made


def _parent(bot: Celestia, group: GroupName | None) -> app_commands.Group:
    """Return a group of commands, which the first call adds."""
    parent = root(bot)
    if group is None:
        return parent
    name = text(f"command-{group}")
    found = parent.get_command(name.message)
    if isinstance(found, app_commands.Group):
        return found
    return app_commands.Group(name=name, description=text(f"command-{group}-about"), parent=parent)


# --- answering -----------------------------------------------------------------------------


async def answered(click: Click, work: Callable[[], Awaitable[Reply | None]]) -> None:
    """Answer with the reply of the work, or with why it failed."""
    bot = click.bot
    allowed = bot.rate_limit.allows(click.user)
    if not allowed and not bot.rate_limit.tells(click.user):
        await hush(click.interaction, bot.hushing)
        bot.events.clicked(click.interaction, Refused("too_fast"))
        return
    with bot.click():
        with bot.private_pages.pressed(click.table, click.user):
            board = _reserved(click)
            try:
                if await _answered(click, work, board, allowed=allowed):
                    _note_token(click)
                _note_press(click)
            finally:
                if board is not None:
                    board.release()
        bot.events.clicked(click.interaction, click.fault)
        await _tell_if_unseen(click)
        if click.beside is not None:
            await add(click.interaction, click.beside)


async def _answered(
    click: Click,
    work: Callable[[], Awaitable[Reply | None]],
    board: Reservation | None,
    *,
    allowed: bool,
) -> bool:
    """Answer, and return whether the token of this press can edit the message it was on."""
    bot = click.bot
    bot.names.saw(click.interaction.user, click.guild)

    async def guarded() -> Reply | InlineUpdate | None:
        if bot.leaving:
            raise Refused("restarting")
        if not allowed:
            raise Refused("too_fast")
        # Discord offers the bot in servers and in direct messages; a forged click may be neither
        if not click.guild:
            raise Refused("no_server")
        await bot.tips.recall(click.user)
        try:
            reply = await work()
            return reply if reply is not None or board is None else await board.prepare()
        except Superfluous as done:
            click.fault = done
            return await click.in_vain()
        except Stale as stale:
            click.fault = stale
            return await click.late(stale)
        finally:
            if board is not None:
                board.release_if_unchanged()

    async def fault(error: Exception) -> Reply:
        click.fault = click.fault or error
        return click.refusal(error)

    return await answer(click.interaction, guarded, fault)


def _reserved(click: Click) -> Reservation | None:
    """Reserve the board that was pressed on, for the answer, if nothing else is under way."""
    pressed = click.interaction
    if pressed.kind != "press" or pressed.is_private or not pressed.message:
        return None
    if click.table in ("", NOWHERE):
        return None
    return click.bot.boards.reserve(click.table, pressed.message)


def _note_token(click: Click) -> None:
    """Keep the token of this press, which can edit the message that was pressed."""
    pressed = click.interaction
    if pressed.message is not None and not pressed.is_private:
        click.bot.requests.note_token(pressed.message, pressed.token)


def _note_press(click: Click) -> None:
    """Keep the token by which the private page of this user can follow the table."""
    if click.seen is None or click.interaction.answered_in is None:
        return
    pressed = click.interaction
    buried = pressed.is_private and pressed.is_buried
    pages, table = click.bot.private_pages, click.seen.table.id
    pages.note_press(table, click.reader, pressed.token, is_buried=buried)


async def _tell_if_unseen(click: Click) -> None:
    """Tell the user why the board cannot show an action that is stored and answered."""
    if click.seen is None:
        return
    table = click.seen.table.id
    await click.bot.boards.wait_delivered(table)
    if click.bot.leaving:
        return  # the next start paints it
    reason = click.why_blocked(table)
    if reason is not None and not click.told_why_blocked:
        await add(click.interaction, reason)


def _callback(
    handler: SlashHandler, at: Which | None, choices: Mapping[str, list[Choice]]
) -> Callable[..., Coroutine[Any, Any, None]]:
    """Return the callback of a command; discord.py reads its options from the signature."""
    signature = inspect.signature(handler, eval_str=True)
    _, *options = signature.parameters.values()

    async def callback(interaction: Interaction, **given: Any) -> None:
        click = Click(interaction.client, commanded(interaction.client.rest, interaction))

        async def work() -> Reply:
            if at is not None:
                click.table = await at(click)
            return await handler(click, **given) or click.done()

        await answered(click, work)

    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    vars(callback)["__signature__"] = signature.replace(parameters=[first, *options])
    names = [option.name for option in options]
    app_commands.rename(**{name: text(f"option-{name}") for name in names})(callback)
    app_commands.describe(**{name: text(f"option-{name}-about") for name in names})(callback)
    return app_commands.choices(**choices)(callback)


def _autocomplete(
    suggest: Suggest,
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice]]]:
    """Return the callback that offers choices while a user types; none if they are unknown."""

    async def offered(interaction: Interaction, typed: str) -> list[Choice]:
        try:
            click = Click(interaction.client, commanded(interaction.client.rest, interaction))
            if not click.guild:
                return []
            return _fitting(await suggest(click), typed)
        except Refused:
            return []
        except Exception as fault:
            report("what can be chosen", fault)
            return []

    return offered


def _fitting(named: Sequence[tuple[str, str]], typed: str) -> list[Choice]:
    found = [pair for pair in named if typed.casefold() in pair[0].casefold()]
    return [Choice(name=name[:CHOICE_NAME], value=value) for name, value in found[:CHOICES]]


# --- choices -------------------------------------------------------------------------------


def choice(key: str, value: str) -> Choice:
    """Return a choice with a name in each reader's language."""
    return app_commands.Choice(name=text(key), value=value)


def chosen(choices: list[Choice], value: str) -> str:
    """Return the value if it is one of these choices, which discord.py does not check."""
    if value not in [it.value for it in choices]:
        raise Refused("unknown_choice")
    return value


def old_button(click: Click) -> Reply:
    """Return the answer to a control that this version of the bot does not have."""
    click.fault = Refused("old_button")
    return note(f"⌛ {click.say('error-old_button')}")
