"""Boards in channels: rendering, posts and edits of messages, and answers to clicks."""
