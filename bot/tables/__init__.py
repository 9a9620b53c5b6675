"""A table: people, a lobby, a game, and what the house does for them. No I/O and no clock."""
