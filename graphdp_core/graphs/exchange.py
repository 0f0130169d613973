"""Graphs in the forms of other packages: matrices and data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused, refuse_strangers

if TYPE_CHECKING:
    import pandas as pd


def from_adjacency(matrix: Any, *, title: str = "") -> Graph:
    """The graph of a symmetric matrix, as scikit-network and scikit-learn hand it on.

    Parameters
    ----------
    matrix : array_like or scipy sparse, shape (n, n)
        Entries other than 0 are edges. Weights are kept unless all are 1; the diagonal is left out.
    title : str

    Raises
    ------
    Refused
        If it is not square, not symmetric, or holds what is not finite.

    Examples
    --------
    >>> from_adjacency([[0, 1, 0], [1, 0, 1], [0, 1, 0]]).edges.tolist()
    [[0, 1], [1, 2]]
    >>> from_adjacency([[0.0, 2.5], [2.5, 0.0]]).weights.tolist()
    [2.5]
    """
    from scipy.sparse import coo_array, issparse

    given = matrix if issparse(matrix) else np.asarray(matrix)
    if given.ndim != 2 or given.shape[0] != given.shape[1]:
        raise Refused(f"matrix must be square, got the shape {given.shape}: one row for each node.")
    entries = coo_array(given)
    entries.sum_duplicates()
    entries.eliminate_zeros()
    values = entries.data.astype(np.float64)
    if not np.isfinite(values).all():
        raise Refused("matrix must hold finite numbers: take nan and inf out.")
    if (abs(entries - entries.T) > 0).nnz:
        raise Refused("matrix must be symmetric: add its transpose, for directions are not kept.")
    upper = entries.row < entries.col
    pairs = np.column_stack((entries.row[upper], entries.col[upper])).astype(np.int64)
    weights = values[upper]
    is_plain = bool((weights == 1.0).all())
    return Graph.from_edges(
        given.shape[0], pairs, weights=None if is_plain else weights, title=title
    )


def to_pandas(graph: Graph) -> pd.DataFrame:
    """A row for each edge: ``source`` and ``target`` by name, and ``weight`` where there is one.

    Nodes without edges have no row.

    Examples
    --------
    >>> to_pandas(Graph.from_edges(2, [(0, 1)], names=["ann", "bob"])).values.tolist()
    [['ann', 'bob']]
    """
    refuse_strangers(graph=graph)
    import pandas as pd

    ends = [[graph.name(int(node)) for node in column] for column in graph.edges.T]
    table = pd.DataFrame({"source": ends[0], "target": ends[1]}, dtype="object")
    if graph.weights is not None:
        table["weight"] = graph.weights
    return table
