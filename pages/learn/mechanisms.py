"""Mechanisms: what the chosen one promises and why, from its own declarations."""

from pages.parts import mechanism_sheet
from pages.shared import session

mechanism_sheet.show(session.current().mechanism)
