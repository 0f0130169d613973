"""Reads arrays of NumPy (.npy, .npz) and sparse matrices of SciPy: a matrix or a list of edges."""

from __future__ import annotations

import io
import math
import tokenize
import warnings
from collections.abc import Callable, Iterator

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from graphdp_core.datasets.files.graph_file import GraphFile, GraphFileError, plain_text
from graphdp_core.datasets.files.packed import SPARSE_PREFIXES
from graphdp_core.datasets.files.raw_graph import Columns, RawGraph
from graphdp_core.datasets.files.sheets import open_zip

__all__ = ["is_numpy", "numpy_rows", "read_numpy"]

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
_PARTS = ("data", "indices", "indptr", "shape", "row", "col", "format")
_AT_ONCE = 4_000_000
"""Entries of a dense matrix that are looked at together, so that it is never copied whole."""


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
    member = open_zip(file)
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
            member = open_zip(file)
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
    is_symmetric = all(
        (matrix[block] == matrix[:, block].T).all() for block in _blocks(matrix.shape)
    )
    ends, weights = _entries(file, matrix, upper=is_symmetric)
    return RawGraph(
        len(matrix),
        ends,
        weights,
        directed=not is_symmetric,
        notes=("it was read as an adjacency matrix",),
    )


def _of_table(file: GraphFile, table: NDArray[np.generic]) -> RawGraph:
    """Rows and columns as nodes of two kinds."""
    rows, width = table.shape
    file.check_size(nodes=rows + width)
    ends, weights = _entries(file, table, upper=False)
    ends[:, 1] += rows
    note = f"it was read as a table of {rows:,} rows by {width:,} columns"
    return RawGraph(rows + width, ends, weights, notes=(note,), rows=rows)


def _blocks(shape: tuple[int, ...]) -> Iterator[slice]:
    """Rows by the hundreds, so that a matrix is never copied whole."""
    step = max(1, _AT_ONCE // shape[1])
    return (slice(start, start + step) for start in range(0, shape[0], step))


def _entries(
    file: GraphFile, matrix: NDArray[np.generic], *, upper: bool
) -> tuple[NDArray[np.int64], NDArray[np.float64] | None]:
    """Places and values of what is not 0, perhaps on and above the diagonal only."""
    if matrix.dtype.kind not in "biuf":
        raise file.refuse("its matrix holds text; save numbers.")
    ends, values, count = [], [], 0
    for block in _blocks(matrix.shape):
        part = np.triu(matrix[block], k=block.start) if upper else matrix[block]
        count += int(np.count_nonzero(part))
        file.check_size(edges=count)
        row, column = np.nonzero(part)
        ends.append(np.column_stack((row + block.start, column)))
        values.append(_numbers(file, part[row, column]))
    weights = np.concatenate(values)
    return np.concatenate(ends).astype(np.int64, copy=False), (
        None if (weights == 1).all() else weights
    )


def _of_edges(file: GraphFile, array: NDArray[np.generic]) -> RawGraph:
    file.check_size(edges=len(array))
    ends = array[:, :2]
    if ends.dtype.kind == "f":
        numbers = _numbers(file, ends)
        if (numbers != np.floor(numbers)).any() or (np.abs(numbers) > 2**53).any():
            raise file.refuse("the nodes of its edges are no whole numbers; save integers.")
        ends = numbers.astype(np.int64)
    weights = _numbers(file, array[:, 2]) if array.shape[1] == 3 else None
    ids, places = np.unique(ends, return_inverse=True)
    file.check_size(nodes=len(ids))
    names = [value.decode(errors="replace") for value in ids] if ids.dtype.kind == "S" else ids
    return RawGraph(
        len(ids),
        places.reshape(-1, 2).astype(np.int64),
        weights,
        list(map(str, names)),
        notes=("it was read as edges",),
    )


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
    matrix.eliminate_zeros()
    is_symmetric = not two_kinds and (matrix != matrix.T).nnz == 0
    kept = (scipy.sparse.triu(matrix) if is_symmetric else matrix).tocoo()
    ends = np.column_stack(kept.coords).astype(np.int64)
    ends[:, 1] += rows if two_kinds else 0
    return RawGraph(
        rows + width if two_kinds else rows,
        ends,
        None if (kept.data == 1).all() else kept.data,
        directed=not is_symmetric and not two_kinds,
        rows=rows if two_kinds else 0,
    )


def _places(
    file: GraphFile, arrays: dict[str, NDArray[np.generic]], shape: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
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
    major = np.repeat(np.arange(n, dtype=np.int64), counts)
    return (indices, major) if by_column else (major, indices)


def _whole(file: GraphFile, array: NDArray[np.generic]) -> NDArray[np.int64]:
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise _damaged(file)
    return array.astype(np.int64)


def _numbers(file: GraphFile, array: NDArray[np.generic]) -> NDArray[np.float64]:
    if array.dtype.kind not in "biuf":
        raise file.refuse("its weights are text; save numbers.")
    values = array.astype(np.float64)
    if not np.isfinite(values).all():
        raise file.refuse("it holds a value that is not finite; put 0 where there is no edge.")
    return values


def _damaged(file: GraphFile) -> Exception:
    return file.refuse("the array is damaged or not complete; save it again with numpy.save.")
