"""Mechanisms: what the chosen one promises and why, from its own declarations."""

from pages.parts import mechanism_sheet, to_audit
from pages.shared import session

to_audit.follow()
mechanism_sheet.show(session.current().mechanism)
