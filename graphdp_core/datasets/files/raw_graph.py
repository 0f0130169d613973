"""A graph as a file writes it, and its way to a simple undirected graph, saying what changed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from graphdp_core.datasets.files.distinct import sorted_distinct
from graphdp_core.datasets.files.graph_file import GraphFile, GraphFileError, plain_text
from graphdp_core.graphs.graph import Graph

__all__ = [
    "Columns",
    "Loaded",
    "RawGraph",
    "Repeats",
    "as_weight",
    "clean",
    "count_of",
    "in_numeric_order",
    "is_number",
]

Repeats = Literal["first", "sum"]

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_LONGEST_WHOLE = 18
_WHOLE = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)


@dataclass(frozen=True)
class Columns:
    """Which attribute holds the weight of an edge and the class of a node; None: the usual ones."""

    weight: str | None = None
    label: str | None = None


@dataclass(frozen=True)
class RawGraph:
    """What a reader found: nodes 0..n-1 and the edges as written, loops and repeats among them.

    Parameters
    ----------
    n : int
    edges : ndarray of int64, shape (rows, 2)
    weights : ndarray of float64, shape (rows,), or None
    names, classes : list of str, length n, or None
    positions : ndarray of float64, shape (n, 2 or 3), or None
    directed : bool
        Whether the file says that its edges have a direction.
    notes : tuple of str
        What the reader itself left out, as clauses of one sentence.
    """

    n: int
    edges: NDArray[np.int64]
    weights: NDArray[np.float64] | None = None
    names: list[str] | None = None
    classes: list[str] | None = None
    positions: NDArray[np.float64] | None = None
    directed: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Loaded:
    """A graph that was read, and one sentence that says what was cleaned."""

    graph: Graph
    cleaned: str


def clean(raw: RawGraph, *, repeats: Repeats = "first", title: str = "") -> Loaded:
    """Drop directions, loops and repeated edges; keep every node.

    Parameters
    ----------
    raw : RawGraph
    repeats : {"first", "sum"}
        Which weight an edge has that is written more than once.
    title : str

    Examples
    --------
    >>> raw = RawGraph(3, np.array([[0, 1], [1, 0], [2, 2]]), directed=True)
    >>> clean(raw).cleaned
    'Direction was dropped (1 pair stood in both directions) and 1 loop was removed.'
    """
    straight = raw.edges[:, 0] != raw.edges[:, 1]
    edges = raw.edges if straight.all() else raw.edges[straight]
    weights = raw.weights if raw.weights is None or straight.all() else raw.weights[straight]
    names, shortened = _plain_names(raw.names)
    numbers, class_names = _numbered(raw.classes)
    tidy, totals = edges, weights
    if weights is not None and repeats == "sum":
        tidy, totals = _add_up(raw.n, edges, weights, title=title)
    graph = Graph.from_edges(
        raw.n,
        tidy,
        weights=totals,
        labels=numbers,
        positions=raw.positions,
        names=names,
        title=title,
    )
    graph = replace(graph, label_names=class_names)
    clauses = _changes(raw, edges, graph)
    if weights is not None and graph.m < len(edges):
        kept = "the first weight was kept" if repeats == "first" else "the weights were added up"
        clauses.append(f"of edges written more than once {kept}")
    if shortened:
        clauses.append(f"{count_of(shortened, 'node name')} had to be shortened to plain text")
    cleaned = _sentence([*clauses, *raw.notes])
    return Loaded(graph, cleaned if graph.m else f"No edges were found in this file. {cleaned}")


def as_weight(text: str, file: GraphFile, where: str) -> float:
    """A finite number, or GraphFileError naming the place."""
    value = float(text) if is_number(text) else float("nan")
    if not np.isfinite(value):
        shown = plain_text(text, longest=20)
        raise file.refuse(
            f"{where} has the weight '{shown}'; weights must be finite numbers such as 0.5."
        )
    return value


def is_number(text: str) -> bool:
    """Whether the text is a decimal number, finite or too large to be."""
    return _NUMBER.fullmatch(text) is not None


def in_numeric_order(raw: RawGraph) -> RawGraph:
    """Renumber the nodes by their names if all of these are integers."""
    if raw.names is None or not all(map(_WHOLE.fullmatch, raw.names)):
        return raw
    order = np.argsort(np.array(raw.names, dtype=np.int64), kind="stable")
    place = np.empty(raw.n, dtype=np.int64)
    place[order] = np.arange(raw.n)
    names, classes = raw.names, raw.classes
    return replace(
        raw,
        edges=place[raw.edges],
        names=[names[i] for i in order],
        classes=None if classes is None else [classes[i] for i in order],
        positions=None if raw.positions is None else raw.positions[order],
    )


def count_of(count: int, thing: str) -> str:
    """A count with its noun.

    Examples
    --------
    >>> count_of(1, "loop"), count_of(1200, "loop")
    ('1 loop', '1,200 loops')
    """
    return f"{count:,} {thing}" + ("" if count == 1 else "s")


def _add_up(
    n: int, edges: NDArray[np.int64], weights: NDArray[np.float64], *, title: str
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    codes = edges.min(axis=1) * n + edges.max(axis=1)
    pairs, place = np.unique(codes, return_inverse=True)
    totals = np.bincount(place, weights=weights, minlength=len(pairs)).astype(np.float64)
    if not np.isfinite(totals).all():
        raise GraphFileError(
            f"{title or 'the file'}: the weights of some repeated edges add up beyond the "
            "largest number; use smaller weights."
        )
    return np.column_stack(np.divmod(pairs, max(n, 1))), totals


def _numbered(classes: list[str] | None) -> tuple[NDArray[np.int32] | None, tuple[str, ...]]:
    """The class of each node by number, and the names of the classes, sorted."""
    if classes is None:
        return None, ()
    names = sorted(set(classes), key=_class_order)
    number = {name: i for i, name in enumerate(names)}
    plain = tuple(plain_text(name) for name in names)
    return np.array([number[name] for name in classes], dtype=np.int32), plain


def _class_order(name: str) -> tuple[int, str]:
    """Integers first, by size, so that class 10 comes after class 9."""
    return (len(name), name) if _WHOLE.fullmatch(name) else (_LONGEST_WHOLE + 1, name)


def _plain_names(names: list[str] | None) -> tuple[list[str] | None, int]:
    if names is None:
        return None, 0
    plain = [plain_text(name) or str(i) for i, name in enumerate(names)]
    shortened = sum(old != new for old, new in zip(names, plain, strict=True))
    return (None if plain == list(map(str, range(len(plain)))) else plain), shortened


def _changes(raw: RawGraph, edges: NDArray[np.int64], graph: Graph) -> list[str]:
    """Clauses on direction, loops and repeats."""
    rows = len(edges)
    ordered = rows
    if graph.m < rows:
        ordered = len(sorted_distinct(edges[:, 0] * raw.n + edges[:, 1]))
    return [
        *_direction(raw.directed, both=ordered - graph.m),
        *_removed(loops=len(raw.edges) - rows, repeats=rows - ordered),
    ]


def _direction(directed: bool, *, both: int) -> list[str]:
    if both:
        stood = f"{count_of(both, 'pair')} stood in both directions"
        return [f"direction was dropped ({stood})"]
    return ["direction was dropped"] if directed else []


def _removed(*, loops: int, repeats: int) -> list[str]:
    counts = [(loops, "loop"), (repeats, "repeated edge")]
    parts = [count_of(count, thing) for count, thing in counts if count]
    if not parts:
        return []
    return [" and ".join(parts) + (" was removed" if loops + repeats == 1 else " were removed")]


def _sentence(clauses: list[str]) -> str:
    if not clauses:
        return "Nothing had to be cleaned."
    joined = ", ".join(clauses[:-1]) + (" and " if len(clauses) > 1 else "") + clauses[-1]
    return joined[0].upper() + joined[1:] + "."
