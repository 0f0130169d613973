"""Lessons: guess first, then see. One screen each, or the list of all; also for a class."""

from pages.lessons import lesson_player

lesson_player.page()
