"""What keeps a statement to the tables of our shards."""

from __future__ import annotations

from bot.store.leases import SHARD_BITS, Share


def ours(share: Share) -> str:
    """A condition on the tables of these shards, to follow others; none if all of them are ours."""
    if share.whole:
        return ""
    mine = ", ".join(f"{shard}" for shard in sorted(share.mine)) or "-1"
    return f" AND (guild >> {SHARD_BITS}) % {share.all} IN ({mine})"
