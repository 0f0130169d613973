"""Errors of private spanning trees on random graphs: Pinot 2017, table 3.1 and figure 3.3."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.weight_gaussian import WeightGaussian
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from graphdp_core.params import Refused, param
from graphdp_core.progress import Progress
from graphdp_core.reproduce.intervals import mean_with_interval
from graphdp_core.reproduce.reproduction import Chart, Reproduction, Table, frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SOURCE", "SpanningTreeFigure33", "SpanningTreeTable31", "random_graph", "weights_of"]

SOURCE = (
    "Pinot, Minimum spanning tree release under differential privacy constraints, master thesis, "
    "2017, section 3.6"
)
EPSILONS = (0.1, 0.4, 0.7, 1.0)
# Table 3.1: by density, (Laplace, PAMST) at each epsilon.
PUBLISHED: dict[float, tuple[tuple[float, ...], tuple[float, ...]]] = {
    0.1: ((4055.5, 2191.2, 1301.9, 876.4), (322.3, 45.7, 16.8, 8.5)),
    0.3: ((4139.3, 2280.1, 1384.5, 965.0), (108.7, 15.2, 5.6, 2.8)),
    0.5: ((4152.8, 2298.4, 1396.2, 975.7), (64.7, 9.1, 3.4, 1.7)),
    0.7: ((4151.0, 2291.3, 1400.4, 979.6), (64.7, 9.1, 2.4, 1.2)),
    0.9: ((4159.6, 2297.9, 1408.3, 983.8), (36.2, 5.0, 1.9, 0.9)),
}
AS_PUBLISHED: Mapping[str, WeightMechanism] = {
    "laplace": WeightLaplace(norm="l1", radius=1.0),
    "pamst": PAMST(norm="linf", radius=0.5, sensitivity="normalised"),
}
PUBLISHED_N = 1000
COPIED = (("pamst", 0.7, 0.1), ("pamst", 0.7, 0.4))  # from the row above, see the notes
ROUNDED = 0.05  # half a unit of the last printed digit
CLOSE, MOST = 0.05, 0.9  # of a published mean, for that share of them
MATCH = 0.1  # largest relative difference of two means that counts as a match
HALF_UNIT = 0.5  # the thesis' radius; divided by |E| for one relation for all
DELTA = 1e-6
Draws = dict[tuple[float, str], list[float]]

READING = (
    "Read: rows are densities p, columns are ε (the printed header is transposed), n = 1000 and "
    "so |E| near p/2 · 10^6, not 10^5; weights U(0, 10); Laplace scale 1/ε; PAMST with "
    "Δu = 1/|E|."
)
TWO_RELATIONS = (
    "As published the two columns protect different things at one ε: Laplace one weight changing "
    "by 1 (l1), PAMST every weight changing by 1/(2|E|), a few millionths, and that with ε/2."
)
NOTES = (
    READING,
    "The printed ± is about one standard deviation of a single graph; ours are 95% intervals of "
    "the mean.",
    TWO_RELATIONS,
    "The last five columns protect one thing, every weight changing by 1/(2|E|) at once. Where "
    "only one weight in all may change (l1), see the clusters from private spanning trees.",
)


@dataclass(frozen=True)
class SpanningTreeTable31(Reproduction):
    """Mean approximation errors by density and epsilon, as published and under one relation."""

    id = "mst-table-3-1"
    title = "Errors of private spanning trees (table 3.1)"
    claim = (
        "On random graphs with uniform weights the tree grown by PAMST is lighter than the "
        "lightest tree of Laplace-noisy weights, by a factor of 10 to 1,000."
    )
    source = SOURCE
    chart = Chart(
        "epsilon",
        ("laplace_published", "laplace", "pamst_published", "pamst"),
        "error",
        panels=("p",),
        interval=("", "laplace_margin", "", "pamst_margin"),
    )

    n: int = param(1000, "Number of nodes; 1000 fits the publication", low=10, high=2000)
    repeats: int = param(
        20, "Random graphs for each density; the publication has 100", low=2, high=200
    )
    seed: int = param(0, "Seed of graphs and noise", low=0, high=10**6)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Nine of ten published means to 5%."""
        return _is_close(rows)

    def _table(self, progress: Progress) -> Table:
        """Draw the graphs and trees; about half a minute for twenty graphs a density."""
        import pandas as pd

        rows = []
        for k, density in enumerate(PUBLISHED):
            draws: Draws = {}
            costs = []
            for repeat in range(self.repeats):
                done = (k * self.repeats + repeat) / (len(PUBLISHED) * self.repeats)
                progress(done, f"density {density:g}, graph {repeat + 1}")
                rng = np.random.default_rng((self.seed, k, repeat))
                graph = random_graph(self.n, density, rng)
                fair = _one_relation(HALF_UNIT / graph.m)
                costs.append(_errors(graph, {**AS_PUBLISHED, **fair}, EPSILONS, rng, draws))
            rows += [self._row(density, epsilon, draws, costs) for epsilon in EPSILONS]
        return Table(
            pd.DataFrame(rows),
            COLUMNS_31,
            (*_verdicts(rows, self.n), _copied(rows), _best(rows), *NOTES),
        )

    def _row(
        self, density: float, epsilon: float, draws: Draws, costs: list[float]
    ) -> dict[str, float]:
        column = EPSILONS.index(epsilon)
        row = {"p": density, "epsilon": epsilon, "mst": float(np.mean(costs))}
        for place, name in enumerate(AS_PUBLISHED):
            mean, margin = mean_with_interval(draws[epsilon, name])
            row[f"{name}_published"] = PUBLISHED[density][place][column]
            row[name], row[f"{name}_margin"] = mean, margin
        for name in _one_relation(1.0):
            row[name] = float(np.mean(draws[epsilon, name]))
        return row


@dataclass(frozen=True)
class SpanningTreeFigure33(Reproduction):
    """The two error curves over epsilon at density 0.1."""

    id = "mst-figure-3-3"
    title = "Error curves of Laplace and PAMST (figure 3.3)"
    claim = (
        "On a random graph of density 0.1 the error of PAMST falls far below that of Laplace "
        "noise for every ε up to 1."
    )
    source = SOURCE
    chart = Chart(
        "epsilon",
        ("laplace_published", "laplace", "pamst_published", "pamst"),
        "error",
        interval=("", "laplace_margin", "", "pamst_margin"),
    )

    n: int = param(1000, "Number of nodes", low=10, high=2000)
    density: float = param(0.1, "Probability of an edge", low=0.01, high=1.0)
    repeats: int = param(20, "Random graphs; the publication has 100", low=2, high=500)
    seed: int = param(0, "Seed of graphs and noise", low=0, high=10**6)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Nine of ten published means to 5%."""
        return _is_close(rows)

    def _table(self, progress: Progress) -> Table:
        """Draw the graphs and trees; some seconds for twenty graphs."""
        epsilons = tuple(round(0.1 * k, 1) for k in range(1, 11))
        draws: Draws = {}
        for repeat in range(self.repeats):
            progress(repeat / self.repeats, f"graph {repeat + 1}")
            rng = np.random.default_rng((self.seed, repeat))
            graph = random_graph(self.n, self.density, rng)
            _errors(graph, AS_PUBLISHED, epsilons, rng, draws)
        rows = []
        for epsilon in epsilons:
            row = {"p": self.density, "epsilon": epsilon}
            for place, name in enumerate(AS_PUBLISHED):
                is_printed = epsilon in EPSILONS and self.density in PUBLISHED
                row[f"{name}_published"] = (
                    PUBLISHED[self.density][place][EPSILONS.index(epsilon)]
                    if is_printed
                    else math.nan
                )
                row[name], row[f"{name}_margin"] = mean_with_interval(draws[epsilon, name])
            rows.append(row)
        note = "The figure prints no numbers: published values are those of table 3.1."
        table = frame(COLUMNS_33, rows)
        return Table(table, COLUMNS_33, (*_verdicts(rows, self.n), READING, note, TWO_RELATIONS))


COLUMNS_33 = {
    "epsilon": "nominal ε",
    "laplace_published": "printed mean error, Laplace",
    "laplace": "ours, Laplace noise of scale 1/ε",
    "laplace_margin": "half width of its 95% interval",
    "pamst_published": "printed mean error, PAMST",
    "pamst": "ours, PAMST with Δu = 1/|E|",
    "pamst_margin": "half width of its 95% interval",
}
COLUMNS_31 = {
    "p": "density of the random graph",
    **dict(list(COLUMNS_33.items())[:1]),
    "mst": "ours, mean weight of the lightest tree",
    **dict(list(COLUMNS_33.items())[1:]),
    "same_laplace": "one relation (every weight by 1/(2|E|)): Laplace, scale 1/(2ε)",
    "same_gaussian": "one relation: Gaussian, δ = 1e-6",
    "same_pamst": "one relation: PAMST, tight",
    "same_minus": "one relation: minus-exponential",
    "same_zcdp": "one relation: PAMST, zCDP, δ = 1e-6",
}


def random_graph(n: int, density: float, rng: np.random.Generator) -> Graph:
    """Every pair an edge with the given probability; weights U(0, 10)."""
    u, v = np.triu_indices(n, 1)
    kept = rng.random(len(u)) < density
    edges = np.column_stack((u[kept], v[kept]))
    return Graph.from_edges(n, edges, weights=rng.uniform(0.0, 10.0, len(edges)))


def _one_relation(radius: float) -> dict[str, WeightMechanism]:
    """All mechanisms for every weight changing by `radius` at once."""
    return {
        "same_laplace": WeightLaplace(norm="linf", radius=radius),
        "same_gaussian": WeightGaussian(norm="linf", radius=radius, delta=DELTA),
        "same_pamst": PAMST(norm="linf", radius=radius),
        "same_minus": MinusExponential(norm="linf", radius=radius),
        "same_zcdp": PAMST(norm="linf", radius=radius, accounting="zcdp", delta=DELTA),
    }


def _errors(
    graph: Graph,
    mechanisms: Mapping[str, WeightMechanism],
    epsilons: tuple[float, ...],
    rng: np.random.Generator,
    draws: Draws,
) -> float:
    """Add w(T) - w(MST) of one tree for every mechanism and epsilon; return w(MST)."""
    weights = weights_of(graph)
    best = float(weights[minimum_spanning_forest(graph, weights)].sum())
    codes = graph.edges[:, 0].astype(np.int64) * graph.n + graph.edges[:, 1]
    for name, mechanism in mechanisms.items():
        for epsilon in epsilons:
            release = mechanism.release(graph, epsilon=epsilon, rng=rng)
            if isinstance(release, Graph):
                taken = minimum_spanning_forest(graph, weights_of(release))
            else:
                u, v = release.edges.astype(np.int64).T  # type: ignore[attr-defined]
                taken = np.searchsorted(codes, u * graph.n + v)
            draws.setdefault((epsilon, name), []).append(float(weights[taken].sum()) - best)
    return best


def weights_of(graph: Graph) -> NDArray[np.float64]:
    """The weights, shape (m,).

    Raises
    ------
    Refused
        If it has none.
    """
    if graph.weights is None:
        raise Refused("the graph must have weights: pick a weighted graph.")
    return graph.weights


def _is_close(rows: pd.DataFrame) -> bool:
    gaps = [(rows[name] / rows[f"{name}_published"] - 1.0).abs() for name in ("laplace", "pamst")]
    known = np.concatenate([gap.dropna() for gap in gaps])
    return len(known) > 0 and float(np.mean(known <= CLOSE)) >= MOST


def _verdicts(rows: list[dict[str, float]], n: int) -> Iterator[str]:
    """How many times lighter PAMST's trees are, and how far our means are from those printed."""
    ratios = [row["laplace"] / row["pamst"] for row in rows if row["pamst"] > 0.0]
    if ratios:
        yield (
            f"As published, the mean error of Laplace noise is {min(ratios):.3g} to "
            f"{max(ratios):.3g} times that of PAMST."
        )
    gaps = {
        name: [
            max(abs(row[name] - row[f"{name}_published"]) - ROUNDED, 0.0) / row[f"{name}_published"]
            for row in rows
            if math.isfinite(row[f"{name}_published"])
            and (name, row["p"], row["epsilon"]) not in COPIED
        ]
        for name in AS_PUBLISHED
    }
    if n != PUBLISHED_N:
        yield (
            f"Printed for n = {PUBLISHED_N:,}, and this run has n = {n:,}: the numbers do not "
            "compare."
        )
    elif not all(gaps.values()):
        yield "Nothing is printed for this density, so that there is nothing to match."
    else:
        laplace, pamst = max(gaps["laplace"]), max(gaps["pamst"])
        match = "it matches" if max(laplace, pamst) <= MATCH else "it does not match"
        yield (
            f"Beside the print, {match}: our means differ by at most {laplace:.0%} for Laplace and "
            f"{pamst:.0%} for PAMST, beyond the rounding of the print and without cells that it "
            "copies."
        )


def _copied(rows: list[dict[str, float]]) -> str:
    """Ours beside the cells that the print copies from another row."""
    ours = [f"{row['pamst']:.3g}" for row in rows if ("pamst", row["p"], row["epsilon"]) in COPIED]
    return (
        "At p = 0.7 the first two printed PAMST values repeat those of p = 0.5; ours there are "
        f"{' and '.join(ours)}."
    )


def _best(rows: list[dict[str, float]]) -> str:
    """Under one relation: how often PAMST beats Laplace noise, and what is best."""
    names = list(_one_relation(1.0))
    wins = sum(row["same_pamst"] < row["same_laplace"] for row in rows)
    best = [min(names, key=lambda name: row[name]) for row in rows]
    counts = {COLUMNS_31[name].removeprefix("one relation: "): best.count(name) for name in names}
    words = ", ".join(f"{title} in {count}" for title, count in counts.items() if count)
    return (
        f"Under one relation PAMST beats Laplace noise in {wins} of {len(rows)} rows; the smallest "
        f"mean error has {words}."
    )
