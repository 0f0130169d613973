"""Reads arrays of NumPy (.npy, .npz) and sparse matrices of SciPy: a matrix or a list of edges."""

from __future__ import annotations

import io
import math
import tokenize
import warnings
from collections.abc import Sequence

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.intake.files.graph_file import GraphFile, listed, plain_text
from graphdp_core.intake.files.numbers import distinct_ids, graph_of_matrix, places_of
from graphdp_core.intake.files.packed import SPARSE_PREFIXES
from graphdp_core.intake.files.raw_graph import Columns, RawGraph
from graphdp_core.intake.files.sheets import open_zip

_MAGIC = b"\x93NUMPY"
_LONGEST_HEADER = 10_000
_BAD_HEADER = (
    ValueError, TypeError, SyntaxError, LookupError, RecursionError, MemoryError,
    tokenize.TokenError,
)  # fmt: skip
_LARGEST = 10**18  # from here on an id is text
_INDICES = ("indices", "indptr", "row", "col")
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
    """
    if file.data.startswith(_MAGIC):
        return _of_array(file, _array(file, file.data))
    names, member = open_zip(file)
    prefixes = (prefix for prefix in SPARSE_PREFIXES if f"{prefix}shape.npy" in names)
    if not file.parts and (prefix := next(prefixes, None)) is not None:
        parts = {
            key: member(f"{prefix}{key}.npy") for key in ("data", "shape", "format", *_INDICES)
        }
        return _of_sparse(file, {key: _array(file, part) for key, part in parts.items() if part})
    data = member(f"{file.part}.npy") if file.part else None
    if data is None:
        shown = listed(file.parts, 5)
        raise file.refuse(f"it holds several arrays; choose one as the sheet: {shown}.")
    return _of_array(file, _array(file, data))


def _array(file: GraphFile, data: bytes) -> NDArray[np.generic]:
    """The array, after a look at its header; its size is what the file holds and not more."""
    stream = io.BytesIO(data)
    readers = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on files of Python 2, which are good
            header = readers[np.lib.format.read_magic(stream)]
            shape, fortran, dtype = header(stream, max_header_size=_LONGEST_HEADER)
    except _BAD_HEADER:
        raise _damaged(file) from None
    if dtype.hasobject or dtype.kind not in "biufUS" or dtype.itemsize == 0:
        raise file.refuse(
            f"its array holds {plain_text(str(dtype), longest=20)}, not numbers; save numbers "
            "with numpy.save."
        )
    count, start = math.prod(shape), stream.tell()
    if min(shape, default=0) < 0 or count * dtype.itemsize != len(data) - start:
        raise _damaged(file)
    values = np.frombuffer(data, dtype=dtype, count=count, offset=start)
    return values.reshape(shape, order="F" if fortran else "C")


def _of_array(file: GraphFile, array: NDArray[np.generic]) -> RawGraph:
    if array.ndim != 2 or 0 in array.shape:
        shown = " x ".join(map(str, array.shape))[:40]
        raise file.refuse(
            f"its array is {shown or 'a single number'}; save a square matrix or two or three "
            "columns of ties."
        )
    rows, width = array.shape
    if rows != width and (width in (2, 3) or rows == 2):
        return _of_edges(file, array if width in (2, 3) else array.T)
    if array.dtype.kind not in "biuf":
        raise file.refuse("its matrix holds text; save numbers.")
    table = f"it was read as a table of {rows:,} rows by {width:,} columns"
    note = "it was read as an adjacency matrix" if rows == width else table
    raw = graph_of_matrix(file, array, notes=(note,))
    if raw.weights is not None:
        _check_finite(file, raw.weights)
    return raw


def _of_edges(file: GraphFile, array: NDArray[np.generic]) -> RawGraph:
    file.check_size(edges=len(array))
    ends = array[:, :2]
    if ends.dtype.kind == "f":
        numbers = _numbers(file, ends)
        if (numbers != np.floor(numbers)).any() or (np.abs(numbers) > 2**53).any():
            raise file.refuse("the nodes of its ties are no whole numbers; save integers.")
        ends = numbers.astype(np.int64)
    weights = _numbers(file, array[:, 2]) if array.shape[1] == 3 else None
    names: Sequence[str]
    if ends.dtype.kind in "iu" and ends.min() >= 0 and ends.max() < _LARGEST:
        whole = ends.astype(np.int64, copy=False)
        ids = distinct_ids(whole)
        places, names = places_of(whole, ids), NumberNames(ids)
    else:
        texts, places = np.unique(ends, return_inverse=True)
        places = places.reshape(-1, 2).astype(np.int32)
        is_bytes = texts.dtype.kind == "S"
        names = [id.decode(errors="replace") if is_bytes else str(id) for id in texts.tolist()]
    file.check_size(nodes=len(names))
    return RawGraph(len(names), places, weights, names, notes=("it was read as ties",))


def _of_sparse(file: GraphFile, arrays: dict[str, NDArray[np.generic]]) -> RawGraph:
    """Checked whole: what is built from an index that lies must not be read by compiled code."""
    shape = arrays["shape"]
    if shape.dtype.kind not in "iu" or shape.shape != (2,) or min(shape) < 0:
        shown = " x ".join(map(str, shape.ravel().tolist()))[:40]
        raise file.refuse(f"its sparse matrix is {shown}; save one of two dimensions.")
    rows, width = map(int, shape)
    two_kinds = rows != width
    if rows < 1 or width < 1:
        raise file.refuse("its sparse matrix is empty; a graph needs nodes.")
    n = rows + width if two_kinds else rows
    file.check_size(nodes=n, edges=arrays["data"].size)
    values = _numbers(file, arrays["data"])
    indices = {key: arrays[key] for key in _INDICES if key in arrays}
    if any(index.dtype.kind not in "iu" or index.ndim != 1 for index in indices.values()):
        raise _damaged(file)
    is_coo = {"row", "col"} <= indices.keys()
    if not (is_coo or {"indices", "indptr"} <= indices.keys()):
        raise file.refuse("its sparse matrix is neither COO, CSR nor CSC; save it as CSR.")
    try:
        if is_coo:
            ends = (indices["row"], indices["col"])
            matrix = scipy.sparse.coo_array((values, ends), shape=(rows, width))
        else:
            by_column = "format" in arrays and arrays["format"].tolist() in (b"csc", "csc")
            kind = scipy.sparse.csc_array if by_column else scipy.sparse.csr_array
            packed = kind((values, indices["indices"], indices["indptr"]), shape=(rows, width))
            packed.check_format(full_check=True)
            matrix = packed.tocoo()
    except (ValueError, TypeError):
        raise _damaged(file) from None
    matrix = matrix.tocsr()  # a copy, in which what stands twice is added up
    matrix.eliminate_zeros()
    matrix.sort_indices()
    columns = matrix.tocsc()
    undirected = not two_kinds and all(
        np.array_equal(getattr(matrix, part), getattr(columns, part))
        for part in ("indptr", "indices", "data")
    )
    row = np.repeat(np.arange(rows, dtype=np.int32), np.diff(matrix.indptr))
    kept = slice(None) if not undirected else row <= matrix.indices
    weights = matrix.data[kept]
    return RawGraph(
        n,
        np.column_stack((row[kept], matrix.indices[kept] + (rows if two_kinds else 0))),
        None if (weights == 1).all() else weights,
        directed=not undirected and not two_kinds,
        rows=rows if two_kinds else 0,
    )


def _numbers(file: GraphFile, array: NDArray[np.generic]) -> NDArray[np.float64]:
    if array.dtype.kind not in "biuf":
        raise file.refuse("its weights are text; save numbers.")
    values = array.astype(np.float64, copy=False)
    _check_finite(file, values)
    return values


def _check_finite(file: GraphFile, values: NDArray[np.float64]) -> None:
    parts = (values[i : i + _AT_ONCE] for i in range(0, len(values), _AT_ONCE))
    if not all(np.isfinite(part).all() for part in parts):
        raise file.refuse("it holds a value that is not finite; put 0 where there is no tie.")


def _damaged(file: GraphFile) -> Exception:
    return file.refuse("the array is damaged or not complete; save it again with numpy.save.")
