"""Names that are whole numbers, held as numbers: text is made of those that somebody asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

MANY = 20_000  # fewer are written before a compiled kernel is even loaded
_AT_ONCE = 10_000  # names that are text at the same time


class NumberNames(Sequence[str]):
    """Whole numbers >= 0 as names: 4 or 8 bytes each, where a text takes some 60.

    Equal to a tuple or list of the same texts, and written like the tuple.

    Parameters
    ----------
    numbers : ndarray of int, shape (count,)
        Not copied unless all of them fit into fewer bytes.

    Examples
    --------
    >>> names = NumberNames(np.array([0, 7, 120]))
    >>> names[2], names.index("7"), names == ("0", "7", "120"), names
    ('120', 1, True, ('0', '7', '120'))
    """

    __slots__ = ("numbers",)

    def __init__(self, numbers: NDArray[np.integer]) -> None:
        small = not numbers.size or int(numbers.max()) <= np.iinfo(np.int32).max
        self.numbers = numbers.astype(np.int32 if small else np.int64, copy=False)

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> NumberNames: ...
    def __getitem__(self, place: int | slice) -> str | NumberNames:
        if isinstance(place, slice):
            return NumberNames(np.asarray(self.numbers[place]))
        return str(self.numbers[place])

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _AT_ONCE):
            yield from map(str, self.numbers[start : start + _AT_ONCE].tolist())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NumberNames):
            return np.array_equal(self.numbers, other.numbers)
        return isinstance(other, tuple | list) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        if len(self) < MANY:
            return repr(tuple(self))
        from graphdp_core.kernels.digits import number_lines

        lines = number_lines(self.numbers.astype(np.int64)).tobytes().decode("ascii")
        return "('{}')".format(lines.replace("\n", "', '"))

    def take(self, places: NDArray[np.integer]) -> NumberNames:
        """The names at these places.

        Examples
        --------
        >>> NumberNames(np.array([5, 6, 7])).take(np.array([2, 0]))
        ('7', '5')
        """
        return NumberNames(self.numbers[places])

    def are_places(self) -> bool:
        """Whether every name is the number of its place, as a graph without names has them."""
        return bool((self.numbers == np.arange(len(self))).all())
