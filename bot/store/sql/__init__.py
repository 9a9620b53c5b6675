"""What the store asks of a database that speaks SQL, whichever it is."""
