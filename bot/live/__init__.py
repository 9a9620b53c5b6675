"""The page on a running table: links, what a page shows, and its connection to the bot."""
