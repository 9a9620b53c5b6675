"""The page of the captain's word: each die with its cover, and all true answers."""

from __future__ import annotations

from bot.discord.controls import Press, Style, button
from bot.pages.hand import STYLES, take_back, tip
from bot.pages.layout import ASK_COLOUR, Content, Layout, open_voice
from bot.pages.tutorial import no_tips
from bot.pages.views import HandView
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from engine.moves import Declare, parse
from engine.state.payment import to_face


def may_declare(mine: HandView) -> bool:
    """Return whether a seat is the captain, with dice to answer for or a sealed answer."""
    return bool(mine.answers) or mine.sealed.startswith(Declare.kind)


def answer(mine: HandView, say: Catalogue) -> Content:
    """Return the page of a captain who can declare now, or in advance."""
    voice = open_voice(mine.public, say)
    layout = Layout(ASK_COLOUR).text(
        f"### {icon('captain')} {say('answer-title')}",
        *[_covered(say, voice, die, cards) for die, cards in mine.cover],
        *([] if to_face(mine.view.leg) else [say("answer-nothing-to-face")]),
    )
    layout.text(tip(mine, voice))
    stop = [no_tips(mine.public.table, say)] if mine.tip else []
    if mine.sealed:
        layout.text(
            f"{icon('sealed')} {say(f'sealed-{mine.sealed}')}", f"-# {say('sealed-word-until')}"
        )
        return layout.buttons([take_back(mine, say), *stop]).content()
    layout.text("" if mine.moves else f"-# {say('answer-ahead')}")
    layout.buttons(
        [
            button(
                Press(mine.public.table, "say", words, moment=mine.public.moment),
                say(f"move-{words.replace(' ', '-')}"),
                STYLES.get(words, Style.secondary),
                emoji=icon(parse(words)),
            )
            for words in mine.answers
        ]
    )
    return layout.buttons(stop).content()


def _covered(say: Catalogue, voice: Voice, die: str, cards: tuple[str, ...]) -> str:
    by = voice.things(cards) if cards else f"**{say('answer-uncovered')}**"
    return f"{icon(die)} {say('answer-die', die=voice.face(die), cards=by)}"
