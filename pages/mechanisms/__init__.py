"""Mechanisms: the list by what leaves the house, and one sheet each."""
