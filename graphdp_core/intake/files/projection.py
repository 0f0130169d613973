"""Turns a graph of rows and columns, such as people and their groups, into one of either kind."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import scipy.sparse

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_graph import RawGraph, count_of


def of_two_kinds(raw: RawGraph, titles: tuple[str, str]) -> RawGraph:
    """Edges whose sources are rows and whose targets are columns, though they share names.

    Examples
    --------
    >>> raw = RawGraph(3, np.array([[0, 1], [1, 2]]), names=["1", "2", "3"])
    >>> two = of_two_kinds(raw, ("user", "film"))
    >>> two.names, two.edges.tolist(), two.rows
    (['user 1', 'user 2', 'film 2', 'film 3'], [[0, 2], [1, 3]], 2)
    """
    names = [str(i) for i in range(raw.n)] if raw.names is None else list(map(str, raw.names))
    alone = np.setdiff1d(np.arange(raw.n), raw.edges)
    rows = np.union1d(raw.edges[:, 0], alone).astype(np.int64)
    columns = np.unique(raw.edges[:, 1]).astype(np.int64)
    ends = np.searchsorted(rows, raw.edges[:, 0]), np.searchsorted(columns, raw.edges[:, 1])
    kinds = zip(titles, (rows.tolist(), columns.tolist()), strict=True)
    return replace(
        raw,
        n=len(rows) + len(columns),
        edges=np.column_stack((ends[0], ends[1] + len(rows))),
        names=[f"{title} {names[i]}" for title, nodes in kinds for i in nodes],
        classes=None,
        positions=None,
        rows=len(rows),
    )


def projected(raw: RawGraph, projection: str, file: GraphFile) -> RawGraph:
    r"""The graph of the rows or of the columns, or the graph of both as it is.

    Two rows are joined if they share a column, with the number of columns that they share as
    the weight: :math:`w_{uv} = |N(u) \cap N(v)|`. Weights of the edges between rows and columns
    say nothing about this number and are left out.

    Parameters
    ----------
    raw : RawGraph
        Nodes 0..raw.rows-1 are the rows; every edge joins a row and a column, or is passed over.
        A graph of one kind stays as it is, with a note.
    projection : {"none", "rows", "columns"}
    file : GraphFile
        For limits and messages.

    Examples
    --------
    >>> from graphdp_core.intake.files.graph_file import Limits
    >>> raw = RawGraph(3, np.array([[0, 2], [1, 2]]), names=["Ann", "Bob", "Chess"], rows=2)
    >>> people = projected(raw, "rows", GraphFile("clubs.net", b"", Limits()))
    >>> people.names, people.edges.tolist(), people.weights.tolist()
    (['Ann', 'Bob'], [[0, 1]], [1.0])
    """
    rows = raw.rows
    if projection == "none":
        return raw
    if not rows:
        return replace(raw, notes=(*raw.notes, "nothing was projected: nodes are of one kind"))
    kept = np.arange(rows) if projection == "rows" else np.arange(rows, raw.n)
    low, high = raw.edges.min(axis=1, initial=raw.n), raw.edges.max(axis=1, initial=-1)
    between = (low < rows) & (high >= rows)
    pairs = np.unique(np.column_stack((low[between], high[between] - rows)), axis=0)
    own, other = pairs.T if projection == "rows" else pairs.T[::-1]
    sizes = np.bincount(other).astype(np.float64)
    most = float((sizes * (sizes - 1) / 2).sum())  # a column of k rows makes k (k - 1) / 2 edges
    if most > 4 * file.limits.edges:
        raise file.refuse(
            f"its projection would be made of {most:,.0f} shared pairs, "
            f"{4 * file.limits.edges:,} are allowed; keep rows and columns as one graph."
        )
    shape = (len(kept), raw.n - len(kept))
    incidence = scipy.sparse.csr_array((np.ones(len(own)), (own, other)), shape=shape)
    product = incidence @ incidence.T
    product.sort_indices()  # else their order is the library's own
    shared = scipy.sparse.triu(product, k=1).tocoo()
    file.check_size(edges=shared.nnz)
    ends = np.column_stack(shared.coords).astype(np.int64)
    left = count_of(raw.n - len(kept), "column" if projection == "rows" else "row")
    return replace(
        raw,
        n=len(kept),
        edges=ends,
        weights=shared.data if len(ends) else None,
        names=None if raw.names is None else [raw.names[i] for i in kept.tolist()],
        classes=None if raw.classes is None else [raw.classes[i] for i in kept],
        positions=None if raw.positions is None else raw.positions[kept],
        directed=False,
        rows=0,
        notes=(*raw.notes, f"{left} became edges between those that share one"),
    )
