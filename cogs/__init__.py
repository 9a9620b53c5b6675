"""What Discord users can do: slash commands, buttons and selects. They ask the host, and answer."""
