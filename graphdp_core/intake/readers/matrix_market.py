"""Reads Matrix Market files: a matrix, sparse or dense, as a graph of one kind or of two."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from graphdp_core.intake.files.graph_file import GraphFile, plain_text
from graphdp_core.intake.files.numbers import SmallNumbers, graph_of_matrix
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, as_count, as_weight
from graphdp_core.intake.readers.edge_list_layout import BLANKS
from graphdp_core.intake.readers.plain_rows import PlainRows, read_number_rows

_FIELDS = ("real", "double", "integer", "pattern")
_SYMMETRIES = ("general", "symmetric", "skew-symmetric")
_BANNER = re.compile(rb"%%?MatrixMarket\b", re.IGNORECASE)
_WITHOUT_BANNER = re.compile(rb"(?:%[^\n]*\n)+\s*\d+ +\d+ +\d+ *\r?\n([^\n]*)")

Lines = Iterator[tuple[int, list[str]]]


def read_matrix_market(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the entries of a matrix as edges, their values as weights.

    In a sparse file every entry written is an edge, zeros too; in a dense one zeros are none.
    Nodes are the rows, numbered from 0; of a matrix that is not square the columns follow, as
    nodes of a second kind. A general square matrix is a directed graph, unless it is dense and
    equals its transpose.
    """
    kind, field, symmetry = _banner(file)
    lines = ((line, words) for line, words in file.words() if not words[0].startswith("%"))
    line, words = next(lines, (0, []))
    if not line:
        raise file.refuse("it has no line with the sizes of the matrix; export it again.")
    sizes = [as_count(word) for word in words]
    if len(sizes) != 2 + (kind == "coordinate") or min(sizes) < 0:
        raise file.refuse(f"line {line} must give the sizes of the matrix, such as 34 34 78.")
    (rows, width), entries = sizes[:2], sizes[2:]
    if not (rows and width):
        raise file.refuse(f"the matrix is {rows:,} x {width:,}; give it rows and columns.")
    two_kinds = rows != width
    n = rows + width if two_kinds else rows
    file.check_size(nodes=n, edges=sum(entries))
    if two_kinds and symmetry != "general":
        raise file.refuse(f"the matrix is {symmetry} and {rows:,} x {width:,}; fetch it again.")
    if not entries:
        return _dense(file, symmetry, (rows, width), lines)
    width_read = 2 if field == "pattern" else 3
    layout = PlainRows(
        file.offset_of(line + 1), BLANKS, width_read, 0, 1, None if width_read == 2 else 2
    )
    value = " and value" if width_read == 3 else ""
    says = f"is no entry; after the size every line is an entry: row, column{value}."
    ends, weights = read_number_rows(file, layout, exact=True, says=says)
    if len(ends) != entries[0]:
        raise file.refuse(f"it promises {entries[0]:,} entries, has {len(ends):,}; fetch it again.")
    if len(ends) and (ends.min() < 1 or (ends.max(axis=0) > (rows, width)).any()):
        raise file.refuse(f"entries must lie in rows 1 to {rows:,}, columns 1 to {width:,}.")
    ends = ends - 1
    ends[:, 1] += rows if two_kinds else 0
    return RawGraph(
        n,
        ends,
        weights if width_read == 3 and len(ends) else None,
        directed=symmetry == "general" and len(ends) > 0 and not two_kinds,
        rows=rows if two_kinds else 0,
    )


def _banner(file: GraphFile) -> tuple[str, str, str]:
    """Kind, field and symmetry from the first line; of a file of comments alone the usual ones."""
    words = plain_text(file.data[:200].split(b"\n")[0].decode(errors="replace")).lower().split()
    if (usual := _WITHOUT_BANNER.match(file.data)) and not _BANNER.match(file.data):
        return "coordinate", "pattern" if len(usual[1].split()) == 2 else "real", "general"
    if len(words) != 5 or _BANNER.match(file.data) is None or words[1] != "matrix":
        raise file.refuse("its first line is not that of a Matrix Market file; export it again.")
    kind, field, symmetry = words[2:]
    if kind not in ("coordinate", "array"):
        raise file.refuse(f"the matrix is '{kind}'; use coordinate (sparse) or array (dense).")
    if field not in _FIELDS or symmetry not in _SYMMETRIES:
        raise file.refuse(f"the matrix is {field} {symmetry}; use real numbers, integers, pattern.")
    if kind == "array" and field == "pattern":
        raise file.refuse("a dense matrix needs values; use coordinate for a pattern.")
    return kind, field, symmetry


def _dense(file: GraphFile, symmetry: str, shape: tuple[int, int], lines: Lines) -> RawGraph:
    """Columns stand one below the other, those of a symmetric matrix from the diagonal down."""
    rows, width = shape
    if max(shape) > 10_000:
        raise file.refuse("a dense matrix may have 10,000 rows; write it sparse (coordinate).")
    values = SmallNumbers()
    for line, words in lines:
        values.extend([as_weight(" ".join(words), file, f"line {line}")])
    skew = symmetry == "skew-symmetric"
    count = rows * width if symmetry == "general" else rows * (rows + 1) // 2 - rows * skew
    if len(values) != count:
        raise file.refuse(f"it should hold {count:,} values, has {len(values):,}; fetch it again.")
    dense = values.as_array()
    if symmetry == "general":
        return graph_of_matrix(file, dense.reshape(width, rows).T, ones=True)
    by_column = np.zeros((width, rows), dtype=dense.dtype)
    by_column[np.triu(np.ones(by_column.shape, dtype=bool), int(skew))] = dense
    return graph_of_matrix(file, by_column.T, once=True, ones=True)
