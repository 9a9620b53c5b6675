"""The page with which the bot greets a server, and answers a call for help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.controls import NOWHERE, Press, Style, button, select
from bot.pages.layout import PLAY_COLOUR, Content, Layout, named_button, option
from bot.pictures.film import Film
from bot.words import LANGUAGES, Catalogue, catalogue
from bot.words.emoji import icon

FILM: Final = Film()


def hello(
    say: Catalogue, lacks: Sequence[str] = (), *, is_help: bool = False, direct: bool = False
) -> Content:
    """Return the page, with the permissions that the bot lacks.

    ``is_help``: it explains more. ``direct``: in direct messages, where there is no server to set.
    """
    layout = Layout(PLAY_COLOUR).text(f"## {icon('ship')} {say('help-title')}", say("hello-text"))
    if direct:
        layout.text(say("hello-direct"))
    layout.picture(FILM, say("hello-picture"))
    if lacks:
        names = ", ".join(say(f"permission-{name}") for name in lacks)
        layout.text(f"{icon('failed')} {say('hello-lacks', names=names)}")
    opens = button(Press(NOWHERE, "new"), say("hello-open"), Style.primary, emoji=icon("seat"))
    buttons = [named_button(NOWHERE, "learn", say, Style.success), opens]
    of_servers = () if direct else ("tell_me", "language")
    others = [named_button(NOWHERE, it, say) for it in of_servers]
    layout.buttons([*buttons, *others])
    if is_help:  # below the buttons, which would be out of sight on a phone
        layout.text(say("help-text"))
    return layout.content()


def languages(say: Catalogue, now: str) -> Content:
    """Return the choice of the server's language."""
    named = [
        option(catalogue(language)("language-name"), language, chosen=language == now)
        for language in LANGUAGES
    ]
    layout = Layout(PLAY_COLOUR).text(f"{icon('language')} {say('language-what')}")
    press = Press(NOWHERE, "language")
    return layout.choice(select(press, say("choose-language"), named)).content()
