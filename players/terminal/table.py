"""One person against computers, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import cycle
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
from players.words import Catalogue, Voice

LONGEST_ANSWER: Final = 200
"""Characters read of one line; every move is far shorter."""
PROMPT: Final = "> "
BOLD: Final = "**"
"""Around bold words in the catalogues."""


def typed(move: Move) -> str:
    """Return a move as people type it: their seats count from 1."""
    return _shifted(str(move), 1)


def move_of(text: str) -> Move:
    """Return the move that was typed; raise `UnknownMove` if there is none."""
    return parse(_shifted(text, -1))


def _shifted(text: str, by: int) -> str:
    """Return the words of a move with other seats: no other words are numbers."""
    words = [f"{int(word) + by}" if _is_seat(word) else word for word in text.split(" ")]
    return " ".join(words)


def _is_seat(word: str) -> bool:
    """Return whether a word of a move is the number of a seat."""
    return word.isascii() and word.isdecimal()


class Quit(Exception):
    """Raised when the person leaves the table."""


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

    def queue(self, events: Iterable[Event]) -> None:
        """Queue what this seat may know of the events until its next `print_news`."""
        seen = [event.seen_by(self.seat) for event in events]
        self._news += [self.voice.event(event) for event in seen if event]

    def print_news(self) -> None:
        """Print the queued events."""
        for sentence in self._news:
            line = Table.grid(padding=(0, 1, 0, 0))
            line.add_row(Text("·", style="cyan"), marked(sentence))
            self._console.print(line)
        self._news.clear()

    def print_refusal(self, error: CelestiaError) -> None:
        """Print why the move cannot be made now."""
        self.print_note(self.voice.refusal(error), "yellow")

    def print_note(self, sentence: str, style: str = "dim") -> None:
        """Print what to do next, in small print."""
        self._console.print(Text(sentence, style=style))

    def choose(self, view: View, rng: Random) -> Move:  # noqa: ARG002 - people need no luck
        """Return the typed move, legal or not; a seat that can only pass is not asked."""
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
                self.print_refusal(error)
            else:
                if move:
                    return move
            self.print_note(self._how_to_answer(view))

    def _understand(self, text: str, view: View) -> Move | None:
        """Return the move of this line; None if it was another input, which has been answered."""
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
            self.print_note(self.say(fault), "yellow")
            return None
        return numbered.get(text) or move_of(text)

    def _name(self, seat: int) -> str:
        """Return the name of a seat in sentences."""
        name = seat_name(self.say, seat)
        return self.say("terminal-you", name=name) if seat == self.seat else name

    def _how_to_answer(self, view: View) -> str:
        if len(view.legal) == 1:
            return self.say("terminal-only_answer")
        return self.say("terminal-how_to_answer", count=len(view.legal))

    def _paint(self, view: View) -> None:
        self._console.print()
        self._console.rule(Text(heading(view, self.say), style="bold"), style="dim")
        self.print_news()
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
            table.add_row(str(number), Text(self.voice.move(move, view)), Text(typed(move)))
        self._console.print(Padding(table, (0, 0, 0, 1)))

    def _explain(self, view: View) -> None:
        """Print the effect of each card in hand."""
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
    """Play a game to its end, or until the person quits."""
    person = Person(console, read, seat, say)
    players: list[Player] = list(opponents)
    players.insert(seat, person)
    match = Match(players, options, seed, persons=(seat,))
    you = say("terminal-welcome", seats=len(players), name=seat_name(say, seat), seat=seat + 1)
    console.print(Text(you, style="bold"))
    console.print(Text(say("terminal-manners")))
    person.print_note(f"{say('terminal-promise')}\n{sha256(match.seed).hexdigest()}")
    person.queue(match.game.opening)
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
        person.print_refusal(error)
        person.print_note(person.say("terminal-choose_again"))
    else:
        person.queue(turn.events)


def _tell_result(console: Console, match: Match, person: Person) -> None:
    console.print()
    person.print_news()
    console.print()
    console.print(score_table(match.game.scores, person.voice))
    console.print()
    person.print_note(f"{person.say('terminal-proof')}\n{match.seed.hex()}")


def marked(sentence: str, style: str = "") -> Text:
    """Return the sentence with its bold words in bold."""
    styles = cycle(("", "bold"))
    return Text.assemble(*zip(sentence.split(BOLD), styles, strict=False), style=style)
