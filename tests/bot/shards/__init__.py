"""Shards: who holds them, and how they are connected."""
