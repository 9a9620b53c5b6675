"""The flow of a game: what happens next, and what each seat may do then."""
