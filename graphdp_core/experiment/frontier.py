"""Curves of a sweep on other scales than the epsilon that was set, and where they cross."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics.metric import Metric
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import posterior
from graphdp_core.spectra.eigenpairs import leading_eigenpairs
from graphdp_core.spectra.scree import breakdown_epsilon

if TYPE_CHECKING:
    import pandas as pd


STEPS = 400  # at which the lead is looked at
MEDIAN = math.sqrt(math.pi / 2.0)  # standard error of a median over that of a mean, normal draws
SURE, SAME = 3.0, 1e-12  # standard errors of a lead; a difference that is none


@dataclass(frozen=True)
class Scale:
    """One way to measure how much privacy is lost.

    Parameters
    ----------
    axis : str
        Title of an axis.
    """

    id: str
    title: str
    help: str
    axis: str
    is_log: bool = True


SCALES = (
    Scale("exact", "Exact ε", "The tightest ε that is proved: mechanisms compare by it.",
          "exact ε  (more privacy ← → less privacy)"),
    Scale("nominal", "ε as set", "The number that the slider sets.",
          "ε as set  (more privacy ← → less privacy)"),
    Scale("belief", "Belief in an edge", "How sure somebody can become of one edge, from what was "
          "believed before.", "belief in an edge after the release", is_log=False),
    Scale("per_log_n", "ε / ln n", "Theory lets ε grow like the logarithm of the number of nodes.",
          "exact ε / ln n"),
    Scale("per_breakdown", "ε / breakdown ε", "1 is where edgeFlip's noise reaches the second "
          "direction of the graph's spectrum: below it communities drown.",
          "exact ε / breakdown ε"),
)  # fmt: skip
"""In the order of the menu; the first is the usual one."""


def unit_of(scale: Scale, graph: Graph) -> float:
    """What epsilon is divided by on this scale: 1, ln n, or the breakdown epsilon of the graph.

    Notes
    -----
    *Privacy*: the breakdown epsilon reads the spectrum of the true graph and is not private.

    Examples
    --------
    >>> round(unit_of(SCALES[3], Graph.from_edges(100, [(0, 1)])), 3)
    4.605
    """
    if scale.id == "per_log_n":
        if graph.n < 2:
            raise Refused("ln n needs a graph of at least 2 nodes: take another scale.")
        return math.log(graph.n)
    if scale.id != "per_breakdown":
        return 1.0
    if graph.n > 2:
        values, _ = leading_eigenpairs(graph, 2, debias=False)
        breakdown = float(breakdown_epsilon(values, n=graph.n)[1])
        if math.isfinite(breakdown):
            return breakdown
    raise Refused("this graph has no second direction that could break down: take another scale.")


def on_scale(
    table: pd.DataFrame,
    scale: Scale,
    mechanisms: Sequence[Mechanism],
    *,
    unit: float = 1.0,
    prior: float = 0.5,
) -> pd.DataFrame:
    """The table with a column x: where its rows stand on the scale.

    Parameters
    ----------
    table : pandas.DataFrame
        As made by ``sweep``.
    mechanisms : sequence of Mechanism
        Those of the table.
    unit : float
        As of :func:`unit_of`.
    prior : float
        What was believed of an edge before, for the scale of beliefs.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> flip = gdp.mechanism("laplace_flip")
    >>> table = gdp.sweep(
    ...     gdp.load_graph("karate"), [flip], gdp.analysis("louvain"), epsilons=[2.0], repeats=1
    ... )
    >>> round(float(on_scale(table, SCALES[0], [flip])["x"][0]), 3)
    1.49
    """
    by_id = {mechanism.id: mechanism for mechanism in mechanisms}
    pairs = table[["mechanism", "epsilon"]].drop_duplicates().itertuples(index=False)
    places = {}
    for id, epsilon in pairs:
        exact = by_id[id].guarantee(epsilon).effective_epsilon
        if scale.id == "nominal":
            places[id, epsilon] = epsilon
        elif scale.id == "belief":
            places[id, epsilon] = posterior(prior, exact)
        else:
            places[id, epsilon] = exact / unit
    keys = zip(table["mechanism"], table["epsilon"], strict=True)
    return table.assign(x=[places[key] for key in keys])


@dataclass(frozen=True)
class Crossing:
    """Where one mechanism takes the lead from another.

    Parameters
    ----------
    x : float
        On the scale of the table.
    before, after : str
        Ids of the mechanisms that lead up to x, and from there on.
    """

    x: float
    before: str
    after: str


def crossings(table: pd.DataFrame, metric: Metric) -> list[Crossing]:
    """Where the lead changes between the medians, over the range that all curves share.

    A lead counts where it is more than three standard errors of the difference of two medians:
    what luck of the draws explains is no lead.

    Parameters
    ----------
    table : pandas.DataFrame
        With a column x, as :func:`on_scale` makes it.
    metric : Metric
        One with a better direction; else there is no lead.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = [("a", 1.0, 0.2), ("a", 3.0, 0.4), ("b", 1.0, 0.0), ("b", 3.0, 0.6)]
    >>> table = pd.DataFrame(rows, columns=["mechanism", "x", "value"]).assign(metric="ari")
    >>> [(round(c.x, 2), c.before, c.after) for c in crossings(table, Metric("ari", "ARI", ""))]
    [(2.0, 'a', 'b')]
    """
    curves = _curves(table[table["metric"] == metric.id])
    if metric.better == "neither" or len(curves) < 2:
        return []
    low = max(x[0] for x, _, _ in curves.values())
    high = min(x[-1] for x, _, _ in curves.values())
    if not low < high:
        return []
    sign = 1.0 if metric.better == "higher" else -1.0
    every = np.unique(
        np.concatenate([x for x, _, _ in curves.values()] + [np.linspace(low, high, STEPS)])
    )
    every = every[(every >= low) & (every <= high)]
    heights = np.array([sign * np.interp(every, x, y) for x, y, _ in curves.values()])
    errors = np.array([np.interp(every, x, error) for x, _, error in curves.values()])
    ids, points, leader = list(curves), [], -1
    for place in range(len(every)):
        best = int(np.argmax(heights[:, place]))
        gaps = heights[best, place] - heights[:, place]
        luck = SURE * np.hypot(errors[best, place], errors[:, place]) + SAME
        if best == leader or (np.delete(gaps, best) <= np.delete(luck, best)).any():
            continue
        if leader >= 0:
            behind = np.flatnonzero(heights[leader, :place] >= heights[best, :place])
            points.append(Crossing(float(every[behind[-1] + 1]), ids[leader], ids[best]))
        leader = best
    return points


def _curves(
    rows: pd.DataFrame,
) -> Mapping[str, tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]]:
    """Places of every mechanism, rising, medians there and their standard errors."""
    curves = {}
    for id, part in rows.dropna(subset="value").groupby("mechanism", sort=False):
        draws = part.groupby("x")["value"].agg(["median", "std", "count"])
        error = MEDIAN * draws["std"].fillna(0.0) / np.sqrt(draws["count"])
        curves[str(id)] = (
            draws.index.to_numpy(dtype=float), draws["median"].to_numpy(dtype=float),
            error.to_numpy(dtype=float),
        )  # fmt: skip
    return curves
