"""Pinned states of the app: the file that keeps them, and what lies between two of them."""
