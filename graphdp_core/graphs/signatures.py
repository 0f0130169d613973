"""What an acquaintance knows of a person without the names: numbers of ties, and who looks alike.

A person is unique by a measure if nobody else in the graph has the same value of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import node_triangles
from graphdp_core.params import Refused

MEASURES = {
    "degree": "Degree",
    "circle": "Degree and triangles",
    "friends": "Degrees of the friends",
}
"""What is known of one person. A person's circle has as many nodes and edges as the ties and
triangles say, and no other."""


def classes(graph: Graph, measure: str) -> Ints:
    """A number for each person; who looks alike by the measure has the same one.

    Parameters
    ----------
    measure : str
        One of `MEASURES`. The ties of the friends are compared as sorted lists.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> [alike(classes(kite, measure)).tolist() for measure in ("degree", "circle")]
    [[2, 2, 1, 1], [2, 2, 1, 1]]
    """
    if measure == "friends":
        return _numbered(_lists_of_ties(graph))
    columns = [graph.degrees]
    if measure == "circle":
        columns.append(triangles_of(graph))
    return _numbered(np.column_stack(columns))


def alike(numbers: Ints) -> Ints:
    """With how many each person looks alike, the person included."""
    return np.bincount(numbers)[numbers] if len(numbers) else numbers


def unique_share(graph: Graph, measure: str) -> float:
    """The share of people who are unique by a measure; nan without people.

    Notes
    -----
    *Privacy*: reads the graph as it is. Of a true graph the number is not private.

    Examples
    --------
    >>> unique_share(Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)]), "degree")
    0.5
    """
    if not graph.n:
        return float("nan")
    return float(np.mean(alike(classes(graph, measure)) == 1))


def triangles_of(graph: Graph) -> NDArray[np.int64]:
    """Triangles at every node; Refused where they would take too long."""
    triangles, notes = node_triangles(graph)
    if triangles is None:
        raise Refused(" ".join(notes))
    return triangles


def _numbered(rows: NDArray[np.int64]) -> Ints:
    return np.unique(rows, axis=0, return_inverse=True)[1].astype(np.int64).ravel()


def _lists_of_ties(graph: Graph) -> NDArray[np.int64]:
    """The sorted degrees of the friends, each list by its number in one column."""
    indptr, indices = graph.neighbours
    person = np.repeat(np.arange(graph.n), np.diff(indptr))
    ties = graph.degrees[indices]
    ties = ties[np.lexsort((ties, person))]
    known: dict[bytes, int] = {}
    parts = (part.tobytes() for part in np.split(ties, indptr[1:-1])) if graph.n else ()
    numbers = [known.setdefault(part, len(known)) for part in parts]
    return np.array(numbers, dtype=np.int64).reshape(-1, 1)
