"""How far a count is expected to be off, for every way of releasing it.

Why a conclusion may be another one: sampling, the noise of a release, or its model. What the model
does was measured once on public graphs and kept; of a private graph nothing is read but its size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.conclusions import QUESTIONS, SURE, Conclusion
from graphdp_core.arrays import Floats
from graphdp_core.data import dataset
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.kernels.triangles import square_sums
from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.k_anonymous import KAnonymous
from graphdp_core.mechanisms.low_rank_posterior import LowRankPosterior
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.node_graph import NodeGraph
from graphdp_core.mechanisms.private_block_model import PrivateBlockModel
from graphdp_core.mechanisms.private_bter import PrivateBTER
from graphdp_core.mechanisms.private_count import PrivateCount, rung_chances
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.params import Refused
from graphdp_core.sensitivities.ladders import Ladder, ladder
from graphdp_core.stored import kept, number

if TYPE_CHECKING:
    import pandas as pd

MEAN_OF_T3 = 2.0 * math.sqrt(3.0) / math.pi  # of |Student's t| with 3 degrees of freedom
MEAN_OF_NORMAL = math.sqrt(2.0 / math.pi)


def expected_errors(
    graph: Graph, count: str, k: int, epsilons: NDArray[np.float64]
) -> dict[str, Floats]:
    """Mean |released - true| over the true count, by the name of the way.

    Of the ladder it is exact but for numbers within a rung, of the others the mean of their law;
    of graphs released by edgeFlip and corrected it is that of normal noise of the same variance,
    and given for edges, triangles and 2-stars.

    Parameters
    ----------
    count, k
        As for :class:`~graphdp_core.mechanisms.private_count.PrivateCount`.
    epsilons : ndarray of float64, shape (e,)

    Returns
    -------
    dict of str to ndarray, shape (e,)
        Empty if nothing is counted.

    Notes
    -----
    *Privacy*: it reads the true graph.

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2)])
    >>> errors = expected_errors(path, "edges", 2, np.array([1.0]))
    >>> {name: error.round(2).tolist() for name, error in errors.items()}
    {'Integer noise': [0.43], 'edgeFlip, corrected': [0.94]}
    """
    rungs = ladder(graph, count, k)
    if not rungs.count:
        return {}
    ways: dict[str, Floats] = {}
    if count == "edges":
        ways["Integer noise"] = np.array([_geometric(1, epsilon) for epsilon in epsilons])
    else:
        smooth = PrivateCount(count, k, "smooth")
        ways["Global sensitivity"] = np.array([_geometric(rungs.limit, e) for e in epsilons])
        ways["Ladder"] = np.array([_on_ladder(rungs, e) for e in epsilons])
        ways["Smooth sensitivity"] = MEAN_OF_T3 * np.array(
            [smooth.scale(rungs, e) for e in epsilons]
        )
    deviations = np.array([flip_deviation(graph, count, k, e) for e in epsilons])
    if np.isfinite(deviations).all():
        ways["edgeFlip, corrected"] = MEAN_OF_NORMAL * deviations
    return {name: error / rungs.count for name, error in ways.items()}


def flip_deviation(graph: Graph, count: str, k: int, epsilon: float) -> float:
    """Standard deviation of the corrected count of a graph released by edgeFlip; nan if unknown.

    With s = e^epsilon/(e^epsilon - 1)^2 the variance of a corrected pair, C = A^2 and N pairs:
    edges N s; triangles s sum C_ij^2 + s^2 m (n-2) + s^3 C(n, 3); 2-stars
    s sum (d_i + d_j - 2 x_ij)^2 + s^2 n C(n-1, 2).
    """
    n, s = graph.n, math.exp(-epsilon) / math.expm1(-epsilon) ** 2
    if count == "edges":
        return math.sqrt(pair_count(n) * s)
    if count == "triangles":
        squares = int(square_sums(*graph.neighbours))
        return math.sqrt(s * squares + s**2 * graph.m * (n - 2) + s**3 * math.comb(n, 3))
    if count == "stars" and k == 2:
        degrees = graph.degrees.astype(np.float64)
        total = float(degrees.sum())
        every = (n - 2) * float((degrees**2).sum()) + total**2  # over pairs, (d_i + d_j)^2
        ends = degrees[graph.edges].sum(axis=1)
        moved = every + float((4.0 - 4.0 * ends).sum())
        return math.sqrt(s * moved + s**2 * n * math.comb(n - 1, 2))
    return math.nan


def _geometric(sensitivity: int, epsilon: float) -> float:
    """E|d| of two-sided geometric noise: 2a/(1 - a^2), a = e^(-epsilon/sensitivity)."""
    return 1.0 / math.sinh(epsilon / sensitivity) if sensitivity else 0.0


def _on_ladder(rungs: Ladder, epsilon: float) -> float:
    chances = rung_chances(rungs, epsilon)
    ends = np.cumsum([0.0, *(float(rungs.rung(t)) for t in range(len(chances) - 1))])
    middles = np.append(0.0, (ends[:-1] + ends[1:] + 1.0) / 2.0)
    return float(chances @ middles)


NOISELESS = 20.0
"""The epsilon at which what is still off is not the noise: the model of a drawn graph."""


def three_errors(
    table: pd.DataFrame, true: Sequence[Conclusion], *, epsilon: float
) -> pd.DataFrame:
    """Of each question the true number, three errors, and how often the decision is the same.

    Parameters
    ----------
    table : pandas.DataFrame
        A sweep of the analysis of conclusions by one mechanism at `epsilon` and at
        :data:`NOISELESS`, as made by :func:`graphdp_core.experiment.compare.sweep`.
    true : sequence of Conclusion
        Of the true graph.

    Returns
    -------
    pandas.DataFrame
        A row for each question that the graph answers: `question`, `true`, `sampling` (two
        standard errors of the true number), `low` and `high` (between them nine of ten releases
        lie), `model` (how far the mean is off without noise), `same` and `draws`.

    Notes
    -----
    *Privacy*: reads the true graph; not private.
    """
    import pandas as pd

    by = table.set_index(["metric", "epsilon"])["value"]

    def values(metric: str, at: float) -> list[float]:
        return [float(v) for v in by.loc[[(metric, at)]] if np.isfinite(v)]

    rows = []
    for one in true:
        id = one.question.id
        seen = values(f"{id}_number", epsilon) if one.decision else []
        if not seen:
            continue
        same, clean = values(id, epsilon), values(f"{id}_number", NOISELESS)
        low, high = np.quantile(seen, [0.05, 0.95])
        rows.append({
            "question": one.question.question, "true": one.value, "sampling": SURE * one.error,
            "low": float(low), "high": float(high),
            "model": float(np.mean(clean)) - one.value if clean else np.nan,
            "same": int(sum(same)), "draws": len(same),
        })  # fmt: skip
    return pd.DataFrame(rows)


STOPS = (0.5, 1.0, 2.0, 4.0, 8.0, NOISELESS)
FOLDER = Path(__file__).with_name("stored")
FILE = FOLDER / "later-conclusions.json"
NEAREST = 3  # public graphs of nearly as many nodes
EPIDEMIC = QUESTIONS[0]


@dataclass(frozen=True)
class Way:
    """A release whose conclusions were measured."""

    title: str
    made: Mechanism


RELEASES = MappingProxyType({
    "flips": Way("edgeFlip", EdgeFlip()),
    "denoised": Way("edgeFlip, denoised", LowRankPosterior()),
    "top_m": Way("Top-m filter", TopMFilter()),
    "bter": Way("Private BTER", PrivateBTER()),
    "1k": Way("1K series", DKSeries()),
    "blocks": Way("Private block model", PrivateBlockModel()),
    "one_block": Way("Chung-Lu", PrivateBlockModel(blocks="one_block")),
    "node": Way("Node-private graph", NodeGraph()),
    "practice": Way("k-anonymous, 5% deleted", KAnonymous()),
})  # fmt: skip


@cache
def measured() -> pd.DataFrame | None:
    """A row for each public graph, release and question; None where nothing is kept."""
    import pandas as pd

    try:
        record = kept(FILE, absent="nothing is kept of conclusions.")
    except Refused:
        return None
    rows = [[number(cell) for cell in row] for row in record["rows"]]
    return pd.DataFrame(rows, columns=list(record["columns"]))


def decisions_kept(epsilon: float) -> tuple[float, pd.DataFrame]:
    """By release and question the share of draws whose decision is that of the true graph.

    Returns
    -------
    tuple of (float, pandas.DataFrame)
        The nearest measured epsilon; means over the public graphs, empty where nothing is kept.
    """
    import pandas as pd

    stop = _nearest(epsilon)
    rows = measured()
    if rows is None:
        return stop, pd.DataFrame()
    table = rows.pivot_table(f"same at {stop:g}", "release", "question")
    names = [one.name for one in QUESTIONS]
    return stop, table.reindex(index=[way.title for way in RELEASES.values()], columns=names)


def model_range(release: str) -> str:
    """By which share of all nodes an epidemic reaches more without noise, on all public graphs."""
    rows = measured()
    if rows is None:
        return ""
    asked = rows[(rows["release"] == release) & (rows["question"] == EPIDEMIC.name)]
    runs = asked["model"].round(2)
    return " to ".join(dict.fromkeys(map(signed, (runs.min(), runs.max()))))


def signed(share: float) -> str:
    """A share with its sign.

    Examples
    --------
    >>> signed(-0.22), signed(0.05), signed(0.0)
    ('−22%', '+5%', '0%')
    """
    sign = "+" if share > 0.0 else "−" if share < 0.0 else ""
    return sign + percent(abs(share), whole=True)


def _nearest(epsilon: float) -> float:
    return min(STOPS, key=lambda stop: abs(math.log(stop / epsilon)))


def model_sentence(mechanism: Mechanism, n: int, epsilon: float) -> str:
    """How far epidemics were off on public graphs of nearly as many nodes, by model and by noise.

    Parameters
    ----------
    n : int
        The number of nodes, which is public. Nothing else of a graph is asked for.
    epsilon : float
        Of the release; the nearest that was measured is told.

    Returns
    -------
    str
        "" for a mechanism that was not measured, or not with these settings.

    Examples
    --------
    >>> model_sentence(DKSeries(), 1_000, 4.0)[:49]
    'On the 3 public graphs nearest in number of nodes'
    """
    title = next((way.title for way in RELEASES.values() if way.made == mechanism), "")
    rows = measured()
    if not title or rows is None:
        return ""
    asked = rows[(rows["release"] == title) & (rows["question"] == EPIDEMIC.name)]
    apart = (asked["n"] / max(n, 1)).map(math.log).abs()
    near = asked.loc[apart.sort_values(kind="stable").index[:NEAREST]].sort_values("n")
    where = ", ".join(dataset(id).title for id in near["graph"])
    stop = _nearest(epsilon)
    runs, off = near["model"].round(2), near[f"off at {stop:g}"].dropna()
    low, high = (percent(abs(end), whole=True) for end in (runs.min(), runs.max()))
    way = "fewer" if runs.min() < 0.0 else "more"
    more = f"{_ends(runs.abs())} {way}"
    if runs.min() < 0.0 < runs.max():
        more = f"from {low} fewer to {high} more"
    at, here = epsilon_label(NOISELESS), epsilon_label(stop)
    model = f"{more} of all nodes at {at}: that is the model" if runs.any() else f"as many at {at}"
    noise = f"; at {here}, with its noise, it is off by {_ends(off)}" if len(off) else ""
    return (
        f"On the {len(near)} public graphs nearest in number of nodes ({where}) an epidemic "
        f"reaches {model}{noise}."
    )


def _ends(shares: pd.Series) -> str:
    """From the least to the largest."""
    ends = (percent(round(end, 2), whole=True) for end in (shares.min(), shares.max()))
    return " to ".join(dict.fromkeys(ends))
