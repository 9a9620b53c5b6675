"""Hosts tables: the path of an action, the scheduler, computers, reviews, retention."""
