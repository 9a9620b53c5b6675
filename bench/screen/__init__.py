"""Whole games by clicks in a real browser, and what of them is in sight on a phone."""
