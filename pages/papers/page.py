"""Papers: what the five papers and later work claim, and what became of every row here."""

from pages.papers import paper_shelf

paper_shelf.show()
