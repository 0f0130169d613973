"""Break it: three ways of trying to refute a promise, one at a time."""

from pages.parts import refute

refute.show()
