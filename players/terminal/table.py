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
from players import words
from players.match import Match
from players.player import Player
from players.terminal.board import board, heading, score_table
from players.voice import Voice, refusal

LONGEST_ANSWER: Final = 200
"""Characters that are read of one line; no move is nearly as long."""
PROMPT: Final = "> "


class Quit(Exception):
    """The person leaves the table."""


class Person:
    """Somebody at the keyboard: is told what happened, and asked for a move."""

    def __init__(self, console: Console, read: Callable[[str], str], seat: int) -> None:
        self.seat = seat
        self.voice = Voice(seat)
        self._console = console
        self._read = read
        self._news: list[str] = []

    def hear(self, events: Iterable[Event]) -> None:
        """Remember what this seat may know of the events until there is somebody to tell."""
        seen = [event.seen_by(self.seat) for event in events]
        self._news += [self.voice.tell(event) for event in seen if event]

    def tell_news(self) -> None:
        """Say everything that was heard and not yet told."""
        for sentence in self._news:
            line = Table.grid(padding=(0, 1, 0, 0))
            line.add_row(Text("·", style="cyan"), Text(sentence))
            self._console.print(line)
        self._news.clear()

    def tell_refusal(self, error: CelestiaError) -> None:
        """Say why that is no move for now."""
        self._console.print(Text(refusal(error), style="yellow"))

    def tell(self, sentence: str) -> None:
        """Say what to do next, in small print."""
        self._console.print(Text(sentence, style="dim"))

    def choose(self, view: View, rng: Random) -> Move:
        """What is typed, be it legal or not; where one can but pass, nothing is asked."""
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
            self.tell(_how_to_answer(view))

    def _understand(self, text: str, view: View) -> Move | None:
        numbered = {str(number): move for number, move in enumerate(view.legal, 1)}
        if text in ("quit", "exit"):
            raise Quit
        if text in ("help", "?"):
            self._explain(view)
            return None
        if not text and len(view.legal) == 1:
            return view.legal[0]
        if not text:
            raise UnknownMove("nothing_typed")
        if text.isdecimal() and text not in numbered:
            raise UnknownMove("no_such_number")
        return numbered.get(text) or parse(text)

    def _paint(self, view: View) -> None:
        self._console.print()
        self._console.rule(Text(heading(view), style="bold"), style="dim")
        self.tell_news()
        self._console.print()
        self._console.print(board(view, self.voice))

    def _offer(self, view: View) -> None:
        self._console.print()
        self._console.print(Text(self.voice.ask(view), style="bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="cyan")
        table.add_column()
        table.add_column(style="dim")
        for number, move in enumerate(view.legal, 1):
            table.add_row(str(number), Text(self.voice.offer(move)), Text(str(move)))
        self._console.print(Padding(table, (0, 0, 0, 1)))

    def _explain(self, view: View) -> None:
        power = view.seats[self.seat]
        known = (*sorted(set(view.hand)), *([power.character] if power.power else []))
        table = Table.grid(padding=(0, 2, 0, 0))
        for card in known:
            table.add_row(*map(Text, words.CARDS[card]))
        self._console.print(table)


def play(
    console: Console,
    read: Callable[[str], str],
    seat: int,
    opponents: Iterable[Player],
    options: Options,
    seed: bytes | None = None,
) -> Match:
    """Play a game to its end, or until the person has had enough of it."""
    person = Person(console, read, seat)
    players: list[Player] = list(opponents)
    players.insert(seat, person)
    match = Match(players, options, seed)
    console.print(Text(words.WELCOME.format(seats=len(players), seat=seat), style="bold"))
    console.print(Text(words.MANNERS))
    console.print(Text(f"{words.PROMISE}\n{sha256(match.seed).hexdigest()}", style="dim"))
    person.hear(match.game.opening)
    try:
        while not match.game.over:
            _turn(match, person)
    except (Quit, EOFError, KeyboardInterrupt):
        console.print(Text(f"\n{words.FAREWELL}"))
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
        person.tell(words.CHOOSE_AGAIN)
    else:
        person.hear(turn.events)


def _tell_result(console: Console, match: Match, person: Person) -> None:
    scores = match.game.scores
    winners = [score.seat for score in scores if score.rank == 1]
    console.print()
    person.tell_news()
    console.print()
    console.print(score_table(scores, person.voice))
    console.print()
    console.print(Text(person.voice.say(words.WON, {"winners": winners}), style="bold green"))
    console.print(Text(f"{words.PROOF}\n{match.seed.hex()}", style="dim"))


def _how_to_answer(view: View) -> str:
    if len(view.legal) == 1:
        return words.ONLY_ANSWER
    return words.HOW_TO_ANSWER.format(count=len(view.legal))
