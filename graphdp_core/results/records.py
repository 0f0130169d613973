"""What analyses return: small frozen records around read-only arrays, one per kind of result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints

Tables: TypeAlias = Mapping[str, tuple[Sequence[str], Iterable[Sequence[str]]]]
"""Files of CSV by name: the columns, and the rows."""
Rows: TypeAlias = Callable[[str], list[list[str]]]
"""The rows of a file, by its name."""


@dataclass(frozen=True, eq=False)
class Result:
    """Common ground: what a kind of result is called, and which files it makes.

    `kind` names it for pictures and caches; arrays become read-only. A subclass that mechanisms
    release writes and reads its tables, and says more of itself below.
    """

    kind: ClassVar[str] = "result"
    called: ClassVar[str] = "something else"  # in a few words
    group: ClassVar[str] = ""  # of mechanisms, that it stands in
    in_zip: ClassVar[str] = ""  # what a publication holds
    told_worst: ClassVar[str] = "what is small"  # where the same noise leaves least
    wish: ClassVar[str] = ""  # the property that it is about
    is_number: ClassVar[bool] = False  # no picture of the nodes

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the user about what was left out or approximated."""
        return ()

    def tables(self, names: Sequence[str]) -> Tables:
        """The files of a publication, with these names of the nodes; none if it has no form."""
        return {}

    @classmethod
    def of_tables(cls, rows: Rows, measure: str = "") -> tuple[Result, tuple[str, ...]]:
        """What `tables` wrote, and the names of the nodes; a KeyError where a file is missing."""
        raise KeyError(cls.kind)

    def __post_init__(self) -> None:
        for value in vars(self).values():
            _freeze(value)


@dataclass(frozen=True, eq=False)
class Embedding(Result):
    """Points of n nodes in d dimensions, with the (p, q) signature of their inner product.

    `values` are the eigenvalues behind the d dimensions, and `scree` the list (by falling
    magnitude) that the dimension was chosen from: longer, or the same where it was given.
    """

    kind: ClassVar[str] = "embedding"
    points: Floats  # (n, d)
    signature: tuple[int, int]
    values: Floats  # (d,)
    scree: Floats  # (s,), s >= d
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Diagram(Result):
    """Persistence pairs by homology dimension: ``pairs[k]`` has shape (., 2), death may be inf.

    `points` is the cloud that was filtered; its points stand for `nodes`, by default for all.
    """

    kind: ClassVar[str] = "diagram"
    pairs: tuple[Floats, ...]
    filtration: str  # "alpha", "rips" or "dtm"
    points: Floats | None = None
    notes: tuple[str, ...] = ()
    nodes: NDArray[np.int64] | None = None


@dataclass(frozen=True, eq=False)
class Partition(Result):
    """A community number 0..k-1 for every node; numbers are in order of falling size."""

    kind: ClassVar[str] = "partition"
    called: ClassVar[str] = "communities"
    group: ClassVar[str] = "Communities"
    in_zip: ClassVar[str] = "a community for every node"
    told_worst: ClassVar[str] = "a small community"
    wish: ClassVar[str] = "communities"
    labels: NDArray[np.int32]  # (n,)
    notes: tuple[str, ...] = ()

    @property
    def k(self) -> int:
        """Number of communities."""
        return int(self.labels.max()) + 1 if len(self.labels) else 0

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Nodes per community, shape (k,)."""
        return np.bincount(self.labels, minlength=self.k)

    @classmethod
    def from_labels(cls, labels: NDArray[Any], *, notes: tuple[str, ...] = ()) -> Partition:
        """Renumber any labels by falling size (ties: first node first)."""
        return cls(_by_size(labels)[0], notes=notes)

    def tables(self, names: Sequence[str]) -> Tables:
        """The communities alone."""
        labels = map(str, self.labels.tolist())
        return {"communities.csv": (("node", "community"), zip(names, labels, strict=True))}

    @classmethod
    def of_tables(cls, rows: Rows, measure: str = "") -> tuple[Result, tuple[str, ...]]:
        """Numbered anew by falling size."""
        names, labels = _of_nodes(rows("communities.csv"))
        return Partition.from_labels(labels.astype(np.int64)), names


@dataclass(frozen=True, eq=False)
class ModePartition(Partition):
    """A partition in basins of density peaks, with the merges that decided their number.

    `merges` has a row (density at the peak, density at the saddle to a higher peak) for every
    peak, those without a saddle first (-inf); a peak is a cluster if it rises above its saddle
    by more than `threshold`.
    """

    merges: Floats = field(default_factory=lambda: np.empty((0, 2)))  # (peaks, 2)
    threshold: float = 0.0


def _by_size(labels: NDArray[Any]) -> tuple[NDArray[np.int32], Ints]:
    """Labels renumbered by falling size (ties: first node first), and the sizes."""
    n = len(labels)
    if labels.dtype.kind != "i" or (n and not 0 <= labels.min() <= labels.max() < n):
        labels = np.unique(labels, return_inverse=True)[1]
    counts = np.bincount(labels)
    first = np.empty(len(counts), dtype=np.int64)
    first[labels[::-1]] = np.arange(n)[::-1]
    order = np.lexsort((first, -counts))
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank[labels], counts[order]


def _no_sets() -> Ints:
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class NestedPartition(Partition):
    """A partition with the tree of node sets that its communities stand in.

    Set 0 is all nodes; every set comes after the one that holds it. `communities` has the
    community that a set is, or is a part of; -1 where it holds several. `scores` is what decided
    which sets are communities, where something did.
    """

    parents: Ints = field(default_factory=_no_sets)  # (t,) -1 for set 0
    set_sizes: Ints = field(default_factory=_no_sets)  # (t,) nodes
    communities: Ints = field(default_factory=_no_sets)  # (t,)
    scores: Floats | None = None  # (t,)

    @property
    def levels(self) -> Ints:
        """Steps from all nodes down to each set, shape (t,)."""
        steps, above = np.zeros(len(self.parents), dtype=np.int64), self.parents
        while np.any(above >= 0):
            steps += above >= 0
            above = np.where(above >= 0, self.parents[above], -1)
        return steps

    @classmethod
    def from_cut(
        cls,
        chosen: NDArray[np.integer],
        *,
        parents: Ints,
        set_sizes: Ints,
        scores: Floats | None = None,
    ) -> NestedPartition:
        """The sets `chosen` for each node, shape (n,), as communities of a tree made before.

        Examples
        --------
        >>> tree = {"parents": np.array([-1, 0, 0, 1, 1]), "set_sizes": np.array([4, 3, 1, 2, 1])}
        >>> cut = NestedPartition.from_cut(np.array([1, 1, 1, 2]), **tree)
        >>> cut.labels.tolist(), cut.communities.tolist(), cut.levels.tolist()
        ([0, 0, 0, 1], [-1, 0, 1, 0, 0], [0, 1, 1, 2, 2])
        """
        labels = Partition.from_labels(chosen).labels
        communities = np.full(len(parents), -1, dtype=np.int64)
        communities[chosen] = labels
        above = parents
        while np.any(above >= 0):  # what lies below a community belongs to it
            communities = np.maximum(communities, np.where(above >= 0, communities[above], -1))
            above = np.where(above >= 0, parents[above], -1)
        return cls(labels, (), parents, set_sizes, communities, scores)

    @classmethod
    def from_merges(
        cls,
        labels: NDArray[np.integer],
        merges: Sequence[NDArray[np.integer]],
        *,
        items: NDArray[np.integer] | None = None,
        notes: tuple[str, ...] = (),
    ) -> NestedPartition:
        """Communities, with the groups that grew together before, each cut at their borders.

        Parameters
        ----------
        labels : ndarray of int, shape (n,)
            Community of each node.
        merges : sequence of ndarray of int
            Group of each item, then the larger group of each of these groups, and so on.
        items : ndarray of int, shape (n,), optional
            Item of each node, all in one community; the nodes themselves if absent.
        notes : tuple of str

        Examples
        --------
        >>> grown = NestedPartition.from_merges(np.zeros(4, dtype=int), [np.array([0, 0, 1, 2])])
        >>> grown.parents.tolist(), grown.set_sizes.tolist()
        ([-1, 0, 1, 1, 1], [4, 4, 2, 1, 1])
        """
        ranked, sizes = _by_size(labels)
        if items is None:
            size, community = np.ones_like(labels), ranked.astype(np.int64)
        else:
            size = np.bincount(items)
            community = np.zeros(len(size), dtype=np.int64)
            community[items] = ranked
        group: NDArray[np.integer] = np.arange(len(size))
        layers: list[tuple[Ints, Ints, Ints]] = []  # community, size; holder of before
        for merge in merges:
            group = merge[group]
            codes = community * len(merge) + group
            order = codes.argsort(kind="stable")
            is_new = np.ones(len(codes), dtype=np.bool_)
            is_new[1:] = codes[order[1:]] != codes[order[:-1]]
            first, holder = order[is_new], np.empty_like(order)
            holder[order] = is_new.cumsum() - 1
            if layers and len(first) == len(codes):
                continue
            size = np.bincount(holder, weights=size).astype(np.int64)
            community, group = community[first], group[first]
            layers.append((community, size, holder))
        if layers and len(layers[-1][0]) == len(sizes):
            community = layers.pop()[2]
        layers.append((np.arange(len(sizes)), sizes, community))
        return cls(ranked, notes, *_stacked(layers, len(ranked)))


def _stacked(layers: list[tuple[Ints, Ints, Ints]], n: int) -> tuple[Ints, Ints, Ints]:
    """(parents, sizes, communities) of all sets: the root, the coarsest layer, the finer ones."""
    root = np.zeros(min(n, 1), dtype=np.int64)
    parents, sizes, communities = [root - 1], [root + n], [root - 1]
    start, holder = 0, np.zeros(len(layers[-1][0]), dtype=np.int64)
    for community, size, finer in reversed(layers):
        parents.append(start + holder)
        sizes.append(size)
        communities.append(community)
        start, holder = start + len(parents[-2]), finer
    return np.concatenate(parents), np.concatenate(sizes), np.concatenate(communities)


@dataclass(frozen=True, eq=False)
class SpanningTree(Result):
    """Edges of a spanning tree (or forest, where the graph is disconnected), u < v, sorted.

    `weights` are the released or computed edge lengths, or None if only the topology is known.
    `n` counts the nodes, for nodes without an edge leave no other trace; None: those with edges.
    """

    kind: ClassVar[str] = "spanning_tree"
    called: ClassVar[str] = "a tree"
    group: ClassVar[str] = "Trees and weights"
    in_zip: ClassVar[str] = "the edges of a spanning tree"
    told_worst: ClassVar[str] = "a choice between similar weights"
    wish: ClassVar[str] = "tree"
    edges: NDArray[np.int32]  # (n - components, 2)
    weights: Floats | None = None  # (n - components,)
    notes: tuple[str, ...] = ()
    n: int | None = None

    def tables(self, names: Sequence[str]) -> Tables:
        """All nodes, and the edges by the names of their ends."""
        ends = ((names[u], names[v]) for u, v in self.edges.tolist())
        return {
            "nodes.csv": (("node",), ((name,) for name in names)),
            "tree.csv": (("source", "target"), ends),
        }

    @classmethod
    def of_tables(cls, rows: Rows, measure: str = "") -> tuple[Result, tuple[str, ...]]:
        """Without weights, which are not released."""
        names = tuple(row[0] for row in rows("nodes.csv"))
        place = {name: node for node, name in enumerate(names)}
        ends = [[place[end] for end in row[:2]] for row in rows("tree.csv")]
        return cls(np.array(ends, dtype=np.int32).reshape(-1, 2), n=len(names)), names


@dataclass(frozen=True, eq=False)
class Scores(Result):
    """One number per node; a larger one means a more central node."""

    kind: ClassVar[str] = "scores"
    called: ClassVar[str] = "a ranking"
    group: ClassVar[str] = "Rankings"
    in_zip: ClassVar[str] = "a noisy score for every node"
    told_worst: ClassVar[str] = "a node of few edges"
    wish: ClassVar[str] = "top_nodes"
    values: Floats  # (n,)
    measure: str
    notes: tuple[str, ...] = ()

    def tables(self, names: Sequence[str]) -> Tables:
        """The score of each node, in a column named by the measure; how many have it, unnamed."""
        if len(names) < len(self.values):
            rows = zip(*np.unique(self.values, return_counts=True), strict=True)
            told = ((f"{value:.12g}", str(nodes)) for value, nodes in rows)
            return {"counted.csv": ((self.measure, "nodes"), told)}
        values = (f"{value:.12g}" for value in self.values.tolist())
        return {"scores.csv": (("node", self.measure), zip(names, values, strict=True))}

    @classmethod
    def of_tables(cls, rows: Rows, measure: str = "") -> tuple[Result, tuple[str, ...]]:
        """By the measure that the mechanism states; nodes without names by rising score."""
        try:
            names, values = _of_nodes(rows("scores.csv"))
        except KeyError:
            counted = np.array(rows("counted.csv"), dtype=np.float64)
            return cls(np.repeat(counted[:, 0], counted[:, 1].astype(np.int64)), measure), ()
        return cls(values.astype(np.float64), measure), names


@dataclass(frozen=True, eq=False)
class Spectrum(Result):
    """The k leading eigenpairs of an adjacency matrix, by falling value.

    A release of eigenvalues alone has vectors of shape (n, 0). `edge_count` is what the input or
    the release says about the number of edges, which a reconstruction needs; None if nothing.
    """

    kind: ClassVar[str] = "spectrum"
    called: ClassVar[str] = "a spectrum"
    group: ClassVar[str] = "Spectra"
    in_zip: ClassVar[str] = "the largest eigenvalues with noise"
    told_worst: ClassVar[str] = "a small eigenvalue"
    wish: ClassVar[str] = "spectrum"
    values: Floats  # (k,)
    vectors: Floats  # (n, k) or (n, 0)
    notes: tuple[str, ...] = ()
    edge_count: float | None = None

    def tables(self, names: Sequence[str]) -> Tables:
        """The eigenvalues; eigenvectors have no form in a publication."""
        if self.vectors.size:
            return {}
        ranked = enumerate(self.values.tolist(), start=1)
        rows = ((str(rank), f"{value:.17g}") for rank, value in ranked)
        return {"eigenvalues.csv": (("rank", "eigenvalue"), rows)}

    @classmethod
    def of_tables(cls, rows: Rows, measure: str = "") -> tuple[Result, tuple[str, ...]]:
        """Eigenvalues alone."""
        return cls(_second(rows("eigenvalues.csv")), np.empty((0, 0))), ()


@dataclass(frozen=True, eq=False)
class Counts(Result):
    """How often some subgraphs occur, by name; nan where nothing can be said.

    Released numbers may be negative: cut at 0 they keep their guarantee.
    """

    kind: ClassVar[str] = "counts"
    called: ClassVar[str] = "one number"
    group: ClassVar[str] = "Numbers and degrees"
    in_zip: ClassVar[str] = "one noisy number"
    told_worst: ClassVar[str] = "a small count"
    wish: ClassVar[str] = "count"
    is_number: ClassVar[bool] = True
    values: Floats  # (c,)
    names: tuple[str, ...]  # such as "triangles", "3-stars"
    notes: tuple[str, ...] = ()

    def tables(self, names: Sequence[str]) -> Tables:
        """Each count by its name."""
        counted = zip(self.names, self.values.tolist(), strict=True)
        rows = ((name, f"{value:.17g}") for name, value in counted)
        return {"counts.csv": (("count", "value"), rows)}

    @classmethod
    def of_tables(cls, rows: Rows, measure: str = "") -> tuple[Result, tuple[str, ...]]:
        """Without the nodes, which are not named."""
        counted = rows("counts.csv")
        return cls(_second(counted), tuple(row[0] for row in counted)), ()


@dataclass(frozen=True, eq=False)
class Cost(Counts):
    """What the cheapest spanning tree costs, in the unit of the weights; drawn as a count."""

    title: ClassVar[str] = "cost of the spanning tree"
    called: ClassVar[str] = "a tree's cost"
    group: ClassVar[str] = "Trees and weights"
    told_worst: ClassVar[str] = "a light tree"
    wish: ClassVar[str] = "tree_cost"


@dataclass(frozen=True, eq=False)
class Degrees(Result):
    """How many nodes have each degree 0, 1, ...: a distribution, not whose degree is which."""

    kind: ClassVar[str] = "degrees"
    called: ClassVar[str] = "degrees"
    group: ClassVar[str] = "Numbers and degrees"
    in_zip: ClassVar[str] = "how many nodes have how many edges"
    told_worst: ClassVar[str] = "a rare degree"
    wish: ClassVar[str] = "degree_distribution"
    is_number: ClassVar[bool] = True
    counts: Floats  # (d,), at least 0
    notes: tuple[str, ...] = ()

    @property
    def shares(self) -> Floats:
        """The counts over their sum, shape (d,); nan without nodes."""
        total = float(self.counts.sum())
        return self.counts / total if total > 0 else np.full(len(self.counts), np.nan)

    @property
    def mean(self) -> float:
        """The mean degree; nan without nodes."""
        return (
            float(self.shares @ np.arange(len(self.counts))) if len(self.counts) else float("nan")
        )

    def tables(self, names: Sequence[str]) -> Tables:
        """How many nodes have each degree."""
        by_degree = enumerate(self.counts.tolist())
        rows = ((str(degree), f"{count:.12g}") for degree, count in by_degree)
        return {"degrees.csv": (("degree", "nodes"), rows)}

    @classmethod
    def of_tables(cls, rows: Rows, measure: str = "") -> tuple[Result, tuple[str, ...]]:
        """By degree, from 0."""
        return cls(_second(rows("degrees.csv"))), ()


@dataclass(frozen=True, eq=False)
class Statistics(Result):
    """Whole-graph numbers by name (nan where one is not defined) and the degrees of all nodes.

    `estimates` holds the unbiased (debiased) estimate of the true value, for the names where one
    is known; on a graph without noise it repeats `values`.
    """

    kind: ClassVar[str] = "statistics"
    values: Mapping[str, float]
    degrees: Floats  # (n,)
    estimates: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    degree_estimates: Floats | None = None  # (n,) debiased degrees, cut to [0, n-1]


@dataclass(frozen=True, eq=False)
class QueryAnswers(Statistics):
    """Statistics of a graph with what the rest of the fifteen queries compares, node by node."""

    distances: Floats = field(default_factory=lambda: np.zeros(1))  # pairs at 0, 1, 2, ...
    labels: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (n,) communities
    centrality: Floats = field(default_factory=lambda: np.zeros(0))  # (n,) unit, at least 0


def _of_nodes(rows: list[list[str]]) -> tuple[tuple[str, ...], NDArray[np.str_]]:
    """Names, and what stands beside each."""
    return tuple(row[0] for row in rows), np.array([row[1] for row in rows], dtype=np.str_)


def _second(rows: list[list[str]]) -> Floats:
    """The numbers of the second column."""
    return np.array([row[1] for row in rows], dtype=np.float64)


def _freeze(value: object) -> None:
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, tuple):
        for part in value:
            _freeze(part)
