"""Break it: three ways of trying to refute a promise, one at a time."""

from pages.break_it import refute

refute.show()
