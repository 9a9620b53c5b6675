"""The page that proves that nobody chose the deal."""

from __future__ import annotations

from bot.pages.layout import PLAY_COLOUR, Content, Layout
from bot.pages.views import TableView
from bot.words import Catalogue
from bot.words.emoji import icon
from engine import Record
from engine.records import SHORT


def proof(shown: TableView, say: Catalogue, record: Record | None) -> Content:
    """Return the hash of the secret; once the table is closed, the secret itself."""
    layout = Layout(PLAY_COLOUR).text(f"## {icon('proof')} {say('proof-title')}")
    layout.text(say("proof-how"))
    layout.text(f"-# {say('lobby-promise', hash=shown.promise)}", f"-# {lobby_history(shown, say)}")
    if shown.secret:
        layout.text(f"-# {say('secret-shown', secret=shown.secret)}")
    if shown.has_record:
        layout.text(f"-# {checked(say, record)}")
    return layout.content()


def lobby_history(shown: TableView, say: Catalogue) -> str:
    """Return the digest of the lobby, by which players can check later that nothing was changed."""
    came, went, words = shown.lobby_counts
    return say("lobby-course", digest=shown.digest, came=came, went=went, words=words)


def checked(say: Catalogue, record: Record | None) -> str:
    """Return what the record proves, and its fingerprint."""
    if record is None:
        return say("end-no-record")
    return say("end-verify", fingerprint=record.fingerprint[:SHORT])
