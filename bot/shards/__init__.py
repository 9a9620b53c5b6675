"""The shards of Discord's gateway that this process owns."""
