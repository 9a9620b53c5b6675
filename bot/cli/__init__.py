"""The command line, ``python -m bot``: its subcommands, and the signals that end them."""
