"""What lies on the table, and what hands can do with it."""
