"""The rules by topic."""

from __future__ import annotations

from bot.discord.controls import Press, select
from bot.pages.rules import CONTENTS
from bot.pages.layout import PLAY_COLOUR, Content, Layout, option
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from bot.words.topics import TOPICS
from engine import Options


def rules(say: Catalogue, topic: str, table: str, options: Options | None = None) -> Content:
    """A chapter, and a select that leads to all others.

    What lies in the boxes is listed for those in play at the table, or else for all.
    """
    known = {name.name: name for name in TOPICS}
    shown = known.get(topic, TOPICS[0])
    voice = Voice(say, str)
    layout = Layout(PLAY_COLOUR)
    layout.text(f"## {icon('rules')} {say(f'rules-{shown.name}')}", say(f"rules-{shown.name}-text"))
    if shown.name in CONTENTS:
        layout.text(*CONTENTS[shown.name](say, options))
    layout.text(
        *[
            f"{voice.icon(card)} **{voice.card(card)}** — {say(f'card-{card}-text')}"
            for card in shown.cards
        ]
    )
    choices = [option(say(f"rules-{name}"), name, chosen=name == shown.name) for name in known]
    layout.choice(select(Press(table, "topic"), say("choose-topic"), choices))
    return layout.content()
