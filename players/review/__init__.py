"""The review of a finished game: the decisions of a seat that cost it most.

Each is judged by what the seat could know when it decided, never by the outcome.
"""

from players.review.decisions import Decision, decisions, doubtful
from players.review.judge import Cost, Judge, SearchJudge
from players.review.slips import MAX_SLIPS, Slip, costliest, screened, weighed

__all__ = [
    "MAX_SLIPS",
    "Cost",
    "Decision",
    "Judge",
    "SearchJudge",
    "Slip",
    "costliest",
    "decisions",
    "doubtful",
    "screened",
    "weighed",
]
