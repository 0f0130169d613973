"""A file as people export it, and what it means: a graph, a question with answers, or no graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Kind", "graph_of"]


@dataclass(frozen=True)
class Kind:
    """One kind of export.

    Parameters
    ----------
    file : str
        Its name; the ending matters.
    text : str or bytes
    means : str
        The graph, as `graph_of` reads it; empty where the file is refused or asked about.
    asks : mapping of str to str
        The graph for each answer that is offered, by the words of the answer, such as
        "listed=each"; an empty graph stands for one that matters to nobody.
    refuses : str
        Words of the refusal.
    """

    file: str
    text: str | bytes
    means: str = ""
    asks: Mapping[str, str] = field(default_factory=dict)
    refuses: str = ""

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.text if isinstance(self.text, bytes) else self.text.encode()


def graph_of(words: str) -> tuple[set[str], dict[frozenset[str], float]]:
    """Nodes and weighted edges of "Ann ~ Bob = 2 / Cid ~ Dan / Eve": the last is alone."""
    nodes: set[str] = set()
    edges: dict[frozenset[str], float] = {}
    for part in words.split(" / "):
        pair, _, weight = part.partition(" = ")
        ends = pair.strip().split(" ~ ")
        nodes |= set(ends)
        if len(ends) == 2:
            edges[frozenset(ends)] = float(weight or 1)
    return nodes, edges
