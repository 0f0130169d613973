"""Reads the files out.* of the KONECT collection: a line on what they hold, then the edges."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.intake.files.graph_file import GraphFile, plain_text
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, is_finite
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

    Raises
    ------
    GraphFileError
        If there is no such first line, or with the number of the line if it has no two nodes.

    References
    ----------
    Kunegis (2013). KONECT: the Koblenz network collection. WWW 2013 Companion.
    """
    if columns.weight is not None or columns.label is not None:
        raise file.refuse("a KONECT file names no weights and no classes; leave both out.")
    head = _head(file)
    kind, meaning = head[1].decode(), head[2].decode()
    ends, third = _edges(file)
    weights = None if meaning == "unweighted" else third
    sizes = _SIZES.match(file.data, head.end())
    left, right = map(int, sizes.groups()[1:]) if sizes else (0, 0)
    left, right = max(left, int(ends[:, 0].max())), max(right, int(ends[:, 1].max()))
    two_kinds = kind == "bip"
    n = left + right if two_kinds else max(left, right)
    file.check_size(nodes=n)
    ends = ends - 1
    ends[:, 1] += left if two_kinds else 0
    notes: tuple[str, ...] = ()
    if meaning in _COUNTED and weights is not None:
        ends, weights = _added_up(ends, weights, n)
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


def konect_rows(file: GraphFile) -> int:
    """How many nodes of two kinds stand on the left, by the second line; 0: one kind."""
    head = HEAD.match(file.data)
    if head is None or head[1] != b"bip":
        return 0
    sizes = _SIZES.match(file.data, head.end())
    return int(sizes[2]) if sizes else int(_edges(file)[0][:, 0].max())


def _head(file: GraphFile) -> re.Match[bytes]:
    head = HEAD.match(file.data)
    if head is None:
        raise file.refuse(
            "its first line does not say what it holds, such as '% sym unweighted'; name a plain "
            "list of edges .txt."
        )
    return head


def _edges(file: GraphFile) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Ends from 1, shape (rows, 2), and the third column, 1 where there is none."""
    start = 0
    while file.data[start : start + 1] == b"%":
        start = file.data.find(b"\n", start) + 1 or len(file.data)
    first = file.data[start : start + file.limits.line].partition(b"\n")[0]
    comma = b"," in first  # as the Network Repository writes
    width = len(first.split(b"," if comma else None))
    plan = PlainRows(start, "," if comma else "", width, 0, 1, 2 if width > 2 else None)
    rows = read_number_rows(file, plan) if width >= 2 else None
    ends, weights = _line_by_line(file) if rows is None else rows
    if ends.min() < 1:
        raise file.refuse("it has a node below 1; nodes of KONECT are numbered from 1.")
    return ends, weights


def _line_by_line(file: GraphFile) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The same with care, for files whose lines differ."""
    ends: list[tuple[int, int]] = []
    weights: list[float] = []
    for line, text in file.lines():
        words = text.replace(",", " ").split()
        if not words or text.startswith("%"):
            continue
        if len(words) < 2 or not all(
            w.isascii() and w.isdigit() and len(w) < 10 for w in words[:2]
        ):
            shown = plain_text(text, longest=20)
            raise file.refuse(f"line {line} ('{shown}') does not begin with two numbers of nodes.")
        if len(words) > 2 and not is_finite(words[2]):
            shown = plain_text(words[2], longest=20)
            raise file.refuse(
                f"line {line} has the weight '{shown}'; weights must be finite numbers such as 0.5."
            )
        ends.append((int(words[0]), int(words[1])))
        weights.append(float(words[2]) if len(words) > 2 else 1.0)
        file.check_size(edges=len(ends))
    if not ends:
        raise file.refuse("it holds no edges; choose a file with a graph in it.")
    return np.array(ends, dtype=np.int64), np.array(weights)


def _added_up(
    ends: NDArray[np.int64], weights: NDArray[np.float64], n: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Every pair once, whatever its direction, with the sum of its third columns."""
    low, high = ends.min(axis=1), ends.max(axis=1)
    pairs, where = np.unique(low * n + high, return_inverse=True)
    sums = np.bincount(where, weights=weights).astype(np.float64)
    return np.column_stack((pairs // n, pairs % n)), sums
