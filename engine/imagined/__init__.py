"""Dealing what a view hides: hands and deck, treasures and piles."""
