"""What must survive: the protocol of a database of tables, and the kinds of database there are."""
