"""Numbers a file's nodes as they appear, in a few bytes each where their ids are whole numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np

from graphdp_core.graphs.number_names import NumberNames

_LONGEST = 19  # digits of the smallest number that is text
_SPARSE = 8  # places in the table for each node that there is
_SMALL = 1 << 16  # places that it may have at once
_NONE = -1


class NodeNumbers:
    """The number of every id, in the order of appearance.

    Text and its number take some 150 bytes in a dictionary of Python; a whole number that is not
    far larger than the count of nodes is looked up in a table and takes 12, others some 100.

    Examples
    --------
    >>> nodes = NodeNumbers()
    >>> [nodes.number(id) for id in ("7", "ann", "07", "7")]
    [0, 1, 2, 0]
    >>> list(nodes.names()), "ann" in nodes, "8" in nodes
    (['7', 'ann', '07'], True, False)
    """

    def __init__(self) -> None:
        self._place = array("i")  # number of the node with this id
        self._whole = array("q")  # id of each node, or -1 where it is in `_other`
        self._far: dict[int, int] = {}  # whole numbers beyond the table
        self._other: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._whole)

    def names(self) -> Sequence[str]:
        """The ids in the order of the numbers."""
        if not self._other:
            return NumberNames(np.array(self._whole, dtype=np.int64))
        other = iter(self._other)
        return [next(other) if id == _NONE else str(id) for id in self._whole]

    def __contains__(self, id: str) -> bool:
        return self.find(id) is not None

    def find(self, id: str) -> int | None:
        """The number of a node; None if there is none of this id."""
        whole = _whole(id)
        if whole == _NONE:
            return self._other.get(id)
        if whole < len(self._place) and (number := self._place[whole]) >= 0:
            return number
        return self._far.get(whole)

    def number(self, id: str) -> int:
        """The number of a node, which is new if it equals the count of nodes before."""
        if (known := self.find(id)) is not None:
            return known
        number, whole = len(self._whole), _whole(id)
        self._whole.append(whole)
        if whole == _NONE:
            self._other[id] = number
        elif whole >= max(_SMALL, _SPARSE * number):
            self._far[whole] = number
        else:
            if whole >= len(self._place):
                more = max(whole + 1 + whole // 8, 64) - len(self._place)
                self._place.extend(array("i", [_NONE]) * more)
            self._place[whole] = number
        return number


def _whole(id: str) -> int:
    """The id as a number if it is written as Python would write it; else -1."""
    if not (id.isdecimal() and len(id) < _LONGEST and id.isascii()):
        return _NONE
    return int(id) if id[0] != "0" or len(id) == 1 else _NONE
