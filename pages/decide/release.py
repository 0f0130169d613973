"""Release: one private release that may leave the house, and a check of one that has."""

from pages.parts import publication

publication.show()
