"""Reads Matrix Market files: a matrix, sparse or dense, as a graph of one kind or of two."""

from __future__ import annotations

import re
from array import array

import numpy as np
from numpy.typing import NDArray

from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, plain_text
from graphdp_core.intake.files.numbers import SmallNumbers, is_symmetric, nonzero_entries
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, as_weight
from graphdp_core.intake.readers.edge_list_layout import BLANKS
from graphdp_core.intake.readers.plain_rows import PlainRows, read_number_rows

_FIELDS = ("real", "double", "integer", "pattern")
_SYMMETRIES = ("general", "symmetric", "skew-symmetric")
_BANNER = re.compile(rb"%%?MatrixMarket\b", re.IGNORECASE)
_WITHOUT_BANNER = re.compile(rb"(?:%[^\n]*\n)+\s*\d+ +\d+ +\d+ *\r?\n([^\n]*)")
_ENTRIES = "after the size every line is an entry: row, column"


def read_matrix_market(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the entries of a matrix as edges, their values as weights.

    In a sparse file every entry written is an edge, zeros too; in a dense one zeros are none.
    Nodes are the rows, numbered from 0; of a matrix that is not square the columns follow, as
    nodes of a second kind. A general square matrix is a directed graph, unless it is dense and
    equals its transpose.

    Raises
    ------
    GraphFileError
        If the first line is not that of the format, the matrix is complex, or symmetric and not
        square, an entry lies outside it, or the number of entries is not the one promised.
    """
    if columns.label is not None:
        raise file.refuse("a matrix holds no classes of nodes; leave the label out.")
    kind, field, symmetry = _banner(file)
    (rows, width), entries, line, start = _sizes(file, sparse=kind == "coordinate")
    if rows != width and symmetry != "general":
        raise file.refuse(f"the matrix is {symmetry} and {rows:,} x {width:,}; fetch it again.")
    directed = symmetry == "general"
    if kind == "coordinate":
        ends, weights = _sparse(file, field, (rows, width), entries, line=line, start=start)
    else:
        ends, weights, directed = _dense(file, symmetry, (rows, width), line=line, start=start)
    has_weights = field != "pattern" and len(weights) > 0
    two_kinds = rows != width
    if two_kinds:
        ends[:, 1] += rows
    return RawGraph(
        rows + width if two_kinds else rows,
        ends,
        weights if has_weights else None,
        directed=directed and len(ends) > 0 and not two_kinds,
        rows=rows if two_kinds else 0,
    )


def matrix_market_rows(file: GraphFile) -> int:
    """The rows of a matrix that is not square, by the head of the file; else 0."""
    try:
        kind, _, _ = _banner(file)
        (rows, width), *_ = _sizes(file, sparse=kind == "coordinate")
    except GraphFileError:
        return 0  # said when the file is read
    return rows if rows != width else 0


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


def _sizes(file: GraphFile, *, sparse: bool) -> tuple[tuple[int, int], int, int, int]:
    """Rows and columns, entries, and number and byte offset of the line after the sizes."""
    start = number = 0
    while 0 <= start < len(file.data):
        number += 1
        end = file.data.find(b"\n", start)
        end = len(file.data) if end < 0 else end
        file.check_line(number, end - start, "bytes")
        line = file.data[start:end].strip()
        start = end + 1
        if line and not line.startswith(b"%"):
            sizes = line.split()
            if len(sizes) != 2 + sparse or not all(s.isdigit() and len(s) < 10 for s in sizes):
                raise file.refuse(f"line {number} must give the sizes of the matrix.")
            rows, width, *entries = map(int, sizes)
            if rows == 0 or width == 0:
                raise file.refuse(f"the matrix is {rows:,} x {width:,}; a graph needs nodes.")
            nodes = rows if rows == width else rows + width
            file.check_size(nodes=nodes, edges=entries[0] if entries else 0)
            return (rows, width), entries[0] if entries else rows * width, number + 1, start
    raise file.refuse("it has no line with the sizes of the matrix; export it again.")


def _sparse(
    file: GraphFile,
    field: str,
    shape: tuple[int, int],
    entries: int,
    *,
    line: int,
    start: int,
) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
    width = 2 if field == "pattern" else 3
    layout = PlainRows(start, BLANKS, width, 0, 1, 2 if width == 3 else None)
    plain = read_number_rows(file, layout) if entries else None
    ends, weights = _entries(file, width, line=line, start=start) if plain is None else plain
    if len(ends) != entries:
        raise file.refuse(f"it promises {entries:,} entries and has {len(ends):,}; fetch it again.")
    if len(ends) and (ends.min() < 1 or (ends.max(axis=0) > shape).any()):
        rows, width = shape
        raise file.refuse(
            f"an entry lies outside the matrix; rows are 1 to {rows:,}, columns 1 to {width:,}."
        )
    return ends - 1, weights


def _entries(
    file: GraphFile, width: int, *, line: int, start: int
) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
    """The same line by line, with errors that name the line."""
    ends, weights = array("q"), array("d")
    for number, text in file.lines(start=start, number=line):
        fields = text.split()
        if not fields or fields[0].startswith("%"):
            continue
        good = all(f.isdecimal() and len(f) < 10 for f in fields[:2])
        if len(fields) != width or not good:
            value = " and value" if width == 3 else ""
            raise file.refuse(f"line {number} is no entry; {_ENTRIES}{value}.")
        ends.extend((int(fields[0]), int(fields[1])))
        weights.append(as_weight(fields[2], file, f"line {number}") if width == 3 else 1.0)
        file.check_size(edges=len(weights))
    return np.array(ends, dtype=np.int64).reshape(-1, 2), np.array(weights)


def _dense(
    file: GraphFile, symmetry: str, shape: tuple[int, int], *, line: int, start: int
) -> tuple[NDArray[np.integer], NDArray[np.float64], bool]:
    """Ends, weights and whether they have a direction.

    The columns stand one below the other, those of a symmetric matrix from the diagonal down.
    """
    rows, width = shape
    if max(shape) > 10_000:
        raise file.refuse("a dense matrix may have 10,000 rows; write it sparse (coordinate).")
    lengths = np.full(width, rows, dtype=np.int64)  # of the columns as written
    if symmetry != "general":
        lengths -= np.arange(width) + (symmetry == "skew-symmetric")
    values = SmallNumbers()
    for number, text in file.lines(start=start, number=line):
        if text.strip() and not text.lstrip().startswith("%"):
            values.extend([as_weight(text.strip(), file, f"line {number}")])
    if len(values) != lengths.sum():
        raise file.refuse(f"it should hold {lengths.sum():,} values and has {len(values):,}.")
    dense = values.as_array()
    file.check_size(edges=int(np.count_nonzero(dense)))
    if symmetry == "general":
        by_column = dense.reshape(width, rows)
        undirected = rows == width and is_symmetric(by_column)
        pairs, given = nonzero_entries(by_column, above=undirected)
        pairs[:, 0], pairs[:, 1] = pairs[:, 1].copy(), pairs[:, 0].copy()
        return pairs, given, not undirected
    ends, weights, first = [], [], 0
    for column, length in enumerate(lengths.tolist()):
        kept = np.flatnonzero(dense[first : first + length])
        row = kept + rows - length
        ends.append(np.column_stack((row, np.full(len(row), column))).astype(np.int32))
        weights.append(dense[first + kept].astype(np.float64))
        first += length
    return np.concatenate(ends), np.concatenate(weights), False
