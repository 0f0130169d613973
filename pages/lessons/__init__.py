"""Lessons: guess first, then see."""
