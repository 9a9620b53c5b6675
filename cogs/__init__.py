"""The bot's slash commands, buttons and selects: one cog for each subject."""
