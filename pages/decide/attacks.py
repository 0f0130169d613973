"""Attacks: what can be learned from releases, beside what is promised."""

from pages.parts import attacker
from pages.shared import session

attacker.show(session.current())
