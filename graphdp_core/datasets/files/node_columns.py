"""What a file says of its nodes, a column for each attribute: a few bytes where it says nothing."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from itertools import repeat
from typing import cast

import numpy as np
from numpy.typing import NDArray

from graphdp_core.datasets.files.raw_graph import is_number

_MOST_SHARED = 1_000
_MISSING = math.nan


class TextColumn:
    """Text of some nodes, given in any order.

    Examples
    --------
    >>> column = TextColumn()
    >>> column.give(1, "red")
    >>> column.of_all(2)
    >>> column.fill(2, "blue"); column.of_all(2)
    ['blue', 'red']
    """

    def __init__(self) -> None:
        self._texts: list[str | None] = []
        self._shared: dict[str, str] = {}  # classes repeat, and take their memory once

    def give(self, node: int, text: str) -> None:
        """What a file says of one node; the last word counts."""
        if len(self._shared) < _MOST_SHARED:
            text = self._shared.setdefault(text, text)
        if node == len(self._texts):
            self._texts.append(text)
            return
        if node > len(self._texts):
            self._texts += [None] * (node + 1 - len(self._texts))
        self._texts[node] = text

    def fill(self, n: int, text: str) -> None:
        """Give the text to all of n nodes of which nothing is said."""
        self.fill_from(repeat(text, n), n)

    def fill_from(self, texts: Iterable[str], n: int) -> None:
        """Give each of n nodes of which nothing is said its own text."""
        self._texts += [None] * (n - len(self._texts))
        for node, text in enumerate(texts):
            if self._texts[node] is None:
                self._texts[node] = text

    def of_all(self, n: int) -> list[str] | None:
        """The text of each of n nodes; None if one has none."""
        if len(self._texts) != n or None in self._texts:
            return None
        return cast("list[str]", self._texts)


class NumberColumn:
    """Numbers of some nodes out of text, given in any order.

    Examples
    --------
    >>> column = NumberColumn()
    >>> column.give(1, "2.5")
    >>> column.of_all(2)
    >>> column.fill(2, "0"); column.of_all(2)
    array([0. , 2.5])
    """

    def __init__(self) -> None:
        self._values = array("d")

    def give(self, node: int, text: str) -> None:
        """What a file says of one node; what is no number counts as nothing."""
        if node >= len(self._values):
            self._values.extend([_MISSING] * (node + 1 - len(self._values)))
        self._values[node] = float(text) if is_number(text) else _MISSING

    def fill(self, n: int, text: str) -> None:
        """Give the number to all of n nodes of which nothing is said."""
        self._values.extend([_MISSING] * (n - len(self._values)))
        for node, known in enumerate(self._values):
            if math.isnan(known):
                self.give(node, text)

    def of_all(self, n: int) -> NDArray[np.float64] | None:
        """The number of each of n nodes; None if one has none."""
        values = np.array(self._values)
        return None if len(values) != n or np.isnan(values).any() else values
