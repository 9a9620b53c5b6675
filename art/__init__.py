"""The art of the painted board as SVG, and the baking of it into the files that the bot carries.

Nothing here is needed to run the bot. After a change: ``make art``, and commit what it writes.
"""
