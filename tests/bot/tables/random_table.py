"""Whole random games: a lobby with any mix of people and computers, then all actions."""

from __future__ import annotations

from dataclasses import fields
from random import Random

import pytest

from bot.tables import autoplay, beats, presence
from bot.tables.play import to_declare, to_speak
from engine import Options
from engine.box import CHARACTERS
from engine.moves import Discard
from players.roster import LEVELS
from tests.bot.tables.driven import OPENED, START, Driven, opened
from tests.engine.mixes import mix

LONGEST = 4000
FEW = (1, 3, 6, 7)
"""Numbers of games with most boxes, and of a crew, that carry out every action together."""
MORE = [pytest.param(it, marks=pytest.mark.long) for it in range(12) if it not in FEW]

random_games = pytest.mark.parametrize("number", [*FEW, *MORE])


def switches(options: Options) -> list[tuple[str, bool]]:
    """The options of this mix that are on or off."""
    values = [(field.name, getattr(options, field.name)) for field in fields(Options)]
    return [(name, value) for name, value in values if isinstance(value, bool)]


class RandomTable(Driven):
    """The random game of this number, the same each time."""

    def __init__(self, number: int) -> None:
        super().__init__(opened(id="t1", secret=f"{number:064x}"))
        self.rng = Random(f"table {number}")
        self.now = OPENED
        self.tempo = autoplay.ThinkingTime(0.0, 5.0)
        self.done: set[str] = set()
        self.away: set[int] = set()
        """Persons who are inactive for a while."""
        self._gather(number)

    def goes_on(self) -> bool:
        return self.table.stage == "playing" and len(self.log) < LONGEST

    def step(self) -> None:
        """Carry out a silent action, a move, or the bot's next action."""
        autoplay.plan(self.table, self.now, self.tempo, self.rng)
        if self.rng.random() < 0.02:
            self.away ^= {self.rng.choice(self.persons())}
        asked = [seat for seat in presence.asked(self.table) if seat not in self.away]
        if self.rng.random() < 0.3:
            self._tell_the_bot()
        elif asked and self.rng.random() < 0.8:
            seat = self.rng.choice(asked)
            move = self.rng.choice(self.table.running.legal(seat))
            if isinstance(move, Discard) and self.rng.random() < 0.5:
                self._does(f"{seat} exchange {move.card}")
            else:
                self._does(f"{seat} move {move}")
        else:
            self._wait()

    def _wait(self) -> None:
        """Set the clock to the bot's next action, or have a person come back."""
        if self.table.asleep or (not presence.anybody(self.table) and self.rng.random() < 0.5):
            seat = self.rng.choice(self.persons())
            self.away.discard(seat)
            self._does(f"{seat} back")
            return
        self.now = max(self.now, self.table.due or self.now)
        entry = autoplay.next_action(self.table, self.now)
        if entry is not None:
            self.done.add(entry.action)
            self.act(entry)

    def _tell_the_bot(self) -> None:
        rng, table = self.rng, self.table
        persons = [seat for seat in self.persons() if seat not in self.away]
        if not persons:
            return
        seat = rng.choice(persons)
        ready = [" ".join(pair) for pair in table.running.ready(seat)]
        sealing = [seat for seat in to_speak(table)[1:] if seat in persons]
        lines = [f"{seat} arm {';'.join(rng.sample(ready, rng.randrange(len(ready) + 1)))}"]
        lines += [f"{seat} quiet {rng.choice(('on', 'off'))}"]
        lines += [f"{seat} always {rng.choice(('on', 'off'))}"]
        lines += [f"{other} seal {rng.choice(('stay', 'leave'))}" for other in sealing] * 3
        kinds = table.running.windows
        lines += [f"{seat} never {' '.join(rng.sample(kinds, rng.randrange(len(kinds) + 1)))}"]
        order = rng.choice(
            ("off", "until=5 captains=0", "until=10 cards=3 goal turbos=1", "until=1 turbos=0")
        )
        lines += [f"{it} stay_order {order}" for it in persons]
        if rng.random() < 0.05:
            lines = [f"{seat} away {self.now + rng.choice((20, 200))} {rng.choice(LEVELS)}"]
        elif seat in presence.deciding(table) and rng.random() < 0.1:
            lines = [f"{seat} pause {self.now + rng.choice((20, 200))} {self.now}"]
        lines += [f"{it} think" for it in persons if beats.may_hold(table, it)]
        if to_declare(table) in persons:
            captain = to_declare(table) or 0
            lines += [f"{captain} seal declare {rng.choice(table.running.answers(captain))}"] * 3
        if rng.random() < 0.02 and len(persons) > 1:  # the last to leave closes the table
            lines = [f"{seat} concede random"]
        if {*presence.to_ping(table)} - {table.host} and table.host in persons:
            lines.append(f"{table.host} nudge")
        self._does(rng.choice(lines))

    def persons(self) -> list[int]:
        return [seat for seat in range(len(self.table.chairs)) if self.table.is_person(seat)]

    def _does(self, line: str) -> None:
        self.done.add(line.split(" ")[1])
        self.do(line.strip())
        self.table.seen_at = self.now

    def _gather(self, number: int) -> None:
        """A lobby in which people come and go, and then the start with this mix."""
        seats, options = mix(number)
        settings = [
            *(f"seats={seats}", f"goal={options.goal}", f"help_penalty={options.help_penalty}")
        ]
        settings += [f"boxes={','.join(options.boxes)}"] if options.boxes else []
        settings += [f"variant={options.variant}"] if options.variant != "standard" else []
        settings += [f"{name}={'on' if value else 'off'}" for name, value in switches(options)]
        settings += [f"pace={self.rng.choice(('live', 'relaxed', 'none'))}"]
        for setting in settings:
            self._does(f"0 setting {setting}")
        for guest in range(1, seats):
            person = guest == 1 or self.rng.random() < 0.5
            self._does(f"- join {guest}" if person else "0 add_computer random")
        if self.rng.random() < 0.3:
            self._does("1 leave")
            self._does("- join again")
        if len(self.table.chairs) < seats or self.rng.random() < 0.2:
            self._come_and_go(seats)
        if options.boxes and "little_help" in options.boxes:
            self._does(f"0 colour {self.rng.choice(sorted(CHARACTERS))}")
        if number % 2:
            self._does(f"{self.table.host} word number {number}")
        self._does(f"{self.table.host} start {START}")

    def _come_and_go(self, seats: int) -> None:
        if not all(map(self.table.is_person, range(len(self.table.chairs)))):
            self._does(f"{self.table.host} remove_computer")
        while len(self.table.chairs) < seats:
            self._does(f"{self.table.host} add_computer random")
