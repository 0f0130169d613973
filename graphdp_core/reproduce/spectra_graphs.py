"""The two graphs of the spectra tables: the e-mails of Enron, and one with similar eigenvalues."""

from __future__ import annotations

import numpy as np

from graphdp_core.datasets import dataset
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count

__all__ = ["generated_graph", "spectra_graphs"]


def spectra_graphs(which: str) -> tuple[dict[str, Graph], tuple[str, ...]]:
    """The graphs by name, and a note if one is not available.

    Parameters
    ----------
    which : {"both", "enron", "generated"}

    Raises
    ------
    ValueError
        If the Enron graph alone is asked for and not on this machine.
    """
    made = {}
    notes: tuple[str, ...] = ()
    if which != "generated":
        info = dataset("enron-reciprocal")
        if which == "enron" or info.available():
            made["Enron 150/872"] = info.load()
        else:
            notes = ("The Enron graph is not available: set GRAPHDP_DATA_DIR to its folder.",)
    if which != "enron":
        made["generated 147/869"] = generated_graph()
    return made, notes


def generated_graph() -> Graph:
    """147 nodes and 869 edges, drawn once and for all, with eigenvalues like the published ones.

    Six groups and a few hubs: the pairs are drawn without replacement with weights w_i w_j, 40
    times as much inside a group.

    Examples
    --------
    >>> generated_graph()
    <Graph generated 147/869: n=147, m=869>
    """
    n, m, rng = 147, 869, np.random.default_rng(2013)
    weights, groups = rng.pareto(2.0, n) + 0.5, np.arange(n) % 6
    u, v = np.triu_indices(n, 1)
    odds = weights[u] * weights[v] * np.where(groups[u] == groups[v], 40.0, 1.0)
    best = np.argsort(-(np.log(odds) + rng.gumbel(size=pair_count(n))), kind="stable")[:m]
    return Graph.from_edges(n, np.column_stack([u[best], v[best]]), title="generated 147/869")
