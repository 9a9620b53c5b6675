"""Why a move was refused: a code, and only facts that the seat may know."""

from engine.errors import IllegalMove
from engine.flow.question import Question
from engine.moves import Move, Play
from engine.state.game_state import GameState


def refusal(state: GameState, seat: int, move: object) -> IllegalMove:
    """Return the error with the most helpful reason."""
    if not state.waiting:
        return IllegalMove("game_over")
    if not isinstance(move, Move):
        return IllegalMove("no_move", seat=seat)
    if seat not in range(len(state.seats)):
        return IllegalMove("no_such_seat", seat=seat)
    if seat not in state.waiting:
        return IllegalMove("not_asked", seat=seat)
    if isinstance(move, Play):
        return IllegalMove(_why_no_play(state, seat, move), seat=seat, move=move.kind)
    return IllegalMove(_why_no_move(state, seat, move), seat=seat, move=move.kind)


def _why_no_move(state: GameState, seat: int, move: Move) -> str:
    if any(move.kind == legal.kind for legal in state.agenda[-1].legal(state, seat)):
        return "not_this_one"
    return "not_now"


def _why_no_play(state: GameState, seat: int, move: Play) -> str:
    act = state.rules.act.get(move.card)
    question = state.agenda[-1]
    if act is None:
        return "not_in_this_game"
    if not isinstance(question, Question) or question.moment not in act.when:
        return "not_now"
    if not act.has(state, seat):
        return "not_held"
    if seat not in act.who.seats(state):
        return act.who.code
    if not (act.possible(state) and act.moves(state, seat)):
        return "to_no_effect"
    return "not_this_way"
