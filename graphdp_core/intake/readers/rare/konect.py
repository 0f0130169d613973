"""Reads the files out.* of the KONECT collection: a line on what they hold, then the edges."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, as_count, as_weight
from graphdp_core.intake.readers.plain_rows import PlainRows, read_number_rows

HEAD = re.compile(
    rb"%[ \t]*(sym|asym|bip)[ \t]+(unweighted|positive|posweighted|signed|multisigned|weighted"
    rb"|multiweighted|multiposweighted|dynamic)\b[^\n]*"
)
"""The first line: directions and kinds of nodes, and what the third column is."""
_SIZES = re.compile(rb"\n%[ \t]*(\d{1,12})[ \t]+(\d{1,12})[ \t]+(\d{1,12})[ \t]*(?=\n)")
_COUNTED = ("positive", "dynamic")
"""Third columns that count, so that lines of one pair are added up."""


def read_konect(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines of two nodes, perhaps a weight and a time, as the first line says.

    Nodes are numbered from 1, in two kinds ("bip") each for itself. Third columns that count edges
    ("positive") are added up, an edge that was removed again ("dynamic") is left out, and those of
    graphs without weights are not read.

    References
    ----------
    Kunegis (2013). KONECT: the Koblenz network collection. WWW 2013 Companion.
    """
    if (head := HEAD.match(file.data)) is None:
        raise file.refuse(
            "its first line does not say what it holds, such as '% sym unweighted'; name a plain "
            "list of edges .txt."
        )
    kind, meaning = (word.decode() for word in head.groups())
    ends, third = _edges(file)
    if ends.min() < 1:
        raise file.refuse("it has a node below 1; nodes of KONECT are numbered from 1.")
    weights = None if meaning == "unweighted" else third
    sizes = _SIZES.match(file.data, head.end())
    said = [int(size) for size in sizes.groups()[1:]] if sizes else [0, 0]
    left, right = (max(size, int(side.max())) for size, side in zip(said, ends.T, strict=True))
    two_kinds = kind == "bip"
    n = left + right if two_kinds else max(left, right)
    file.check_size(nodes=n)
    ends = ends - 1 + np.array([0, left if two_kinds else 0])
    notes: tuple[str, ...] = ()
    if meaning in _COUNTED and weights is not None:  # every pair once, whatever its direction
        pairs, where = np.unique(ends.min(axis=1) * n + ends.max(axis=1), return_inverse=True)
        weights = np.bincount(where, weights=weights).astype(np.float64)
        ends = np.column_stack((pairs // n, pairs % n))
    if meaning == "dynamic" and weights is not None:
        there = weights > 0
        gone = len(there) - int(there.sum())
        ends, weights = ends[there], None
        notes = (f"{gone:,} edges that were removed again were left out",) if gone else ()
    names = [f"left {i + 1}" for i in range(left)] + [f"right {i + 1}" for i in range(right)]
    return RawGraph(
        n,
        ends,
        weights,
        names if two_kinds else NumberNames(np.arange(1, n + 1, dtype=np.int64)),
        directed=kind == "asym",
        notes=notes,
        rows=left if two_kinds else 0,
    )


def _edges(file: GraphFile) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Ends from 1, shape (rows, 2), and the third column, 1 where there is none."""
    start = 0
    while file.data[start : start + 1] == b"%":
        start = file.data.find(b"\n", start) + 1 or len(file.data)
    first = file.data[start : start + file.limits.line].partition(b"\n")[0]
    comma = b"," in first  # as the Network Repository writes
    width = len(first.split(b"," if comma else None))
    plan = PlainRows(start, "," if comma else "", width, 0, 1, 2 if width > 2 else None)
    if width >= 2 and (rows := read_number_rows(file, plan)) is not None:
        return rows
    ends: list[list[int]] = []
    weights: list[float] = []
    for line, text in file.lines():  # with care: lines differ
        words = text.replace(",", " ").split()
        if not words or text.startswith("%"):
            continue
        ends.append([as_count(word) for word in words[:2]])
        if len(words) < 2 or min(ends[-1]) < 0:
            shown = quoted(text)
            raise file.refuse(f"line {line} ({shown}) does not begin with two numbers of nodes.")
        weights.append(as_weight(words[2], file, f"line {line}") if len(words) > 2 else 1.0)
        file.check_size(edges=len(ends))
    if not ends:
        raise file.refuse("it holds no edges; choose a file with a graph in it.")
    return np.array(ends, dtype=np.int64), np.array(weights)
