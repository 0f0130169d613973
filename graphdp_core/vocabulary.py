"""The words for what a graph tells: one plain word for each, and the field's word beside it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """What can be asked of a graph, as every page, picture and file calls it.

    Parameters
    ----------
    title, field : str
        The plain word, and the word of the literature.
    gloss : str
        What it is, in everyday words.
    name : str
        In a sentence, with its article.
    view : str
        The view of Explore that looks closer.
    """

    id: str
    title: str
    field: str
    gloss: str
    name: str
    view: str

    @property
    def is_plural(self) -> bool:
        """Whether its name takes "are"."""
        return self.title.endswith("s")


TIES = Topic("degrees", "Ties", "edges and degrees", "how many", "the ties", "graph")
COMMUNITIES = Topic(
    "communities", "Communities", "clusters", "who belongs together", "the communities", "clusters"
)
MAP = Topic("positions", "Map", "embedding", "who is near", "the map", "embedding")
SHAPE = Topic("shape", "Shape", "persistence", "loops, clumps", "the shape", "persistence")
BACKBONE = Topic("tree", "Backbone", "spanning tree", "what joins all", "the backbone", "tree")
LEADERS = Topic("top_nodes", "Leaders", "centrality", "who is central", "the leaders", "centrality")
PATTERNS = Topic("spectrum", "Patterns", "spectrum", "what stands out", "the patterns", "spectrum")
PERSON = Topic(
    "person", "One person", "re-identification", "who can be recognised", "one person",
    "recognition",
)  # fmt: skip
COUNTS = Topic("count", "Counts", "subgraph counts", "how many there are", "the counts", "counts")

TOPICS = (TIES, COMMUNITIES, MAP, SHAPE, BACKBONE, LEADERS, PATTERNS, COUNTS, PERSON)
"""In the order of the Board's tiles and of Explore's views."""
