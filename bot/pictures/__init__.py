"""Painted boards."""
