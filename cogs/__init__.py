"""What Discord users can do, one cog for each thing: slash commands, buttons and selects."""
