"""The review of a finished game: the decisions of a seat that cost it most.

Each is judged by what the seat could know when it decided, never by the outcome.
"""

from players.review.decisions import Decision, decisions
from players.review.slips import MAX_SLIPS, Slip, costliest, review, weighed

__all__ = ["MAX_SLIPS", "Decision", "Slip", "costliest", "decisions", "review", "weighed"]
