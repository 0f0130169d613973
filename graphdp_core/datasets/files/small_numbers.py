"""A growing row of numbers that takes a byte each as long as all are small whole numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

__all__ = ["SmallNumbers", "nonzero_entries"]

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


def nonzero_entries(
    matrix: NDArray[np.generic], *, above: bool
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Rows and columns, shape (count, 2), and values of the entries that are not 0, row by row.

    `above` leaves out what stands below the diagonal.
    """
    step = max(1, _AT_ONCE // max(matrix.shape[1], 1))
    ends, values = [], []
    for start in range(0, len(matrix), step):
        block = matrix[start : start + step]
        row, column = np.nonzero(block)
        kept = column >= row + start if above else slice(None)
        ends.append(np.column_stack((row + start, column)).astype(np.int32)[kept])
        values.append(block[row, column][kept].astype(np.float64))
    return np.concatenate(ends), np.concatenate(values)
