"""Reads METIS graph files: a line of neighbours for every node."""

from __future__ import annotations

import re
from array import array

import numpy as np

from graphdp_core.graphs.pair_index import tidy_pairs
from graphdp_core.intake.files.graph_file import GraphFile, plain_text
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, as_weight


def read_metis(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a graph whose line i holds the neighbours of node i, from 1, perhaps with weights.

    The first line gives the numbers of nodes and edges, and perhaps which weights follow. Every
    edge stands in two lines; it is taken once. Weights of nodes are passed over.

    Raises
    ------
    GraphFileError
        If the first line does not give the sizes, a neighbour is not in 1..n, or the lines hold
        another number of nodes or edges than promised.
    """
    if columns.label is not None:
        raise file.refuse("a METIS file holds no classes of nodes; leave the label out.")
    rows = (
        (number, text.split()) for number, text in file.lines() if not text.lstrip().startswith("%")
    )
    n, m, skipped, weighted = _sizes(file, *next(rows, (1, [])))
    ends, weights, node = array("i"), array("d"), 0
    for number, tokens in rows:
        node += 1
        if node > n:
            if tokens:
                raise file.refuse(f"line {number} is one too many for {n:,} nodes.")
            continue
        for place in range(skipped, len(tokens), 1 + weighted):
            token = tokens[place]
            if not (token.isdecimal() and len(token) < 10 and 1 <= int(token) <= n):
                shown = plain_text(token, longest=20)
                raise file.refuse(f"line {number} names the node '{shown}'; nodes are 1 to {n:,}.")
            ends.extend((node - 1, int(token) - 1))
            if weighted:
                text = tokens[place + 1] if place + 1 < len(tokens) else ""
                weights.append(as_weight(text, file, f"line {number}"))
        file.check_size(edges=len(ends) // 4)  # every edge stands there twice
    if node < n:
        raise file.refuse(f"it promises {n:,} nodes and has lines for {node:,}; fetch it again.")
    return _once(file, n, m, ends, weights if weighted else None)


def _sizes(file: GraphFile, number: int, fields: list[str]) -> tuple[int, int, int, int]:
    """Nodes, edges, node weights to pass over on each line, and 1 if edges have weights."""
    good = 2 <= len(fields) <= 4 and all(f.isdecimal() and len(f) < 10 for f in fields)
    if (
        not good
        or int(fields[0]) == 0
        or not re.fullmatch("[01]{1,3}", "".join(fields[2:3]) or "0")
    ):
        raise file.refuse(f"line {number} must give the numbers of nodes and edges.")
    n, m = int(fields[0]), int(fields[1])
    file.check_size(nodes=n, edges=m)
    kind = fields[2].zfill(3) if len(fields) > 2 else "000"
    constraints = int(fields[3]) if len(fields) > 3 else 1
    return n, m, int(kind[-3] == "1") + (constraints if kind[-2] == "1" else 0), int(kind[-1])


def _once(
    file: GraphFile, n: int, m: int, ends: array[int], weights: array[float] | None
) -> RawGraph:
    pairs = np.frombuffer(ends, dtype=np.int32).reshape(-1, 2) if ends else np.empty((0, 2), int)
    tidy = tidy_pairs(pairs, n, rows=weights is not None)
    loops = np.unique(pairs[pairs[:, 0] == pairs[:, 1], 0])
    distinct = tidy.edges.shape[0] + len(loops)
    if m not in (distinct, distinct - len(loops)):
        raise file.refuse(f"it promises {m:,} edges and holds {distinct:,}; fetch it again.")
    edges = np.vstack((tidy.edges, np.column_stack((loops, loops)))) if len(loops) else tidy.edges
    if weights is None:
        return RawGraph(n, edges)
    values = tidy.first(np.frombuffer(weights))
    return RawGraph(n, edges, np.append(values, np.ones(len(loops))))
