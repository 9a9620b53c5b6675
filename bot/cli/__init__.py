"""The command line: run, local, check, backup and restore, and the signals that end them."""
