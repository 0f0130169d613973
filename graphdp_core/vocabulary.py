"""The words for what a graph tells: one plain word for each, and the field's word beside it."""

from __future__ import annotations

import re
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

    def became(self, score: float) -> str:
        """What became of it, as a sentence says it.

        Examples
        --------
        >>> COMMUNITIES.became(0.9), COMMUNITIES.became(0.7), MAP.became(0.1)
        ('the communities survive', 'the communities are blurred', 'the map is lost')
        """
        word = fate(score)
        if word == SURVIVES:
            return f"{self.name} {'survive' if self.is_plural else SURVIVES}"
        return f"{self.name} {'are' if self.is_plural else 'is'} {word}"


def of_ties(text: str) -> str:
    """A sentence of the literature in the app's word, which no page mixes with "edge".

    Examples
    --------
    >>> of_ties("an edge disappears: the presence of any one edge in edgeFlip")
    'a tie disappears: the presence of any one tie in edgeFlip'
    """
    text = re.sub(r"\b([Aa])n edge\b", r"\1 tie", text)
    return re.sub(r"\bEdge(s?)\b", r"Tie\1", re.sub(r"\bedge(s?)\b", r"tie\1", text))


SURVIVES, BLURRED, LOST = "survives", "blurred", "lost"
LEAST = {SURVIVES: 0.8, BLURRED: 0.4}
"""The least share of the way from guessing to the true result that each word stands for."""


def fate(score: float) -> str:
    """The one word of every tile and every view for how much survives."""
    return next((word for word, least in LEAST.items() if score >= least), LOST)


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
    "person", "One person", "re-identification", "who is recognised", "one person",
    "recognition",
)  # fmt: skip
COUNTS = Topic("count", "Counts", "subgraph counts", "how many there are", "the counts", "counts")

DECISIONS = Topic(
    "conclusions", "Conclusions", "inference", "what people decide", "the conclusions",
    "conclusions",
)  # fmt: skip

TOPICS = (TIES, COMMUNITIES, MAP, SHAPE, BACKBONE, LEADERS, PATTERNS, PERSON, DECISIONS, COUNTS)
"""In the order of Explore's views and of the Board's tiles, which end with one tie, not counts."""
