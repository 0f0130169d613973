"""What releases read of a graph that is too large to build: its degrees, and edges by group."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import ClassVar

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.graphs.pair_index import pair_count


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
    chosen : str
        How the nodes were chosen by looking at the edges, in words; "" for a list of nodes.

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
    chosen: str = ""

    noise: ClassVar[None] = None

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

    @property
    def half_true(self) -> float:
        """The epsilon at which flips of all pairs would leave half of the shown ties true.

        A tie is shown e^epsilon times as often as another pair: of m ties and N - m others, a share
        m e^epsilon/(m e^epsilon + N - m) of what is shown is true. About ln(1/density).

        Examples
        --------
        >>> round(Aggregates({20: 1_000_000}).half_true, 2)
        10.82
        """
        others = pair_count(self.n) - self.m
        return math.log(max(others, 1) / max(self.m, 1))

    @property
    def flips_sentence(self) -> str:
        """What flips would leave true, and what survives.

        Examples
        --------
        >>> Aggregates({20: 1_000_000}).flips_sentence[:63]
        'Of 6,800 ties that flips show at ε = 2 one is true; half of the'
        """
        shown = float(f"{1.0 + math.exp(self.half_true - 2.0):.2g}")
        return (
            f"Of {shown:,.0f} ties that flips show at ε = 2 one is true; half of them at "
            f"ε = {self.half_true:.1f}. Sums survive: their noise does not grow with the graph."
        )

    @property
    def table(self) -> Ints:
        """Edges between groups as a symmetric table, shape (k, k)."""
        table = np.zeros((len(self.groups), len(self.groups)), dtype=np.int64)
        table[np.triu_indices(len(table))] = self.between
        return table + np.triu(table, 1).T

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the degrees: the same for the same graph, whatever else was added up."""
        table = repr(sorted(self.nodes_of.items()))
        return blake2b(table.encode(), digest_size=16).hexdigest()
