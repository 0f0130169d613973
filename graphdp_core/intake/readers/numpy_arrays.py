"""Reads arrays of NumPy (.npy, .npz) and sparse matrices of SciPy: a matrix or a list of edges."""

from __future__ import annotations

import io
import math
import tokenize
import warnings
from collections.abc import Callable, Sequence

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, plain_text
from graphdp_core.intake.files.numbers import (
    distinct_ids,
    is_symmetric,
    nonzero_count,
    nonzero_entries,
    places_of,
)
from graphdp_core.intake.files.packed import SPARSE_PREFIXES
from graphdp_core.intake.files.raw_graph import Columns, RawGraph
from graphdp_core.intake.files.sheets import open_zip

_MAGIC = b"\x93NUMPY"
_LONGEST_HEADER = 10_000
_BAD_HEADER = (
    ValueError,
    TypeError,
    SyntaxError,
    LookupError,
    RecursionError,
    MemoryError,
    tokenize.TokenError,
)
_LARGEST = 10**18  # from here on an id is text
_PARTS = ("data", "indices", "indptr", "shape", "row", "col", "format")
_AT_ONCE = 50_000  # numbers that are looked at together


def is_numpy(file: GraphFile) -> bool:
    """Whether the file is an array of NumPy, or a zip of such arrays."""
    return file.data.startswith(_MAGIC) or (
        file.data.startswith(b"PK") and b".npy" in file.data[:300]
    )


def read_numpy(file: GraphFile, columns: Columns) -> RawGraph:
    """Read one array: a square is an adjacency matrix, two or three columns are edges.

    The third column is the weight. A square of two or three rows is a matrix; where all entries
    of a matrix are 0 or 1 the graph has no weights. Two rows are edges too, as graph learning
    libraries keep them. In any other shape the rows are nodes of one kind and the columns of
    another. Which of several arrays is read, `GraphFile.part` says. Nothing is ever unpickled.

    Raises
    ------
    GraphFileError
        If the array is damaged, holds objects or numbers that are not finite, has another number
        of dimensions, or is one of several whose names do not tell.
    """
    if columns.weight is not None or columns.label is not None:
        raise file.refuse("an array names no weight and no classes; leave both out.")
    if file.data.startswith(_MAGIC):
        return _of_array(file, _array(file, file.data))
    _, member = open_zip(file)
    prefix = _sparse_prefix(file, member)
    if prefix is None:
        return _of_array(file, _array(file, _chosen(file, member)))
    parts = {key: member(f"{prefix}{key}.npy") for key in _PARTS}
    return _of_sparse(file, {key: data for key, data in parts.items() if data is not None})


def numpy_rows(file: GraphFile) -> int:
    """The rows of an array that is neither a square nor edges, by its header; else 0."""
    try:
        if file.data.startswith(_MAGIC):
            shape = _header(file, file.data)[0]
        else:
            _, member = open_zip(file)
            prefix = _sparse_prefix(file, member)
            if prefix is not None:
                rows, width = map(int, _array(file, member(f"{prefix}shape.npy") or b""))
                return rows if rows != width else 0
            shape = _header(file, _chosen(file, member))[0]
    except (GraphFileError, TypeError, ValueError):
        return 0  # said when the file is read
    return shape[0] if len(shape) == 2 and _kind_of(shape) == "table" else 0


def _sparse_prefix(file: GraphFile, member: Callable[[str], bytes | None]) -> str | None:
    """What the names of a sparse matrix's parts begin with; None if the file holds arrays."""
    there = (prefix for prefix in SPARSE_PREFIXES if member(f"{prefix}shape.npy") is not None)
    return None if file.parts else next(there, None)


def _chosen(file: GraphFile, member: Callable[[str], bytes | None]) -> bytes:
    data = member(f"{file.part}.npy") if file.part else None
    if data is None:
        shown = ", ".join(f"'{plain_text(name, longest=20)}'" for name in file.parts[:5])
        raise file.refuse(f"it holds several arrays; choose one as the sheet: {shown}.")
    return data


def _kind_of(shape: tuple[int, ...]) -> str:
    """What the entries of an array of two dimensions are, by its shape."""
    rows, width = shape
    if rows == width:
        return "square"
    if width in (2, 3):
        return "edges"
    return "two rows" if rows == 2 else "table"


def _header(
    file: GraphFile, data: bytes
) -> tuple[tuple[int, ...], bool, np.dtype[np.generic], int]:
    """Shape, whether columns lie together, kind of the numbers, and where these begin."""
    stream = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(stream)
        readers = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }
        if version not in readers:
            raise ValueError
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on files of Python 2, which are good
            shape, fortran, dtype = readers[version](stream, max_header_size=_LONGEST_HEADER)
    except _BAD_HEADER:
        raise _damaged(file) from None
    return shape, fortran, dtype, stream.tell()


def _array(file: GraphFile, data: bytes) -> NDArray[np.generic]:
    """The array, after a look at its header; its size is what the file holds and not more."""
    shape, fortran, dtype, start = _header(file, data)
    if dtype.hasobject or dtype.kind not in "biufUS" or dtype.itemsize == 0:
        raise file.refuse(
            f"its array holds {plain_text(str(dtype), longest=20)}, not numbers; save numbers "
            "with numpy.save."
        )
    count = math.prod(shape)
    if min(shape, default=0) < 0 or count * dtype.itemsize != len(data) - start:
        raise _damaged(file)
    values = np.frombuffer(data, dtype=dtype, count=count, offset=start)
    return values.reshape(shape, order="F" if fortran else "C")


def _of_array(file: GraphFile, array: NDArray[np.generic]) -> RawGraph:
    if array.ndim != 2 or 0 in array.shape:
        shown = " x ".join(map(str, array.shape))[:40]
        raise file.refuse(
            f"its array is {shown or 'a single number'}; save a square matrix or two or three "
            "columns of edges."
        )
    match _kind_of(array.shape):
        case "square":
            return _of_matrix(file, array)
        case "edges":
            return _of_edges(file, array)
        case "two rows":
            return _of_edges(file, array.T)
    return _of_table(file, array)


def _of_matrix(file: GraphFile, matrix: NDArray[np.generic]) -> RawGraph:
    file.check_size(nodes=len(matrix))
    undirected = is_symmetric(matrix)
    ends, weights = _entries(file, matrix, above=undirected)
    return RawGraph(
        len(matrix),
        ends,
        weights,
        directed=not undirected,
        notes=("it was read as an adjacency matrix",),
    )


def _of_table(file: GraphFile, table: NDArray[np.generic]) -> RawGraph:
    """Rows and columns as nodes of two kinds."""
    rows, width = table.shape
    file.check_size(nodes=rows + width)
    ends, weights = _entries(file, table, above=False)
    ends[:, 1] += rows
    note = f"it was read as a table of {rows:,} rows by {width:,} columns"
    return RawGraph(rows + width, ends, weights, notes=(note,), rows=rows)


def _entries(
    file: GraphFile, matrix: NDArray[np.generic], *, above: bool
) -> tuple[NDArray[np.int32], NDArray[np.float64] | None]:
    """Places and values of what is not 0, perhaps on and above the diagonal only."""
    if matrix.dtype.kind not in "biuf":
        raise file.refuse("its matrix holds text; save numbers.")
    file.check_size(edges=nonzero_count(matrix, above=above))
    ends, weights = nonzero_entries(matrix, above=above)
    _check_finite(file, weights)
    return ends, None if (weights == 1).all() else weights


def _of_edges(file: GraphFile, array: NDArray[np.generic]) -> RawGraph:
    file.check_size(edges=len(array))
    ends = array[:, :2]
    if ends.dtype.kind == "f":
        numbers = _numbers(file, ends)
        if (numbers != np.floor(numbers)).any() or (np.abs(numbers) > 2**53).any():
            raise file.refuse("the nodes of its edges are no whole numbers; save integers.")
        ends = numbers.astype(np.int64)
    weights = _numbers(file, array[:, 2]) if array.shape[1] == 3 else None
    ids, places = _numbered(ends)
    file.check_size(nodes=len(ids))
    return RawGraph(len(ids), places, weights, _names(ids), notes=("it was read as edges",))


def _numbered(ends: NDArray[np.generic]) -> tuple[NDArray[np.generic], NDArray[np.integer]]:
    """The distinct ends, sorted, and the place of each end among them."""
    if ends.dtype.kind in "iu" and ends.min() >= 0 and ends.max() < _LARGEST:
        numbers = ends.astype(np.int64, copy=False)
        ids = distinct_ids(numbers)
        return ids, places_of(numbers, ids)
    ids, places = np.unique(ends, return_inverse=True)
    return ids, places.reshape(-1, 2).astype(np.int32)


def _names(ids: NDArray[np.generic]) -> Sequence[str]:
    if ids.dtype.kind in "iu" and ids[0] >= 0 and ids[-1] < _LARGEST:
        return NumberNames(ids.astype(np.int64, copy=False))
    if ids.dtype.kind == "S":
        return [value.decode(errors="replace") for value in ids]
    return list(map(str, ids))


def _of_sparse(file: GraphFile, parts: dict[str, bytes]) -> RawGraph:
    """Checked by hand: what is built from an index that lies must not be read by compiled code."""
    arrays = {key: _array(file, data) for key, data in parts.items()}
    shape = arrays["shape"]
    if shape.dtype.kind not in "iu" or shape.shape != (2,) or min(shape) < 0:
        shown = " x ".join(map(str, shape.ravel().tolist()))[:40]
        raise file.refuse(f"its sparse matrix is {shown}; save one of two dimensions.")
    rows, width = map(int, shape)
    two_kinds = rows != width
    file.check_size(nodes=rows + width if two_kinds else rows, edges=arrays["data"].size)
    if rows < 1 or width < 1:
        raise file.refuse("its sparse matrix is empty; a graph needs nodes.")
    row, column = _places(file, arrays, (rows, width))
    values = _numbers(file, arrays["data"])
    if not len(row) == len(column) == len(values):
        raise _damaged(file)
    if len(row) and (
        min(row.min(), column.min()) < 0 or row.max() >= rows or column.max() >= width
    ):
        raise _damaged(file)
    matrix = scipy.sparse.coo_array((values, (row, column)), shape=(rows, width)).tocsr()
    del row, column, values, arrays
    matrix.eliminate_zeros()
    undirected = not two_kinds and _equals_transpose(matrix)
    row = np.repeat(np.arange(rows, dtype=np.int32), np.diff(matrix.indptr))
    kept = slice(None) if not undirected else row <= matrix.indices
    ends = np.column_stack((row[kept], matrix.indices[kept] + (rows if two_kinds else 0)))
    weights = matrix.data[kept]
    return RawGraph(
        rows + width if two_kinds else rows,
        ends,
        None if (weights == 1).all() else weights,
        directed=not undirected and not two_kinds,
        rows=rows if two_kinds else 0,
    )


def _equals_transpose(matrix: scipy.sparse.csr_array) -> bool:
    """Whether the columns of a square, in order, hold what its rows hold."""
    matrix.sort_indices()
    columns = matrix.tocsc()
    return all(
        np.array_equal(getattr(matrix, part), getattr(columns, part))
        for part in ("indptr", "indices", "data")
    )


def _places(
    file: GraphFile, arrays: dict[str, NDArray[np.generic]], shape: tuple[int, int]
) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
    """Row and column of every entry, of a COO, CSR or CSC matrix."""
    if "row" in arrays and "col" in arrays:
        return _whole(file, arrays["row"]), _whole(file, arrays["col"])
    if "indices" not in arrays or "indptr" not in arrays:
        raise file.refuse("its sparse matrix is neither COO, CSR nor CSC; save it as CSR.")
    indices, pointers = _whole(file, arrays["indices"]), _whole(file, arrays["indptr"])
    by_column = "format" in arrays and arrays["format"].tolist() in (b"csc", "csc")
    n, counts = shape[by_column], np.diff(pointers)
    good = len(pointers) == n + 1 and pointers[0] == 0 and pointers[-1] == len(indices)
    if not good or (counts < 0).any():
        raise _damaged(file)
    major = np.repeat(np.arange(n, dtype=np.int32), counts)
    return (indices, major) if by_column else (major, indices)


def _whole(file: GraphFile, array: NDArray[np.generic]) -> NDArray[np.integer]:
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise _damaged(file)
    return array.astype(np.int32 if array.dtype == np.int32 else np.int64, copy=False)


def _numbers(file: GraphFile, array: NDArray[np.generic]) -> NDArray[np.float64]:
    if array.dtype.kind not in "biuf":
        raise file.refuse("its weights are text; save numbers.")
    values = array.astype(np.float64, copy=False)
    _check_finite(file, values)
    return values


def _check_finite(file: GraphFile, values: NDArray[np.float64]) -> None:
    if not all(
        np.isfinite(values[i : i + _AT_ONCE]).all() for i in range(0, len(values), _AT_ONCE)
    ):
        raise file.refuse("it holds a value that is not finite; put 0 where there is no edge.")


def _damaged(file: GraphFile) -> Exception:
    return file.refuse("the array is damaged or not complete; save it again with numpy.save.")
