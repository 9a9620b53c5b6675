"""What those who look after the bot can see of it: figures, and whether it can do its work."""
