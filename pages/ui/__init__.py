"""Widgets and menus that every page uses."""
