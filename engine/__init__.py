"""The rules of Celestia: a whole game as plain data, without screen or network."""

from engine.errors import (
    CelestiaError,
    IllegalMove,
    OptionsError,
    RecordError,
    SaveBroken,
    SaveError,
    SaveTooNew,
    SaveTooOld,
    UnknownMove,
)
from engine.events import Event
from engine.game import Game
from engine.moves import Move
from engine.options import Options
from engine.records import Record
from engine.state.scores import Score
from engine.view import SeatView, View

__all__ = [
    "CelestiaError",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "Options",
    "OptionsError",
    "Record",
    "RecordError",
    "SaveBroken",
    "SaveError",
    "SaveTooNew",
    "SaveTooOld",
    "Score",
    "SeatView",
    "UnknownMove",
    "View",
]
