"""The graph that every part works on: immutable, made of arrays, identified by its content."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.graphs.answers import Answers
from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.graphs.pair_index import TidyPairs, tidy_pairs
from graphdp_core.params import Refused

if TYPE_CHECKING:
    import networkx as nx
    from scipy.sparse import csr_array


LARGEST_N = 2**31 - 1


@dataclass(frozen=True, eq=False)
class Graph:
    """A simple undirected graph with n nodes and m edges.

    Build one with :meth:`from_edges`; the constructor itself takes arrays that are already
    sorted, unique and free of loops, and trusts them.

    Parameters
    ----------
    n : int
        Number of nodes; they are 0, ..., n-1.
    edges : ndarray of int32, shape (m, 2)
        u < v, sorted by (u, v), each pair once.
    weights : ndarray of float64, shape (m,), or None
        One finite weight per edge, in the order of `edges`.
    labels : ndarray of int32, shape (n,), or None
        Ground-truth class of each node, as index into `label_names`.
    label_names : tuple of str
        The names of the classes; empty if there are no labels.
    positions : ndarray of float64, shape (n, 2 or 3), or None
        Coordinates that came with the graph (latent positions, point clouds).
    names : tuple of str, NumberNames or None
        The file's own node names; None means the node numbers.
    noise : EdgeNoise or None
        Set on released graphs only: the public rates of the noise, needed for debiasing.
    answers : Answers or None
        Set where nodes are all questions of a survey, and weights were counted from its answers:
        then edges are all pairs, and it is public how far one person moves them.
    owner : str
        Whose it is: caches keep what they make of it apart, and forget it by this name. No part
        of the content; "" is everybody's.
    chosen : str
        By what look at private data its nodes were chosen, in words; "" if by none. No part of the
        content: a graph that is all in one component is the same, and was looked at all the same.
    near : bool or None
        Whether a large weight means that two are near, as meetings do, or far, as miles; None where
        nobody said. Public: it is said without looking at weights.
    people : tuple of str
        What pictures call the nodes, if it is not their names. No part of the content: nothing
        that is drawn, kept or exported depends on it.

    Examples
    --------
    >>> g = Graph.from_edges(3, [(1, 0), (1, 2), (2, 1)])
    >>> g.n, g.m, g.edges.tolist()
    (3, 2, [[0, 1], [1, 2]])
    >>> g == Graph.from_edges(3, [(0, 1), (1, 2)])
    True
    """

    n: int
    edges: NDArray[np.int32]
    weights: NDArray[np.float64] | None = None
    labels: NDArray[np.int32] | None = None
    label_names: tuple[str, ...] = ()
    positions: NDArray[np.float64] | None = None
    names: tuple[str, ...] | NumberNames | None = None
    noise: EdgeNoise | None = None
    answers: Answers | None = None
    near: bool | None = None
    title: str = field(default="", compare=False)
    owner: str = field(default="", compare=False, repr=False)
    chosen: str = field(default="", compare=False, repr=False)
    people: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        # One sort of array: inner loops are compiled for it alone
        object.__setattr__(self, "edges", np.ascontiguousarray(self.edges))
        for array in (self.edges, self.weights, self.labels, self.positions):
            if array is not None:
                array.flags.writeable = False

    @classmethod
    def from_edges(
        cls,
        n: int,
        edges: ArrayLike,
        *,
        weights: ArrayLike | None = None,
        labels: ArrayLike | None = None,
        positions: ArrayLike | None = None,
        names: Sequence[str] | None = None,
        title: str = "",
    ) -> Graph:
        """Make a graph from any list of node pairs; order and repeats do not matter.

        Parameters
        ----------
        n : int
            Number of nodes, 0 <= n < 2**31.
        edges : array_like of int, shape (m, 2)
            Node pairs in either order. A repeated pair is kept once, with its first weight.
        weights : array_like of float, shape (m,), optional
        labels : array_like, shape (n,), optional
            Class of each node: numbers or strings.
        positions : array_like of float, shape (n, 2) or (n, 3), optional
        names : sequence of str, length n, optional

        Raises
        ------
        ValueError
            If a node number is outside 0..n-1, an edge is a loop, or a length does not fit.
        """
        if not 0 <= n <= LARGEST_N:
            raise ValueError(f"n must lie in 0..{LARGEST_N}, got {n}.")
        pairs = np.asarray(edges)
        if pairs.size == 0:
            pairs = np.empty((0, 2), dtype=np.int64)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or not np.issubdtype(pairs.dtype, np.integer):
            raise ValueError("edges must be integers of shape (m, 2): one node pair a row.")
        tidy = tidy_pairs(pairs, n, rows=weights is not None)
        if tidy.loops:
            raise ValueError("edges must not contain loops: remove pairs (u, u) first.")
        classes, label_names = _tidy_labels(labels, n)
        return cls(
            n=n,
            edges=tidy.edges,
            weights=_tidy_weights(weights, len(pairs), tidy),
            labels=classes,
            label_names=label_names,
            positions=_tidy_positions(positions, n),
            names=_tidy_names(names, n),
            title=title,
        )

    @classmethod
    def from_networkx(
        cls,
        graph: nx.Graph,
        *,
        weight: str | None = "weight",
        label: str | None = None,
        title: str = "",
    ) -> Graph:
        """Take over a networkx graph; loops and directions are dropped, weights and labels kept.

        Parameters
        ----------
        graph : networkx.Graph
        weight : str or None
            Edge attribute to read; edges keep weight only if every edge has it.
        label : str or None
            Node attribute to read as ground-truth class.
        """
        nodes = list(graph)
        number = {node: i for i, node in enumerate(nodes)}
        rows = [(number[u], number[v], d) for u, v, d in graph.edges(data=True) if u != v]
        weighted = bool(rows) and weight is not None and all(weight in d for _, _, d in rows)
        own_names = tuple(str(node) for node in nodes)
        return cls.from_edges(
            len(nodes),
            [(u, v) for u, v, _ in rows],
            weights=[float(d[weight]) for _, _, d in rows] if weighted else None,
            labels=[graph.nodes[node][label] for node in nodes] if label else None,
            names=None if own_names == tuple(map(str, range(len(nodes)))) else own_names,
            title=title,
        )

    def to_networkx(self) -> nx.Graph:
        """The same graph as ``networkx.Graph`` with node attributes ``name`` and ``label``."""
        import networkx as nx

        graph = nx.Graph()
        for i in range(self.n):
            attributes: dict[str, Any] = {"name": self.name(i)}
            if self.labels is not None:
                attributes["label"] = self.label_names[self.labels[i]]
            graph.add_node(i, **attributes)
        if self.weights is None:
            graph.add_edges_from(self.edges.tolist())
        else:
            graph.add_weighted_edges_from(
                (int(u), int(v), float(w))
                for (u, v), w in zip(self.edges, self.weights, strict=True)
            )
        return graph

    @property
    def m(self) -> int:
        """Number of edges."""
        return len(self.edges)

    def name(self, node: int) -> str:
        """The file's own name of a node, or its number."""
        return str(node) if self.names is None else self.names[node]

    @property
    def shown_names(self) -> Sequence[str] | None:
        """What pictures call the nodes; None means the node numbers."""
        return self.people or self.names

    def shown_name(self, node: int) -> str:
        """What a picture calls a node."""
        return self.people[node] if self.people else self.name(node)

    def all_names(self) -> list[str]:
        """What :meth:`name` says of every node, n of them."""
        return [self.name(node) for node in range(self.n)]

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the whole content (32 hex digits): equal graphs, and only they, share it."""
        digest = hashlib.blake2b(digest_size=16)
        digest.update(repr((self.n, self.label_names, self.names, self.noise)).encode())
        if self.answers is not None:
            digest.update(repr(self.answers).encode())
        if self.near is not None:
            digest.update(f"near {self.near}".encode())
        for array in (self.edges, self.weights, self.labels, self.positions):
            digest.update(b"-" if array is None else repr((array.shape, array.dtype.str)).encode())
            if array is not None:
                digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest()

    @property
    def place(self) -> str:
        """Under which caches in memory keep what they make of it: its owner and its content."""
        return f"{self.owner}/{self.fingerprint}" if self.owner else self.fingerprint

    @property
    def large_is_near(self) -> bool | None:
        """Whether large weights mean near: as was said, or as answers were counted."""
        if self.near is None and self.answers is not None:
            return self.answers.counted != "differ"
        return self.near

    @cached_property
    def degrees(self) -> NDArray[np.int64]:
        """Number of neighbours of each node, shape (n,)."""
        return np.bincount(self.edges.ravel(), minlength=self.n)

    @cached_property
    def neighbours(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Compressed rows (indptr, indices), both directions of every edge, rows sorted."""
        from graphdp_core.kernels.adjacency_rows import adjacency_rows

        return adjacency_rows(self.n, self.edges)

    @cached_property
    def components(self) -> NDArray[np.int32]:
        """Connected component of each node, shape (n,), numbered by their smallest nodes."""
        return component_numbers(self.n, self.edges)

    def adjacency(self, *, dtype: type = np.float64, weighted: bool = False) -> csr_array:
        """The symmetric adjacency matrix, shape (n, n), zero diagonal.

        Parameters
        ----------
        dtype : numpy float type
        weighted : bool
            Use the weights instead of ones; raises ValueError if there are none.
        """
        from scipy.sparse import coo_array, csr_array

        if weighted:
            if self.weights is None:
                raise ValueError("weighted=True needs a graph with weights; this one has none.")
            u, v = self.edges.T
            half = coo_array((self.weights.astype(dtype), (u, v)), shape=(self.n, self.n)).tocsr()
            return csr_array(half + half.T)
        indptr, indices = self.neighbours
        ones: NDArray[Any] = np.ones(len(indices), dtype=dtype)
        return csr_array((ones, indices, indptr), shape=(self.n, self.n))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return int(self.fingerprint[:15], 16)

    def __repr__(self) -> str:
        kind = "weighted " if self.weights is not None else ""
        return f"<{kind}Graph {self.title or self.fingerprint[:8]}: n={self.n:,}, m={self.m:,}>"


def _tidy_weights(
    weights: ArrayLike | None, rows: int, tidy: TidyPairs
) -> NDArray[np.float64] | None:
    if weights is None:
        return None
    values = np.array(weights, dtype=np.float64)
    if values.shape != (rows,):
        raise ValueError(f"weights must have one value per edge ({rows}), got {values.shape}.")
    if not np.isfinite(values).all():
        raise ValueError("weights must be finite: found NaN or an infinite value.")
    kept = tidy.first(values)
    if not are_in_range(kept):
        raise Refused(WEIGHT_RANGE)
    return kept


WEIGHT_RANGE = (
    "weights must be 0 or at least 1e-300 in size, and at most 1e300 all together: give them in "
    "another unit."
)


def are_in_range(weights: NDArray[np.float64]) -> bool:
    """Whether sums and inverses of weights stay among the doubles.

    Examples
    --------
    >>> are_in_range(np.array([0.0, -2.0])), are_in_range(np.full(7, 1e300))
    (True, False)
    """
    with np.errstate(over="ignore"):
        size = np.abs(weights)
        return bool(size.sum() <= 1e300 and not ((size > 0.0) & (size < 1e-300)).any())


def _tidy_labels(
    labels: ArrayLike | None, n: int
) -> tuple[NDArray[np.int32] | None, tuple[str, ...]]:
    if labels is None:
        return None, ()
    values = np.asarray(labels)
    if values.shape != (n,):
        raise ValueError(f"labels must have one class per node ({n}), got {values.shape}.")
    classes, index = np.unique(values, return_inverse=True)
    return index.astype(np.int32), tuple(str(c) for c in classes)


def _tidy_positions(positions: ArrayLike | None, n: int) -> NDArray[np.float64] | None:
    if positions is None:
        return None
    values = np.array(positions, dtype=np.float64)
    if values.ndim != 2 or values.shape[0] != n:
        raise ValueError(f"positions must have shape ({n}, d), got {values.shape}.")
    return values


def _tidy_names(names: Sequence[str] | None, n: int) -> tuple[str, ...] | NumberNames | None:
    if names is None:
        return None
    if len(names) != n:
        raise ValueError(f"names must have one name per node ({n}), got {len(names)}.")
    if isinstance(names, NumberNames):
        return names
    return tuple(names) if {str}.issuperset(map(type, names)) else tuple(map(str, names))
