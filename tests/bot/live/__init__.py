"""Tests of pages on running tables."""
