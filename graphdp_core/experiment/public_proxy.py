"""A public graph like a private one: where to choose an epsilon without reading private data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from graphdp_core.data import DATASETS, GENERATORS, DatasetInfo, Generator, generator
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused, schema

POINTS = {"joined", "centre", "shape"}  # parameters of models whose degrees cannot be asked for
SPAN = 2.0  # times larger or smaller: data sets beyond that are not even loaded
RICH = 5_000_000  # edges of a data set that is loaded to look at its degrees


@dataclass(frozen=True)
class LookAlike:
    """A public graph and how far it is from the private one.

    Parameters
    ----------
    choice : GraphChoice
        Makes the graph.
    distance : float
        Of the two profiles; 0 is alike.
    """

    choice: GraphChoice
    title: str
    distance: float
    n: int
    m: int


def profile(graph: Graph) -> np.ndarray:
    """ln n, ln of the mean degree and the spread of the degrees over their mean, shape (3,).

    Examples
    --------
    >>> profile(Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)])).round(2).tolist()
    [1.39, 0.69, 0.0]
    """
    degrees = graph.degrees.astype(float)
    mean = float(degrees.mean()) if graph.n else 0.0
    return np.array([
        math.log(max(graph.n, 1)), math.log(max(mean, 1e-3)), float(degrees.std()) / max(mean, 1e-3)
    ]) if graph.n else np.zeros(3)  # fmt: skip


def look_alikes(graph: Graph, *, most: int = 3) -> list[LookAlike]:
    """The public graphs nearest in size and degrees: available data sets, and generators.

    Generators take the number of nodes and the mean degree, both rounded to two digits, and keep
    what else they have; the data sets are those at hand, of at most twice the size either way.

    Parameters
    ----------
    graph : Graph
        With weights or without; only its nodes and degrees are read.

    Notes
    -----
    *Privacy*: which graph is nearest reads n and the degrees of the private one, rounded: far less
    than trying epsilons on it, but not nothing. Who must not even do that names n and a mean degree
    that are known anyhow, and makes a graph from them.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> proxies = look_alikes(gdp.load_graph("karate"))
    >>> len(proxies), proxies[0].distance < proxies[-1].distance
    (3, True)
    """
    if not graph.m:
        raise Refused("a graph without edges has no look-alike: bring one with edges.")
    wanted = profile(graph)
    candidates = [*_data_sets(graph, wanted), *_generated(graph, wanted)]
    return sorted(candidates, key=lambda one: one.distance)[:most]


def of_size(graph: Graph, *, most: int) -> dict[str, Graph]:
    """By their titles, the data sets at hand that are nearest in size, of half to twice the nodes.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> [other.n for other in of_size(gdp.load_graph("karate"), most=1).values()]
    [32]

    Notes
    -----
    *Privacy*: reads the number of nodes, which is public where a tie is protected, and the title: a
    data set does not stand for itself. By its ties that would show which of two neighbours it is.
    """
    near = sorted(
        (info for info in DATASETS if _is_near(info, graph) and 4 * info.m < info.n**2),
        key=lambda info: abs(math.log(info.n / graph.n)),
    )
    others = (info for info in near if info.title != graph.title)
    return {info.title: replace(info.load(), weights=None) for info in islice(others, most)}


def _is_near(info: DatasetInfo, graph: Graph) -> bool:
    near = graph.n / SPAN <= info.n <= graph.n * SPAN
    return near and info.m <= RICH and info.available()


def _data_sets(graph: Graph, wanted: np.ndarray) -> Sequence[LookAlike]:
    proxies = []
    for info in DATASETS:
        if not _is_near(info, graph):
            continue
        other = info.load()
        if other.fingerprint != graph.fingerprint:
            choice = GraphChoice("dataset", info.id)
            proxies.append(_judged(choice, info.title, other, wanted))
    return proxies


def _generated(graph: Graph, wanted: np.ndarray) -> Sequence[LookAlike]:
    """The generators that have a number of nodes, set to the graph's and to its mean degree."""
    n, degree = max(int(float(f"{graph.n:.2g}")), 2), float(f"{2 * graph.m / graph.n:.2g}")
    proxies = []
    for kind in GENERATORS:
        try:
            made = _matched(kind, n, degree)
            if made is not None:
                values = tuple(sorted((p.name, getattr(made, p.name)) for p in schema(kind)))
                choice = GraphChoice("generator", kind.id, values)
                proxies.append(_judged(choice, kind.title, choice.load(), wanted))
        except Refused:
            continue  # it cannot have this size or density
    return proxies


def _matched(kind: type[Generator], n: int, degree: float) -> Generator | None:
    """A generator with n nodes and about this mean degree; None for points and latent shapes.

    The parameter that decides the density is found by bisection over the expected edges.
    """
    names = {parameter.name for parameter in schema(kind)}
    if "n" not in names or names & POINTS:
        return None
    made = generator(kind.id, n=n)
    for name in ("attach", "neighbours", "degree"):
        if name in names:
            whole = next(p for p in schema(kind) if p.name == name).type is int
            per_edge = 0.5 if name == "attach" else 1.0
            value = max(per_edge * degree, 1.0)
            return replace(made, **{name: max(round(value), 1) if whole else value})
    edges = 0.5 * n * degree
    rates = [name for name in ("p", "within", "between", "radius") if name in names]
    if not rates:
        return made
    low, high = 0.0, min(1.0 / getattr(made, name) for name in rates)
    for _ in range(40):
        middle = 0.5 * (low + high)
        tried = {name: getattr(made, name) * middle for name in rates}
        try:
            is_low = replace(made, **tried).expected_edges() < edges
        except Refused:
            is_low = False  # too many edges
        low, high = (middle, high) if is_low else (low, middle)
    return replace(made, **{name: float(f"{getattr(made, name) * low:.3g}") for name in rates})


def _judged(choice: GraphChoice, title: str, other: Graph, wanted: np.ndarray) -> LookAlike:
    distance = float(np.abs(profile(other) - wanted).sum())
    return LookAlike(choice, title, distance, other.n, other.m)
