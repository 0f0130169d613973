"""Mechanisms: by what leaves the house; what the chosen one is, promises, and why."""

from pages.mechanisms import mechanism_sheet

mechanism_sheet.show()
