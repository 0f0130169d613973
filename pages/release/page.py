"""Release: one private release that may leave the house, and a check of one that has."""

from pages.release import publication

publication.show()
