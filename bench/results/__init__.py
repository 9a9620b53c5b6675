"""How quickly results are kept and read where very many games are stored.

A database is filled with games of made-up people, of whom few play much and many play little, in
as many servers as fit them; then what people ask is asked of it, again and again, of people and
servers by lot. Games at the end are kept as the bot keeps them, each in a transaction of its own.
"""
