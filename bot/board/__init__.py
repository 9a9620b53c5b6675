"""What keeps channels up to date: rendering, posting and editing messages, and answering clicks."""
