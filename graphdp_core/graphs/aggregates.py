"""What releases read of a graph that is too large to build: its degrees, and edges by group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import ClassVar

import numpy as np

from graphdp_core.arrays import Ints


@dataclass(frozen=True, eq=False)
class Aggregates:
    """Sums over the edges of a simple undirected graph, which an engine adds up.

    Parameters
    ----------
    nodes_of : mapping of int to int
        How many nodes have each degree that occurs.
    groups : tuple of str
        The names of the public groups in alphabetical order, where they were asked for.
    sizes : tuple of int
        Nodes of each group.
    between : ndarray of int64, shape (k (k + 1)/2,)
        Edges within the first group, between it and the second, and so on, row by row.

    Examples
    --------
    >>> star = Aggregates({3: 1, 1: 3})
    >>> star.n, star.m, star.degrees.tolist()
    (4, 3, [1, 1, 1, 3])
    """

    nodes_of: Mapping[int, int]
    groups: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    between: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))

    noise: ClassVar[None] = None
    chosen: ClassVar[str] = ""

    @property
    def n(self) -> int:
        """Number of nodes."""
        return sum(self.nodes_of.values())

    @property
    def m(self) -> int:
        """Number of edges."""
        return sum(degree * nodes for degree, nodes in self.nodes_of.items()) // 2

    @property
    def degrees(self) -> Ints:
        """Of all nodes, rising, shape (n,)."""
        table = np.array(sorted(self.nodes_of.items()), dtype=np.int64).reshape(-1, 2)
        return np.repeat(*table.T)

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the degrees: the same for the same graph, whatever else was added up."""
        table = repr(sorted(self.nodes_of.items()))
        return blake2b(table.encode(), digest_size=16).hexdigest()
