"""Known groups of nodes, which may overlap, that came in a file of their own beside a graph."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.data.registry import RegisteredFile
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.readers.edge_list_layout import is_comment

GROUP_FILES = {
    "com-DBLP": RegisteredFile(
        "snap/com-dblp.top5000.cmty.txt.gz",
        "84e5fd08f0259d0f7354b45f35e3b1d225e895bfba4cc5338a2e5f505ac45e17",
    ),
}
"""The files by the title of their graph."""


def known_groups(graph: Graph) -> tuple[NDArray[np.int64], ...]:
    """The published groups of a data set's graph; none where no file is known or available.

    Examples
    --------
    >>> known_groups(Graph.from_edges(2, [(0, 1)], title="my own"))
    ()
    """
    file = GROUP_FILES.get(graph.title)
    if file is None or file.find() is None:
        return ()
    return read_groups(file.open(), graph)


def read_groups(file: GraphFile, graph: Graph) -> tuple[NDArray[np.int64], ...]:
    """One group a line, node names apart by blanks; distinct nodes, rising."""
    number = {graph.name(node): node for node in range(graph.n)}
    groups = []
    for line in file.text().splitlines():
        if is_comment(line) or not line.strip():
            continue
        names = line.split()
        unknown = next((name for name in names if name not in number), None)
        if unknown is not None:
            raise file.refuse(f"it names a node '{unknown[:20]}' that is not in the graph.")
        groups.append(np.unique([number[name] for name in names]))
    return tuple(groups)
