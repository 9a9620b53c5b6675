"""Shards: their owners and their connections."""
