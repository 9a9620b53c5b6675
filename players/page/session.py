"""A game of one person against computers, driven by requests of a page.

It needs no clock and no files. A saved game is one text: the settings with the seed, and the moves.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine import CelestiaError, Game, Move, Options, Record
from engine.box import SEATS
from engine.chance import SEED_BYTES
from engine.deal import Deal, deal_of
from engine.moves import Pass, parse
from engine.records import OVER, QUIT
from players.hints import hint_for
from players.luck import luck_at
from players.page.seen import Sight, scores_of
from players.replay.page import page as replay_page
from players.replay.scene import Scene
from players.replay.steps import Replay, colours_of
from players.review import review
from players.roster import LEVELS, choose
from players.words import Catalogue, catalogue
from players.words.stake import odds, stake

SEAT: Final = 0
"""The seat of the person."""
FORMAT: Final = 1
"""The version of saved games."""
PASS: Final = Pass()


class Unreadable(Exception):
    """The text is no saved game of this version."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a game, and its seed."""

    options: Options
    seats: int
    level: str
    seed: str

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Setup:
        """Return the choices; raise a `CelestiaError` if they conflict, or `Unreadable`."""
        try:
            options = Options.from_json(data["options"])
            seats, level, seed = int(data["seats"]), f"{data['level']}", f"{data['seed']}"
            wrong = seats not in SEATS or level not in LEVELS or len(seed) != 2 * SEED_BYTES
            bytes.fromhex(seed)
        except (KeyError, TypeError, ValueError) as fault:
            raise Unreadable from fault
        if wrong:
            raise Unreadable
        options.check_seats(seats)
        return cls(options, seats, level, seed)

    def to_json(self) -> dict[str, Any]:
        return {
            "options": self.options.to_json(),
            "seats": self.seats,
            "level": self.level,
            "seed": self.seed,
        }


class Session:
    """A game under way. The computers' luck follows from the seed and the number of the move."""

    def __init__(self, setup: Setup, say: Catalogue) -> None:
        self._setup: Final = setup
        self._say: Final = say
        self._deal: Final[Deal] = deal_of(setup.seed, setup.seats, setup.options)
        self.game: Final[Game] = self._deal.game()
        self._moves: Final[list[tuple[int, Move]]] = []
        self._own: Final[set[int]] = set()
        """The numbers of the moves that the person chose."""
        self._passes_until: tuple[int, int] | None = None
        """The leg in which the person reacts no more: its journey, and the city of its craft."""
        me = say(f"colour-{colours_of(self.game)[SEAT]}")
        names = [say("terminal-you", name=me), *self._computers()]
        self._sight: Final = Sight(setup.options, Scene.of(self.game), say, SEAT)
        self._names: Final = names
        self._frames: Final[list[dict[str, Any]]] = []
        self._follow(self.game.opening)

    def _computers(self) -> list[str]:
        return [self._say(f"computer-{number}") for number in range(self._setup.seats - 1)]

    # --- what a page asks for ------------------------------------------------------------------

    def begin(self) -> dict[str, Any]:
        """Return the static data, and the frames until the first question."""
        return {
            "rules": self._sight.rules(self._names, colours_of(self.game)),
            **self._go_on(),
        }

    def answer(self, number: int, version: int) -> dict[str, Any]:
        """Make the move of this number, if it is for the question of this version."""
        legal = self.game.legal(SEAT)
        if version == len(self._moves) and 0 <= number < len(legal):
            self._own.add(len(self._moves))
            self._make(SEAT, legal[number])
        return self._go_on()

    def pass_leg(self, version: int) -> dict[str, Any]:
        """Pass now, and in all windows of this leg."""
        legal = self.game.legal(SEAT)
        if version == len(self._moves) and PASS in legal:
            self._passes_until = self._here()
        return self._go_on()

    def hint(self) -> dict[str, Any]:
        """Return what a computer would do in the person's place, and why."""
        view, voice = self.game.view(SEAT), self._sight.voice
        if not view.legal:
            raise Unreadable
        found = hint_for(view)
        words = self._say("page-hint", move=voice.move(found.move, view), why=voice.hint(found))
        return {"hint": words, **self._sight.learned()}

    def ending(self) -> dict[str, Any]:
        """Return the review, the record and the replay of a game that is over."""
        record, voice = self.record, self._sight.voice
        moves = [(seat, str(move)) for seat, move in self._moves]
        slips = [
            self._say(
                "page-slip",
                lost=round(100 * slip.lost),
                made=voice.move(slip.made.move, slip.made.view),
                better=voice.move(slip.move, slip.made.view),
                why=voice.hint(slip.better),
            )
            for slip in review(self._deal, moves, SEAT, self._own)
        ]
        return {
            "slips": slips,
            "record": record.to_json(),
            "replay": replay_page(Replay.of(record), self._say, self._names),
            **self._sight.learned(),
        }

    def saved(self) -> str:
        """Return the text from which `restored` goes on."""
        moves = [[seat, str(move)] for seat, move in self._moves]
        own = sorted(self._own)
        known = {"format": FORMAT, "setup": self._setup.to_json(), "moves": moves, "own": own}
        return json.dumps(known, separators=(",", ":"))

    @property
    def record(self) -> Record:
        """The record; that of a game that is not over is broken off here."""
        return Record.of(self._deal, self.game, self._moves, OVER if self.game.over else QUIT)

    # --- playing -------------------------------------------------------------------------------

    def _go_on(self) -> dict[str, Any]:
        """Let the computers play until the person has a choice; return frames and question."""
        while not self.game.over:
            seat = self.game.waiting[0]
            if seat != SEAT:
                self._make(seat, self._chosen(seat))
            elif self._only_passes():
                self._make(SEAT, PASS)
            else:
                break
        frames = [*self._frames]
        self._frames.clear()
        return {
            "version": len(self._moves),
            "frames": frames,
            **self._situation(),
            "scores": scores_of(self.game.scores) if self.game.over else [],
            **self._sight.learned(),
        }

    def _situation(self) -> dict[str, Any]:
        """Return what is asked and what is at stake."""
        if self.game.over:
            return {"question": None}
        view, voice = self.game.view(SEAT), self._sight.voice
        leg = {"label": self._say("page-pass-leg"), "do": "pass leg", "value": ""}
        return {
            "question": self._sight.question(view),
            "stake": stake(view, voice),
            "odds": odds(view, voice),
            "doors": [leg] if PASS in view.legal else [],
        }

    def _only_passes(self) -> bool:
        legal = self.game.legal(SEAT)
        if legal == (PASS,):
            return True
        return PASS in legal and self._passes_until == self._here()

    def _here(self) -> tuple[int, int]:
        view = self.game.view(None)
        return view.journey, view.leg.city

    def _chosen(self, seat: int) -> Move:
        legal = self.game.legal(seat)
        if len(legal) == 1:
            return legal[0]
        luck = luck_at(bytes.fromhex(self._setup.seed), len(self._moves))
        return choose(self._setup.level, self.game.view(seat), luck)

    def _make(self, seat: int, move: Move) -> None:
        events = self.game.play(seat, move)
        self._moves.append((seat, move))
        self._follow(events)

    def _follow(self, events: Sequence[Any]) -> None:
        if events:
            self._frames.extend(self._sight.follow(events))

    def replayed(self, moves: Sequence[Sequence[Any]], own: Sequence[int]) -> None:
        """Make these moves; of their frames only the last one is kept."""
        for seat, words in moves:
            self._make(int(seat), parse(f"{words}"))
        self._own.update(map(int, own))
        del self._frames[:-1]


def restored(text: str, say: Catalogue) -> Session:
    """Return the game of a saved text; raise `Unreadable` for any other."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise Unreadable
        session = Session(Setup.read(data["setup"]), say)
        session.replayed(data["moves"], data["own"])
    except (CelestiaError, KeyError, TypeError, ValueError) as fault:
        raise Unreadable from fault
    return session


class Desk:
    """The one game of a page, called from JavaScript: texts go in, JSON comes out."""

    def __init__(self) -> None:
        self._session: Session | None = None

    def call(self, name: str, given: str) -> str:
        """Carry out a request of the page; the answer has ``refused`` if it cannot be done."""
        data = json.loads(given)
        say = catalogue(f"{data.get('language', '')}")
        try:
            found = self._carried_out(name, data, say)
        except CelestiaError as refused:
            found = {"refused": say(f"refusal-{refused.code}", **refused.data)}
        except Unreadable:
            found = {"refused": say("page-unreadable")}
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def _carried_out(self, name: str, data: Mapping[str, Any], say: Catalogue) -> dict[str, Any]:
        if name == "new":
            self._session = Session(Setup.read(data), say)
            return self._kept(self._session.begin())
        if name == "go on":
            self._session = restored(f"{data['saved']}", say)
            return self._kept(self._session.begin())
        if self._session is None:
            raise Unreadable
        match name:
            case "answer":
                return self._kept(self._session.answer(data["number"], data["version"]))
            case "pass leg":
                return self._kept(self._session.pass_leg(data["version"]))
            case "hint":
                return self._session.hint()
            case "ending":
                return self._session.ending()
            case _:
                raise Unreadable

    def _kept(self, found: dict[str, Any]) -> dict[str, Any]:
        saved = self._session.saved() if self._session else ""
        return {**found, "saved": saved}
