"""The store in one file of SQLite."""
