"""The review of a finished game: the costliest decisions of a seat, for its owner only."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.layout import PLAY_COLOUR, Content, Layout, PlainName, label_voice, open_voice
from bot.pages.views import TableView
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from players.review import Slip


def review(shown: TableView, slips: Sequence[Slip], say: Catalogue, plain: PlainName) -> Content:
    """Return the costliest decisions of a seat, the worst first, each with a better one."""
    voice, labels = open_voice(shown, say), label_voice(shown, say, plain)
    layout = Layout(PLAY_COLOUR).text(f"### {icon('review')} {say('review-title')}")
    layout.text(say("review-how", count=len(slips)) if slips else say("review-none"))
    for slip in slips:
        layout.text(*_told(slip, say, voice, labels))
    return layout.content()


def _told(slip: Slip, say: Catalogue, voice: Voice, labels: Voice) -> list[str]:
    view = slip.made.view
    leg = say(
        "review-leg",
        journey=view.journey,
        city=voice.city(view.leg.city),
        target=voice.city(view.leg.target),
    )
    made, better = (labels.move(move, view) for move in (slip.made.move, slip.better.move))
    lost = say("review-lost", made=made, better=better, chances=round(100 * slip.lost))
    return [f"{icon(view.leg.craft)} **{leg}**", lost, f"-# {voice.hint(slip.better)}"]
