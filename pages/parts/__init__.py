"""Sections that one or two pages show."""
