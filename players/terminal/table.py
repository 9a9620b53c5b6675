"""One person against computers, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from random import Random
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engine import CelestiaError, Event, IllegalMove, Move, Options, UnknownMove, View
from engine.moves import Pass, parse
from players.match import Match
from players.player import Player
from players.terminal.board import board, heading, score_table, seat_name
from players.terminal.marked import marked
from players.words import Catalogue, Voice

LONGEST_ANSWER: Final = 200
"""Characters that are read of one line; no move is nearly as long."""
PROMPT: Final = "> "


class Quit(Exception):
    """The person leaves the table."""


class Person:
    """A player at the keyboard: reads what happened, and types the moves."""

    def __init__(
        self, console: Console, read: Callable[[str], str], seat: int, say: Catalogue
    ) -> None:
        self.seat = seat
        self.say = say
        self.voice = Voice(say, self._name)
        self._console = console
        self._read = read
        self._news: list[str] = []

    def hear(self, events: Iterable[Event]) -> None:
        """Keep what this seat may know of the events until the next time it reads."""
        seen = [event.seen_by(self.seat) for event in events]
        self._news += [self.voice.event(event) for event in seen if event]

    def tell_news(self) -> None:
        """Print everything that was heard and not yet read."""
        for sentence in self._news:
            line = Table.grid(padding=(0, 1, 0, 0))
            line.add_row(Text("·", style="cyan"), marked(sentence))
            self._console.print(line)
        self._news.clear()

    def tell_refusal(self, error: CelestiaError) -> None:
        """Say why that move cannot be made now."""
        self.tell(self.voice.refusal(error), "yellow")

    def tell(self, sentence: str, style: str = "dim") -> None:
        """Say what to do next, in small print."""
        self._console.print(Text(sentence, style=style))

    def choose(self, view: View, rng: Random) -> Move:  # noqa: ARG002 - people need no luck
        """The move that is typed, legal or not; a seat that can only pass is not asked."""
        if view.legal == (Pass(),):
            return Pass()
        if self._news:
            self._paint(view)
        self._offer(view)
        while True:
            text = " ".join(self._read(PROMPT)[:LONGEST_ANSWER].lower().split())
            try:
                move = self._understand(text, view)
            except UnknownMove as error:
                self.tell_refusal(error)
            else:
                if move:
                    return move
            self.tell(self._how_to_answer(view))

    def _understand(self, text: str, view: View) -> Move | None:
        """The move of this line; None where the line was no move and has been answered."""
        numbered = {str(number): move for number, move in enumerate(view.legal, 1)}
        if text in ("quit", "exit"):
            raise Quit
        if text in ("help", "?"):
            self._explain(view)
            return None
        if not text and len(view.legal) == 1:
            return view.legal[0]
        if not text or (text.isdecimal() and text not in numbered):
            fault = "terminal-no_such_number" if text else "terminal-nothing_typed"
            self.tell(self.say(fault), "yellow")
            return None
        return numbered.get(text) or parse(text)

    def _name(self, seat: int) -> str:
        """A seat as sentences call it."""
        name = seat_name(self.say, seat)
        return self.say("terminal-you", name=name) if seat == self.seat else name

    def _how_to_answer(self, view: View) -> str:
        if len(view.legal) == 1:
            return self.say("terminal-only_answer")
        return self.say("terminal-how_to_answer", count=len(view.legal))

    def _paint(self, view: View) -> None:
        self._console.print()
        self._console.rule(Text(heading(view, self.say), style="bold"), style="dim")
        self.tell_news()
        self._console.print()
        self._console.print(board(view, self.voice))

    def _offer(self, view: View) -> None:
        self._console.print()
        self._console.print(marked(self.voice.ask(view), "bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="cyan")
        table.add_column()
        table.add_column(style="dim")
        for number, move in enumerate(view.legal, 1):
            table.add_row(str(number), Text(self.voice.move(move, view)), Text(str(move)))
        self._console.print(Padding(table, (0, 0, 0, 1)))

    def _explain(self, view: View) -> None:
        """Print what each card in hand does."""
        mine = view.seats[self.seat]
        known = (*sorted(set(view.hand)), *([mine.character] if mine.power else []))
        table = Table.grid(padding=(0, 2, 0, 0))
        for card in known:
            table.add_row(Text(self.voice.card(card)), Text(self.say(f"card-{card}-about")))
        self._console.print(table)


def play(
    console: Console,
    read: Callable[[str], str],
    say: Catalogue,
    seat: int,
    opponents: Iterable[Player],
    options: Options,
    seed: bytes | None = None,
) -> Match:
    """Play a game to its end, or until the person has had enough of it."""
    person = Person(console, read, seat, say)
    players: list[Player] = list(opponents)
    players.insert(seat, person)
    match = Match(players, options, seed, persons=(seat,))
    you = say("terminal-welcome", seats=len(players), name=seat_name(say, seat), seat=seat)
    console.print(Text(you, style="bold"))
    console.print(Text(say("terminal-manners")))
    person.tell(f"{say('terminal-promise')}\n{sha256(match.seed).hexdigest()}")
    person.hear(match.game.opening)
    try:
        while not match.game.over:
            _turn(match, person)
    except (Quit, EOFError, KeyboardInterrupt):
        console.print(Text(f"\n{say('terminal-farewell')}"))
    else:
        _tell_result(console, match, person)
    return match


def _turn(match: Match, person: Person) -> None:
    try:
        turn = match.turn()
    except IllegalMove as error:
        if match.game.waiting[0] != person.seat:
            raise
        person.tell_refusal(error)
        person.tell(person.say("terminal-choose_again"))
    else:
        person.hear(turn.events)


def _tell_result(console: Console, match: Match, person: Person) -> None:
    console.print()
    person.tell_news()
    console.print()
    console.print(score_table(match.game.scores, person.voice))
    console.print()
    person.tell(f"{person.say('terminal-proof')}\n{match.seed.hex()}")
