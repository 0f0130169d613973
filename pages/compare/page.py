"""Compare: one property of the truth and of two releases, A and B."""

from pages.compare import two_releases

two_releases.show()
