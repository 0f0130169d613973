"""What is asked of a release: the level, public groups, a partition, nodes, the size of the top.

A release as whoever receives it has it: what was released, and the public law it came by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.louvain import pair_table
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.results import Result, Scores

MOST_GROUPS = 1_000
NODES = "nodes"  # among the facts of a sampler, where no table names them


@dataclass(frozen=True, eq=False)
class Groups:
    """A public group of every node.

    Parameters
    ----------
    labels : ndarray of int, shape (n,)

    Examples
    --------
    >>> groups = Groups(np.array([0, 0, 1]), ("a", "b"))
    >>> groups.pairs.tolist(), groups.counted(np.array([[0, 1], [1, 2]])).tolist()
    ([[1.0, 2.0], [2.0, 0.0]], [[1.0, 1.0], [1.0, 0.0]])
    """

    labels: Ints
    names: tuple[str, ...]

    @property
    def k(self) -> int:
        """Number of groups."""
        return len(self.names)

    @cached_property
    def pairs(self) -> Floats:
        """Pairs of nodes between every two groups and within each, shape (k, k)."""
        sizes = np.bincount(self.labels, minlength=self.k).astype(np.float64)
        table = np.outer(sizes, sizes)
        np.fill_diagonal(table, sizes * (sizes - 1.0) / 2.0)
        return table

    def counted(self, edges: NDArray[np.integer]) -> Floats:
        """Edges between every two groups and within each, shape (k, k), symmetric."""
        table = pair_table(np.ascontiguousarray(edges), self.labels, self.k)
        whole: Floats = (table + table.T - np.diag(np.diag(table))).astype(np.float64)
        return whole


@dataclass(frozen=True, eq=False)
class Asked:
    """The question that goes with a release.

    Parameters
    ----------
    level : float
        Of every interval.
    nodes : tuple of int
        Whose degrees are asked for.
    groups, partition : Groups or None
        Public labels, and the communities whose modularity is asked for.
    top : int
        How many nodes of the largest degrees.
    population : bool
        Whether a difference is one of the populations, not of the two graphs.
    """

    level: float = 0.95
    nodes: tuple[int, ...] = ()
    groups: Groups | None = None
    partition: Groups | None = None
    top: int = 10
    population: bool = False

    def of(self, what: str, n: int) -> Groups:
        """The groups or the partition."""
        groups: Groups | None = getattr(self, what)
        if groups is None:
            raise Refused(f"{what} must be given: one label for each of the {n:,} nodes.")
        if len(groups.labels) != n:
            raise Refused(
                f"{what} must have one label for each of the {n:,} nodes, got {len(groups.labels)}."
            )
        return groups


def groups_of(
    labels: Sequence[object] | NDArray[np.generic] | Mapping[str, object],
    names: Sequence[str],
    *,
    what: str = "groups",
) -> Groups:
    """Groups from one label a node, in the order of the nodes or by their names.

    Parameters
    ----------
    names : sequence of str
        Of all nodes.

    Examples
    --------
    >>> groups_of({"Ann": "red", "Bob": "blue"}, ["Bob", "Ann"]).labels.tolist()
    [0, 1]
    """
    n = len(names)
    if isinstance(labels, Mapping):
        missing = [name for name in names if name not in labels]
        if missing:
            raise Refused(
                f"{what} must give every node a label: {missing[0]!r} has none, and "
                f"{len(missing) - 1:,} others."
            )
        listed = [str(labels[name]) for name in names]
    else:
        listed = [str(label) for label in labels]
    if len(listed) != n:
        raise Refused(f"{what} must have one label for each of the {n:,} nodes, got {len(listed)}.")
    kinds, places = np.unique(np.array(listed, dtype=object), return_inverse=True)
    if len(kinds) > MOST_GROUPS:
        raise Refused(f"{what} must name at most {MOST_GROUPS:,} groups, got {len(kinds):,}.")
    return Groups(places.astype(np.int64), tuple(map(str, kinds)))


@dataclass(frozen=True, eq=False)
class Given:
    """What is known of a release, without any look at the data behind it.

    Parameters
    ----------
    released : Graph or Result
        A graph carries the public rates of its flips, where it has any.
    mechanism : Mechanism or None
        With its public parameters; None if it is not known.
    epsilon : Fraction or None
        Nominal.
    names : tuple of str
        Of all nodes, where the release holds them.
    facts : mapping of str to str
        The numbers of the sampler, as the certificate states them.
    certificate : mapping
        The whole of it; empty if there is none.
    parts : tuple of Given
        Where several numbers were released together, each of them by itself.
    """

    released: Graph | Result
    mechanism: Mechanism | None = None
    epsilon: Fraction | None = None
    names: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    certificate: Mapping[str, Any] = field(default_factory=dict)
    parts: tuple[Given, ...] = ()

    @property
    def n(self) -> int:
        """Nodes that the release names."""
        if isinstance(self.released, Graph):
            return self.released.n
        if isinstance(self.released, Scores):
            return len(self.released.values)
        return len(self.names) or int(self.facts.get(NODES, 0))

    def name(self, node: int) -> str:
        """Of a node, or its number."""
        if isinstance(self.released, Graph):
            return self.released.name(node)
        return self.names[node] if self.names else str(node)
