"""The service that hosts tables: the click path, its cache, the scheduler, and who can reach us."""
