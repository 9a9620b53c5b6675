"""The host: settings, client, store, tables, clocks, words and pictures."""
