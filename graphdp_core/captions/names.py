"""Names stay home: the same comparison with numbers in the place of names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "carries_names",
    "nameless_graph",
    "nameless_table",
    "without_names",
]


def carries_names(graph: Graph) -> bool:
    """Whether the graph has names of nodes or classes of its own."""
    return graph.names is not None or any(not name.isdigit() for name in graph.label_names)


def nameless_graph(graph: Graph) -> Graph:
    """The same graph; nodes are numbers, classes "class 1", "class 2" and so on.

    Examples
    --------
    >>> graph = Graph.from_edges(2, [(0, 1)], names=["ann", "bob"], labels=["x", "y"])
    >>> nameless_graph(graph).name(1), nameless_graph(graph).label_names
    ('1', ('class 1', 'class 2'))
    """
    return replace(graph, names=None, label_names=_classes(graph.label_names))


def without_names(c: Comparison) -> Comparison:
    """The same comparison, without a name of a node or a class on either side."""
    release: Any = c.release
    if isinstance(release, Graph):
        release = nameless_graph(release)
    return replace(c, graph=nameless_graph(c.graph), release=release)


def nameless_table(table: pd.DataFrame, graph: Graph) -> pd.DataFrame:
    """The same table with numbers in the place of nodes' names, and of classes'.

    Examples
    --------
    >>> import pandas as pd
    >>> graph = Graph.from_edges(2, [(0, 1)], names=["ann", "bob"])
    >>> table = pd.DataFrame({"node": ["bob", "ann"], "degree": [1, 1]})
    >>> nameless_table(table, graph)["node"].tolist()
    ['node 1', 'node 0']
    """
    from pandas.api.types import is_numeric_dtype

    instead = {graph.name(i): f"node {i}" for i in range(graph.n)} if graph.names else {}
    instead |= dict(zip(graph.label_names, _classes(graph.label_names), strict=True))
    hidden = {
        column: table[column].map(lambda cell: instead.get(cell, cell))
        for column in table.columns
        if not is_numeric_dtype(table[column])
    }
    return table.assign(**hidden).rename(columns=instead)


def _classes(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"class {k}" for k in range(1, len(names) + 1))
