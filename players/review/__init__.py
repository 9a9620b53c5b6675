"""A look back at a game that is over: which decisions of a seat cost it most.

Each is judged by what the seat could know when it decided, never by how things turned out.
"""

from players.review.decisions import Decision, decisions, doubtful
from players.review.judge import Cost, Judge, Reckoner
from players.review.slips import MOST, Slip, costliest, screened, weighed

__all__ = [
    "MOST",
    "Cost",
    "Decision",
    "Judge",
    "Reckoner",
    "Slip",
    "costliest",
    "decisions",
    "doubtful",
    "screened",
    "weighed",
]
