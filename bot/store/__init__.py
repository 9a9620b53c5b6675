"""What must survive: the protocol of a database of tables, and one that keeps it."""
