"""The art of the painted board as SVG, and how it is baked into what the bot carries.

Nothing here is needed to run the bot. After a change: ``make art``, and commit what it writes.
"""
