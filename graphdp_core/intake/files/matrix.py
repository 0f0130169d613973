"""Matrices of numbers as graphs, read some rows at a time.

A growing row of numbers that takes a byte each as long as all are small whole numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_graph import RawGraph

_LARGEST = 255
_AT_ONCE = 50_000  # entries that are looked at together


class SmallNumbers:
    """Numbers in the order in which they came.

    Examples
    --------
    >>> numbers = SmallNumbers()
    >>> numbers.extend([0.0, 1.0]), numbers.as_array()
    (None, array([0, 1], dtype=uint8))
    >>> numbers.extend([0.5]), numbers.as_array()
    (None, array([0. , 1. , 0.5]))
    """

    def __init__(self) -> None:
        self._small = array("B")
        self._any: array[float] | None = None

    def __len__(self) -> int:
        return len(self._small if self._any is None else self._any)

    def extend(self, values: Iterable[float]) -> None:
        """Add numbers at the end."""
        more = list(values)
        if self._any is None:
            if all(0 <= value <= _LARGEST and value == int(value) for value in more):
                self._small.extend(map(int, more))
                return
            self._any, self._small = array("d", self._small), array("B")
        self._any.extend(more)

    def as_array(self) -> NDArray[np.uint8] | NDArray[np.float64]:
        """All of them, not copied."""
        if self._any is None:
            return np.frombuffer(self._small, np.uint8) if self._small else np.empty(0, np.uint8)
        return np.frombuffer(self._any)


def graph_of_matrix(
    file: GraphFile,
    matrix: NDArray[np.generic],
    *,
    once: bool = False,
    ones: bool = False,
    notes: tuple[str, ...] = (),
) -> RawGraph:
    """The entries that are not 0 as edges; of an oblong the columns are nodes of a second kind.

    A square that equals its transpose is read above its diagonal. Where all entries are 0 or 1
    there are no weights.

    Parameters
    ----------
    file : GraphFile
    matrix : ndarray, shape (rows, columns)
    once : bool
        Whether every edge is known to stand there once, though there are no directions.
    ones : bool
        Whether weights that are 1 everywhere are kept.
    notes : tuple of str
    """
    rows, width = matrix.shape
    two_kinds = rows != width
    above = not (once or two_kinds) and is_symmetric(matrix)
    count = sum(len(part.nonzero()[0]) for _, part in _blocks(matrix, above=above))
    n = rows + width if two_kinds else rows
    file.check_size(nodes=n, edges=count)
    ends, values = np.empty((count, 2), dtype=np.int32), np.empty(count)
    place = 0
    for start, part in _blocks(matrix, above=above):
        row, column = part.nonzero()
        places = slice(place, place + len(row))
        ends[places, 0], ends[places, 1] = row + start, column
        values[places] = part[row, column]
        place = places.stop
    if two_kinds:
        ends[:, 1] += rows
    return RawGraph(
        n,
        ends,
        values if count and (ones or (values != 1).any()) else None,
        directed=not (above or once or two_kinds),
        rows=rows if two_kinds else 0,
        notes=notes,
    )


def is_symmetric(matrix: NDArray[np.generic]) -> bool:
    """Whether a square equals its transpose.

    Examples
    --------
    >>> is_symmetric(np.array([[0, 1], [1, 0]])), is_symmetric(np.array([[0, 1], [2, 0]]))
    (True, False)
    """
    return all(
        (part == matrix[:, start : start + len(part)].T).all()
        for start, part in _blocks(matrix, above=False)
    )


def _blocks(
    matrix: NDArray[np.generic], *, above: bool
) -> Iterator[tuple[int, NDArray[np.generic]]]:
    """Some rows at a time with the number of the first, so that no matrix is copied whole."""
    step = max(1, _AT_ONCE // max(matrix.shape[1], 1))
    for start in range(0, len(matrix), step):
        part = matrix[start : start + step]
        yield start, np.triu(part, start) if above else part
