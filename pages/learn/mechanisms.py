"""Mechanisms: by what leaves the house; what the chosen one is, promises, and why."""

from pages.parts import mechanism_sheet

mechanism_sheet.show()
