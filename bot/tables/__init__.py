"""A table: people, a lobby, a game, and what the bot does for them. No I/O and no clock."""
