"""The arena: mirrored deals, true intervals, and the same games for the same command."""

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from bench.arena import arguments, rounds
from bench.arena.__main__ import main
from bench.arena.contestants import CONTESTANTS, Bold, Shy
from bench.arena.contests import CONTESTS, Contest, Goal, against
from bench.arena.measured import Measured, clustered
from bench.arena.report import show
from bench.arena.rounds import (
    Decision,
    EndlessGame,
    Outcome,
    Played,
    Round,
    outcome,
    play_game,
    play_round,
    played,
)
from engine import Game, Options, Score
from players.luck import game_seed
from players.player import Player
from players.random_player import RandomPlayer
from players.terminal.arguments import NOT_A_COUNT
from players.thumb import Thumb
from tests.rules.builder import table

SEED = bytes(32)


def run(line: str) -> tuple[int, str]:
    """Return the exit code and the output."""
    out = StringIO()
    code = main(line.split(), Console(file=out, width=200, highlight=False))
    return code, " ".join(out.getvalue().split())


def a_round(one: str = "random", others: str = "random random", number: int = 0) -> Round:
    return Round(one, tuple(others.split()), Options(), SEED, number)


def without_times(outcomes: Sequence[Outcome]) -> list[tuple[object, ...]]:
    """Return the outcomes of games, and the questions asked in them."""
    return [
        (it.share, it.points, it.rival, [decision.question for decision in it.decisions])
        for it in outcomes
    ]


def came(share: float, ms: Sequence[float] = (1.0,), points: int = 0, rival: int = 0) -> Outcome:
    """Return the outcome of a game with these figures."""
    decisions = tuple([Decision("decisions", each / 1000) for each in ms])
    return Outcome(share, points, rival, decisions, cpu=0.1)


def measured(contest: Contest, one: str, *deals: tuple[Outcome, ...]) -> Measured:
    """Return a measurement of these deals."""
    found = Measured(contest, one)
    found.rounds += zip(contest.rounds(one, SEED, 0, None), deals, strict=False)
    return found


# --- mirrored deals ------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["random", "easy"])
def test_a_player_among_its_equals_wins_exactly_its_share(player: str) -> None:
    """The same game is played on each seat in turn, and one seat wins it."""
    outcomes = play_round(a_round(player, f"{player} {player} {player}"))
    assert len(outcomes) == 4
    assert sum(outcome.share for outcome in outcomes) == pytest.approx(1)


def test_the_one_sits_on_every_seat_of_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[tuple[list[type[Player]], bytes]] = []

    def watched(players: Sequence[Player], options: Options, seed: bytes) -> Played:
        tables.append(([type(player) for player in players], seed))
        return play_game(players, options, seed)

    monkeypatch.setattr(rounds, "play_game", watched)
    play_round(a_round("easy", "random shy", number=5))
    orders = [[Thumb, RandomPlayer, Shy], [RandomPlayer, Thumb, Shy], [RandomPlayer, Shy, Thumb]]
    assert tables == [(order, game_seed(SEED, 5)) for order in orders]


@pytest.mark.parametrize(("ranks", "shares"), [((1, 2, 3), (1, 0, 0)), ((1, 3, 1), (0.5, 0, 0.5))])
def test_those_who_are_level_divide_the_win(
    ranks: tuple[int, ...], shares: tuple[float, ...]
) -> None:
    points = {1: 60, 2: 50, 3: 40}
    scores = [Score(n, 0, 0, 0, points[rank], 1, rank) for n, rank in enumerate(ranks)]
    played = Played(cast(Game, SimpleNamespace(scores=scores)), ([],) * 3)
    outcomes = [outcome(played, seat, 0.1) for seat in range(3)]
    assert tuple(it.share for it in outcomes) == shares
    assert [it.points for it in outcomes] == [points[rank] for rank in ranks]
    assert [it.rival for it in outcomes] == [max(points[r] for r in ranks[1:]), 60, 60]


def test_a_game_that_fails_tells_how_to_find_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "MAX_MOVES", 3)
    with pytest.raises(EndlessGame, match="3 moves") as failed:
        play_round(a_round("random", "easy shy", number=7))
    assert failed.value.__notes__ == ["in deal 7, with random, easy, shy on the seats"]


# --- the same games ------------------------------------------------------------------------


@pytest.mark.parametrize(("processes", "fresh"), [(2, False), (2, True)])
def test_any_number_of_processes_plays_the_same_games(processes: int, fresh: bool) -> None:
    given = [a_round("easy", "random shy", number) for number in range(1 if fresh else 3)]
    here = [without_times(outcomes) for outcomes in played(given, 1, fresh=False)]
    there = [without_times(outcomes) for outcomes in played(given, processes, fresh=fresh)]
    assert there == here


def test_deals_depend_on_their_number_and_the_seed_alone() -> None:
    contest = Contest("own", against("random", 3), {})
    five = contest.rounds("random", SEED, 0, 15)
    assert five[3:] == contest.rounds("random", SEED, 3, 6)
    seeds = [SEED, bytes([1] * 32)]
    deals = [play_round(contest.rounds("random", seed, n, 3)[0]) for seed in seeds for n in (0, 1)]
    assert len({str(without_times(outcomes)) for outcomes in deals}) == 4


# --- intervals -----------------------------------------------------------------------------


def test_an_interval_is_that_of_a_worked_example() -> None:
    """Means of 1/2, 0, 1, 1/2 vary by 1/6; so their mean does by 1/24, and 1.96 / 24 ** .5 = .4."""
    found = clustered([(1, 0), (0, 0), (1, 1), (0, 1)])
    assert found.mean == 0.5
    assert found.reach == pytest.approx(0.4001, abs=0.0001)
    assert [found.holds(value) for value in (0.09, 0.11, 0.89, 0.91)] == [False, True, True, False]


def test_only_more_deals_make_an_interval_smaller() -> None:
    few, many = [(1.0,), (0.0,), (0.0,)], [(1.0,) * 9, (0.0,) * 9, (0.0,) * 9]
    assert clustered(few) == clustered(many)
    assert clustered([(1, 0)]) == (0.5, None)


# --- goals ---------------------------------------------------------------------------------

DUEL = Contest("duel", against("easy", 2), {"hard": Goal(share=0.6)})


@pytest.mark.parametrize(
    ("deals", "met", "sure"),
    [
        ([(1, 1)] * 3, True, True),
        ([(0, 0)] * 3, False, True),
        ([(1, 0), (1, 1)], True, False),
        ([(1, 0), (0, 1), (1, 1), (0, 0)], False, False),
    ],
)
def test_a_share_is_held_against_its_goal(
    deals: list[tuple[float, float]], met: bool, sure: bool
) -> None:
    outcomes = [tuple([came(share) for share in deal]) for deal in deals]
    (check,) = measured(DUEL, "hard", *outcomes).checks
    assert (check.met, check.sure) == (met, sure)


def test_the_lowest_line_up_counts() -> None:
    goals = {"hard": Goal(share=0.5)}
    mixed = Contest("mixed", (("shy",), ("bold",)), goals)
    win, loss = (came(1), came(1)), (came(0), came(0))
    found = measured(mixed, "hard", win, loss, win, (came(1), came(0)))
    assert found.share.mean == 0.625
    assert found.lowest[0] == ("bold",)
    assert found.lowest[1].mean == 0.25
    assert [check.met for check in found.checks] == [False]


def test_times_are_held_against_their_goals() -> None:
    contest = Contest("time", against("easy", 2), {"hard": Goal(p99=2, worst=3)})
    ms = [1.0] * 195 + [1.5, 2.0, 2.5, 2.5, 4.0]
    found = measured(contest, "hard", (came(1, ms[:100]), came(1, ms[100:])))
    assert [found.ms(part) for part in (0.5, 0.99, 1.0)] == pytest.approx([1.0, 2.5, 4.0])
    assert found.mean_ms == pytest.approx(sum(ms) / 200)
    assert [(check.name, check.met) for check in found.checks] == [("p99", False), ("max", False)]


def test_the_table_says_what_was_tried_where_a_goal_is_missed() -> None:
    goal = Goal(share=0.6, tried="deeper search gave .57")
    out = StringIO()
    for share in (1, 0.5):
        contest = Contest("duel", against("easy", 2), {"hard": goal})
        found = [measured(contest, "hard", (came(share, points=51, rival=48),) * 2)]
        show(Console(file=out, width=200), found)
    met, missed = out.getvalue().split("MISSED", 1)
    assert goal.tried in missed
    assert goal.tried not in met
    for cell in ("≥ .600", "met", "1.000", "51.0", "48.0"):
        assert cell in met


def test_each_contest_can_be_played_and_alternates_its_line_ups() -> None:
    for contest in CONTESTS.values():
        given = contest.rounds("easy", SEED, 0, None)
        assert [it.others for it in given][: len(contest.lineups)] == [*contest.lineups]
        contest.options.check_seats(contest.seats)
        assert {len(lineup) for lineup in contest.lineups} == {contest.seats - 1}
        assert contest.players <= {*CONTESTANTS, *CONTESTS["time"].goals}


# --- those who play here alone -------------------------------------------------------------


@pytest.mark.parametrize(("city", "cards", "leaves"), [(2, 8, False), (2, 5, True), (3, 8, True)])
def test_the_shy_leave_early_or_when_the_craft_may_crash(
    city: int, cards: int, leaves: bool
) -> None:
    rich = "compass compass foghorn foghorn lightning_rod cannon"
    hands = {0: " ".join(["cannon"] * cards), 1: rich}
    view = table(hands=hands, dice="fog fog", city=city).on_to("decisions").game.view(1)
    assert str(Thumb().choose(view, Random(0))) == "stay"
    assert (str(Shy().choose(view, Random(0))) == "leave") == leaves


def test_the_bold_stay_with_a_captain_who_surely_crashes() -> None:
    view = table(hands={0: ""}, dice="fog fog", city=4).on_to("decisions").game.view(1)
    assert str(Thumb().choose(view, Random(0))) == "leave"
    assert str(Bold().choose(view, Random(0))) == "stay"


# --- the command ---------------------------------------------------------------------------


def test_a_contest_of_one_s_own_is_played_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    line = f"--one random shy --others random --seats 3 --games 7 --processes 1 --json {file}"
    code, screen = run(line)
    assert code == 0
    for said in ("own: 3 seats, base, against 2 random", "random 9 ", "shy 9 ", "s/game", "max"):
        assert said in screen
    kept: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    assert [it["one"] for it in kept] == ["random", "shy"]
    games = [each for deal in kept[0]["deals"] for each in deal["games"]]
    assert [each["seat"] for each in games] == [0, 1, 2] * 3
    assert sum(each["share"] for each in games) / 9 == pytest.approx(kept[0]["share"])


def test_contests_are_listed() -> None:
    code, screen = run("--list")
    assert code == 0
    for said in (*CONTESTS, *CONTESTANTS, "every box", "20 line-ups", "for normal, hard"):
        assert said in screen


def test_a_missed_goal_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest("race", against("easy", 2), {"random": Goal(share=1.0)}, games=2)
    monkeypatch.setattr(arguments, "CONTESTS", {"race": contest})
    code, screen = run("--processes 1")
    assert (code, "MISSED" in screen) == (1, True)


def test_a_player_that_is_not_there_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest("race", against("random", 2), {"genius": Goal(), "random": Goal()}, games=2)
    monkeypatch.setattr(arguments, "CONTESTS", {"race": contest})
    code, screen = run("--processes 1")
    assert code == 0
    assert "race: genius is left out, no player is called genius" in screen
    assert "race: 2 seats, base, against random" in screen


def test_what_was_played_is_shown_when_it_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(given: Round) -> tuple[Outcome, ...]:
        if given.number == 2:
            raise KeyboardInterrupt
        return play_round(given)

    monkeypatch.setattr("bench.arena.rounds.play_round", broken_off)
    code, screen = run("--one random --others random --seats 2 --processes 1")
    assert code == 1
    assert "Stopped" in screen
    assert "random 4 " in screen


MISUSED = {
    "--contest chess": "there is no contest “chess”; choose among four, ",
    "--one genius": "there is no player “genius”; choose among random, ",
    "--others random": arguments.ONE_MISSING,
    "--one easy --others random --contest four": arguments.ONE_MISSING,
    "--one easy --others random random --seats 4": "--others: name one for all seats, or 3",
    "--contest four --seats 3 --no-spyglasses": "--seats, --spyglasses goes with --others",
    "--processes none": NOT_A_COUNT,
    "--first-deal -1": arguments.NOT_A_NUMBER,
    "--json nowhere/at/all.json": "there is no folder “nowhere/at”",
}


@pytest.mark.parametrize("line", MISUSED)
def test_a_misused_option_is_explained(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(line)
    assert ended.value.code == 2
    assert MISUSED[line] in " ".join(capsys.readouterr().err.split())


def test_an_impossible_table_is_explained() -> None:
    code, screen = run("--one easy --others easy --seats 9")
    assert (code, "9 seats will not do" in screen) == (2, True)
