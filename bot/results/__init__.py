"""What is kept of games that are over: results, standings and ratings. No I/O and no clock."""
