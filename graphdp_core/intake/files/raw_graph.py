"""A graph as a file writes it, and its way to a simple undirected graph, saying what changed."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.answers import Answers
from graphdp_core.graphs.graph import WEIGHT_RANGE, Graph, are_in_range
from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.graphs.pair_index import TidyPairs, tidy_pairs
from graphdp_core.intake.files.graph_file import (
    GraphFile,
    GraphFileError,
    all_plain,
    plain_text,
    quoted,
)
from graphdp_core.intake.files.own_columns import Offer

Repeats = Literal["first", "last", "sum", "stop"]

NOTHING = "Nothing had to be cleaned."
_KEPT = {
    "first": "the first weight was kept",
    "last": "the last weight was kept",
    "sum": "the weights were added up",
    "stop": "the weights are the same",
}
_NUMBER = re.compile(r"[+-]?(\d++(\.\d*+)?|\.\d++)([eE][+-]?\d++)?", re.ASCII)
_LONGEST_WHOLE = 18
_AT_ONCE = 1 << 16
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
    edges : ndarray of int32 or int64, shape (rows, 2)
    weights : ndarray of float64, shape (rows,), or None
    names : sequence of str, length n, or None
        `NumberNames` are distinct and have nothing to be cleaned in them.
    positions : ndarray of float64, shape (n, 2 or 3), or None
    directed : bool
        Whether the file says that its edges have a direction.
    notes : tuple of str
        What the reader itself left out, as clauses of one sentence.
    rows : int
        Where nodes are of two kinds, the first so many are the rows of a table and the others its
        columns; 0: one kind.
    both_ways : bool
        Whether an edge may stand at both its ends, as in lists of neighbours.
    answers : Answers, optional
        Where nodes are the questions of a survey and weights were counted from its answers.
    owners : frozenset of str
        Of a table of people and those whom they name: the names that have a row of their own.
    offers : tuple of Offer
        The columns that may be the groups of the nodes.
    grouped_by : str
        The column that `classes` are from, if they are from one.
    """

    n: int
    edges: NDArray[np.integer]
    weights: NDArray[np.float64] | None = None
    names: Sequence[str] | None = None
    classes: list[str] | None = None
    positions: NDArray[np.float64] | None = None
    directed: bool = False
    notes: tuple[str, ...] = ()
    rows: int = 0
    both_ways: bool = False
    answers: Answers | None = None
    owners: frozenset[str] = frozenset()
    offers: tuple[Offer, ...] = ()
    grouped_by: str = ""


@dataclass(frozen=True)
class Loaded:
    """A graph that was read, and what was cleaned: as one sentence, and its clauses.

    `offers` are columns that may be the groups of the nodes, `grouped_by` is the one that is.
    """

    graph: Graph
    cleaned: str
    notes: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    grouped_by: str = ""


def clean(raw: RawGraph, *, repeats: Repeats = "first", title: str = "") -> Loaded:
    """Drop directions, loops and repeated edges; keep every node.

    Parameters
    ----------
    repeats : {"first", "last", "sum", "stop"}
        Which weight an edge has that is written more than once; "stop" refuses different ones.

    Examples
    --------
    >>> raw = RawGraph(3, np.array([[0, 1], [1, 0], [2, 2]]), directed=True)
    >>> clean(raw).cleaned
    'Direction was dropped (1 pair stood in both directions) and 1 loop was removed.'
    """
    tidy = tidy_pairs(raw.edges, raw.n, rows=raw.weights is not None)
    weights = raw.weights
    if weights is not None:
        weights = _kept(raw, tidy, weights, repeats, title)
        if not are_in_range(weights):
            raise GraphFileError(f"{title or 'the file'}: {WEIGHT_RANGE}")
    names, shortened = _plain_names(raw)
    numbers, class_names = _numbered(raw.classes)
    graph = Graph(
        raw.n,
        tidy.edges,
        weights=weights,
        labels=numbers,
        label_names=class_names,
        positions=raw.positions,
        names=names,
        answers=raw.answers,
        title=title,
    )
    rows = len(raw.edges) - tidy.loops - (tidy.both if raw.both_ways else 0)
    both = 0 if raw.both_ways else tidy.both
    stood = f" ({count_of(both, 'pair')} stood in both directions)" * bool(both)
    clauses = [f"direction was dropped{stood}"] * bool(raw.directed or both)
    counts = {"loop": tidy.loops, "repeated tie": rows - graph.m - both}
    if removed := [count_of(count, thing) for thing, count in counts.items() if count]:
        verb = "was" if sum(counts.values()) == 1 else "were"
        clauses.append(f"{' and '.join(removed)} {verb} removed")
    if weights is not None and graph.m < rows:
        clauses.append(f"of ties written more than once {_KEPT[repeats]}")
    if shortened:
        clauses.append(f"{count_of(shortened, 'node name')} had to be shortened to plain text")
    clauses += raw.notes
    cleaned = sentence_of(clauses) if clauses else NOTHING
    none = "no ties were found in this file"
    if not graph.m:
        clauses, cleaned = [none, *clauses], f"{sentence_of([none])} {cleaned}"
    return Loaded(graph, cleaned, tuple(clauses), raw.offers, raw.grouped_by)


def sentence_of(clauses: Sequence[str]) -> str:
    """Clauses as one sentence.

    Examples
    --------
    >>> sentence_of(["a loop was removed", "column 'hour' was ignored"])
    "A loop was removed and column 'hour' was ignored."
    """
    said = " and ".join(filter(None, (", ".join(clauses[:-1]), clauses[-1])))
    return f"{said[0].upper()}{said[1:]}."


def as_weight(text: str, file: GraphFile, where: str) -> float:
    """A finite number, or GraphFileError naming the place."""
    if not is_finite(text):
        raise no_weight(file, where, text)
    return float(text)


def no_weight(file: GraphFile, where: str, text: str) -> GraphFileError:
    """The error to raise where a weight is no finite number."""
    return file.refuse(
        f"{where} has the weight {quoted(text)}; weights must be finite numbers such as 0.5."
    )


def is_finite(text: str) -> bool:
    """Whether the text is a decimal number that is not too large to be one.

    Examples
    --------
    >>> is_finite("1e300"), is_finite("1e400"), is_finite("nan")
    (True, False, False)
    """
    return is_number(text) and math.isfinite(float(text))


def is_number(text: str) -> bool:
    """Whether the text is a decimal number, finite or too large to be."""
    return _NUMBER.fullmatch(text) is not None


def as_count(text: str) -> int:
    """The whole number that a text is; -1 where it is none or has ten digits and more.

    Examples
    --------
    >>> as_count("34"), as_count("-1"), as_count("9999999999")
    (34, -1, -1)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def in_numeric_order(raw: RawGraph) -> RawGraph:
    """Renumber the nodes by their names if all of these are integers, and of one kind.

    The ends of the edges are overwritten where they are.
    """
    names = raw.names
    if names is None or raw.rows:
        return raw
    if not isinstance(names, NumberNames):
        if not all(map(_WHOLE.fullmatch, names)):
            return raw
        names = NumberNames(np.fromiter(map(int, names), dtype=np.int64, count=len(names)))
    order = np.argsort(names.numbers, kind="stable")
    place = np.empty(raw.n, dtype=np.int32)
    place[order] = np.arange(raw.n, dtype=np.int32)
    classes = raw.classes
    return replace(
        raw,
        edges=renumbered(raw.edges, place),
        names=names.take(order),
        classes=None if classes is None else [classes[i] for i in order],
        positions=None if raw.positions is None else raw.positions[order],
    )


def with_nodes(raw: RawGraph, place: NDArray[np.int32], kept: Sequence[int], note: str) -> RawGraph:
    """The graph with every node u as ``place[u]`` and what is said of those `kept`.

    Edges of a node whose place is -1 are left out.
    """
    edges = place[raw.edges]
    rows = (edges >= 0).all(axis=1)
    names, classes, positions = raw.names, raw.classes, raw.positions
    return replace(
        raw,
        n=len(kept),
        edges=edges[rows],
        weights=None if raw.weights is None else raw.weights[rows],
        names=None if names is None else [names[i] for i in kept],
        classes=None if classes is None else [classes[i] for i in kept],
        positions=None if positions is None else positions[list(kept)],
        notes=(*raw.notes, note),
    )


def without_nodes(raw: RawGraph, gone: Sequence[int], note: str) -> RawGraph:
    """The graph without some nodes and their edges."""
    kept = np.setdiff1d(np.arange(raw.n), gone)
    place = np.full(raw.n, -1, dtype=np.int32)
    place[kept] = np.arange(len(kept), dtype=np.int32)
    return with_nodes(raw, place, kept.tolist(), note)


def renumbered(edges: NDArray[np.integer], place: NDArray[np.int32]) -> NDArray[np.integer]:
    """The edges with every node u as ``place[u]``, in the same memory where it can be written.

    Examples
    --------
    >>> renumbered(np.array([[0, 1]]), np.array([1, 0], dtype=np.int32)).tolist()
    [[1, 0]]
    """
    if not (edges.flags.writeable and edges.flags.c_contiguous):
        return place[edges]
    ends = edges.reshape(-1)
    for start in range(0, len(ends), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        ends[part] = place[ends[part]]
    return edges


def once_undirected(raw: RawGraph) -> RawGraph:
    """Where a list of neighbours names an edge at both ends, keep the first of the two.

    Examples
    --------
    >>> edges, weights = np.array([[0, 1], [1, 0], [2, 1]]), np.array([5.0, 5.0, 6.0])
    >>> once_undirected(RawGraph(3, edges, weights)).edges.tolist()
    [[0, 1], [2, 1]]
    >>> clean(once_undirected(RawGraph(3, edges))).cleaned
    'Nothing had to be cleaned.'
    """
    if raw.weights is None:
        return replace(raw, both_ways=True)
    u, v = raw.edges.astype(np.int64).T
    up, down = u * raw.n + v, v * raw.n + u
    once = (raw.edges[:, 0] <= raw.edges[:, 1]) | ~np.isin(down, up)
    return replace(raw, edges=raw.edges[once], weights=raw.weights[once])


def count_of(count: int, thing: str) -> str:
    """A count with its noun.

    Examples
    --------
    >>> count_of(1, "loop"), count_of(1200, "loop")
    ('1 loop', '1,200 loops')
    """
    return f"{count:,} {thing}" + ("" if count == 1 else "s")


def _kept(
    raw: RawGraph, tidy: TidyPairs, weights: NDArray[np.float64], repeats: Repeats, title: str
) -> NDArray[np.float64]:
    """The weight of each edge out of those of its rows."""
    if repeats == "sum":
        return tidy.total(weights)
    if repeats == "last":
        return tidy.last(weights)
    if repeats == "stop" and len(edges := tidy.disagree(weights)):
        u, v = tidy.edges[edges[0]].tolist()
        names = [str(i) if raw.names is None else plain_text(raw.names[i]) for i in (u, v)]
        raise GraphFileError(
            f"{title or 'the file'}: {count_of(len(edges), 'tie')} written more than once with "
            f"different weights, such as '{names[0]}' to '{names[1]}'; say which one counts."
        )
    return tidy.first(weights)


def _numbered(classes: list[str] | None) -> tuple[NDArray[np.int32] | None, tuple[str, ...]]:
    """The class of each node by number, and the names of the classes, sorted."""
    if classes is None:
        return None, ()
    far = _LONGEST_WHOLE + 1  # integers first, by size, so that class 10 comes after class 9
    names = sorted(set(classes), key=lambda n: (len(n) if _WHOLE.fullmatch(n) else far, n))
    number = {name: i for i, name in enumerate(names)}
    plain = tuple(plain_text(name) for name in names)
    return np.array([number[name] for name in classes], dtype=np.int32), plain


def _plain_names(raw: RawGraph) -> tuple[tuple[str, ...] | NumberNames | None, int]:
    names = raw.names
    if names is None:
        return None, 0
    if isinstance(names, NumberNames):
        return (None if names.are_places() else names), 0
    plain, shortened = names, 0
    if not all_plain(names):
        plain = [plain_text(name) or str(i) for i, name in enumerate(names)]
        shortened = sum(old != new for old, new in zip(names, plain, strict=True))
    are_numbers = all(name == str(i) for i, name in enumerate(plain))
    return (None if are_numbers else tuple(plain)), shortened
