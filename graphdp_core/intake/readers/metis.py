"""Reads METIS graph files: a line of neighbours for every node."""

from __future__ import annotations

import re
from array import array

import numpy as np

from graphdp_core.graphs.pair_index import tidy_pairs
from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, as_count, as_weight


def read_metis(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a graph whose line i holds the neighbours of node i, from 1, perhaps with weights.

    The first line gives the numbers of nodes and edges, and perhaps which weights follow. Every
    edge stands in two lines; it is taken once. Weights of nodes are passed over.
    """
    rows = (
        (number, text.split()) for number, text in file.lines() if not text.lstrip().startswith("%")
    )
    number, fields = next(rows, (1, []))
    head = [*fields, *("", "", "0", "1")[len(fields) :]]  # what may be left out
    n, m, _, constraints = counts = [as_count(field) for field in head[:4]]
    if len(head) > 4 or min(counts) < 0 or n == 0 or not re.fullmatch("[01]{1,3}", head[2]):
        raise file.refuse(f"line {number} must give the numbers of nodes and edges.")
    file.check_size(nodes=n, edges=m)
    has_sizes, has_node_weights, weighted = map(int, head[2].zfill(3))
    skipped = has_sizes + constraints * has_node_weights
    ends, weights, node = array("i"), array("d"), 0
    for number, tokens in rows:
        node += 1
        if node > n and tokens:
            raise file.refuse(f"line {number} is one too many for {n:,} nodes.")
        for place in range(skipped, len(tokens), 1 + weighted):
            if not 1 <= (neighbour := as_count(tokens[place])) <= n:
                raise file.refuse(
                    f"line {number} names the node {quoted(tokens[place])}; nodes are 1 to {n:,}."
                )
            ends.extend((node - 1, neighbour - 1))
            if weighted:
                text = (*tokens, "")[place + 1]
                weights.append(as_weight(text, file, f"line {number}"))
        file.check_size(edges=len(ends) // 4)  # every edge stands there twice
    if node < n:
        raise file.refuse(f"it promises {n:,} nodes and has lines for {node:,}; fetch it again.")
    pairs = np.asarray(ends).reshape(-1, 2)
    tidy = tidy_pairs(pairs, n, rows=bool(weighted))
    loops = np.unique(pairs[pairs[:, 0] == pairs[:, 1], 0])
    if m - len(tidy.edges) not in (0, len(loops)):
        distinct = len(tidy.edges) + len(loops)
        raise file.refuse(f"it promises {m:,} edges and holds {distinct:,}; fetch it again.")
    edges = np.vstack((tidy.edges, np.column_stack((loops, loops))))
    if not weighted:
        return RawGraph(n, edges)
    return RawGraph(n, edges, np.append(tidy.first(np.asarray(weights)), np.ones(len(loops))))
