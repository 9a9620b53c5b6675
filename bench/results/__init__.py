"""The speed of results where a million games are stored.

A database is filled with games of made-up people, of whom few play much and many play little, in
as many servers as they fill; then people's questions are asked again and again, about people and
servers by lot. Games that end are stored as the bot does it, each in a transaction of its own.
"""
