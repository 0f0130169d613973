"""Local sensitivities by score, remembered: they do not depend on epsilon and take long."""

from __future__ import annotations

import threading
from collections import OrderedDict

from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Report
from graphdp_core.sensitivities import closeness, eigenvector, laplacian
from graphdp_core.sensitivities.neighbours import LocalSensitivity, ThetaEdges

__all__ = ["local_sensitivity"]

LARGEST = 64

_known: OrderedDict[tuple[str, str, ThetaEdges, str], LocalSensitivity] = OrderedDict()
_lock = threading.Lock()


def local_sensitivity(
    score: str,
    graph: Graph,
    neighbours: ThetaEdges,
    *,
    pairs: str = "edges",
    progress: Report = SILENT,
) -> LocalSensitivity:
    """The local sensitivity of one of the three centralities, computed once per graph.

    Parameters
    ----------
    score : {"eigenvector", "laplacian", "closeness"}
    graph : Graph
    neighbours : ThetaEdges
    pairs : {"edges", "all"}
    progress : callable, optional
    """
    key = (score, graph.fingerprint, neighbours, pairs)
    with _lock:
        if key in _known:
            _known.move_to_end(key)
            return _known[key]
    measure = {
        "eigenvector": eigenvector.local_sensitivity,
        "laplacian": laplacian.local_sensitivity,
        "closeness": closeness.local_sensitivity,
    }[score]
    found = measure(graph, neighbours, pairs=pairs, progress=progress)
    with _lock:
        _known[key] = found
        while len(_known) > LARGEST:
            _known.popitem(last=False)
    return found
