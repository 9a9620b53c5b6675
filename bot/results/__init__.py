"""Results, standings and ratings of finished games. No I/O and no clock."""
