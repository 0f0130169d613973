"""How often intervals hold the truth: the graphs, their true numbers, and the rule for a cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.data import generate, load_graph
from graphdp_core.estimates.asked import Groups, groups_of
from graphdp_core.estimates.estimate import GRAPH, Estimate
from graphdp_core.estimates.flipped_degrees import degree_classes
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import clustering_statistics, node_triangles
from graphdp_core.metrics.partitions import modularity
from graphdp_core.metrics.statistics import assortativity, connectedness
from graphdp_core.spectra.eigenpairs import leading_eigenpairs

if TYPE_CHECKING:
    import pandas as pd

EPSILONS = (1.0, 2.0, 3.0, 4.0, 6.0, 8.0)
BELOW = 0.93  # coverage
SURE = 0.005  # with which a cell that covers 93 % is called one that does not
GROUPS = 3
GRAPHS: dict[str, Callable[[], Graph]] = {
    "American football": lambda: load_graph("football"),
    "Adjectives and nouns": lambda: load_graph("adjnoun"),
    "Blocks, sparse": lambda: generate("sbm", n=300, seed=1, within=0.06, between=0.006),
    "Blocks, dense": lambda: generate("sbm", n=300, seed=1, within=0.3, between=0.1),
    "Blocks, 600 nodes": lambda: generate("sbm", n=600, seed=1, within=0.12, between=0.015),
    "Metabolism": lambda: load_graph("celegans-metabolic"),
    "Barabási–Albert": lambda: generate("barabasi_albert", n=600, seed=1, attach=8),
}
"""Real and generated, sparse and dense."""


Told = tuple[str, bool, bool, bool, float, float]
"""Of one statistic in one draw: its name, whether it is known and holds the truth, whether at least
so often, half its width, and its value."""


def told(row: Estimate, inside: bool, name: str = "") -> Told:
    """What a draw says of an estimate."""
    half = (row.high - row.low) / 2
    return name or row_name(row.key), row.is_known, inside, row.at_least, half, row.value


def cells(about: Mapping[str, Any], draws: Iterable[Told]) -> Iterator[dict[str, Any]]:
    """A row for every statistic that the draws tell: shares, and the finding.

    What is printed in one draw is judged like what always is.
    """
    by_statistic: dict[str, list[tuple[bool, bool, bool, float]]] = {}
    for name, known, inside, at_least, half, value in draws:
        width = half / value if abs(value) > half else math.nan
        by_statistic.setdefault(name, []).append((known, bool(inside), at_least, width))
    for statistic, every in by_statistic.items():
        rows = np.array([row[1:] for row in every if row[0]], dtype=np.float64).reshape(-1, 3)
        printed, covered, widths = len(rows), int(rows[:, 0].sum()), rows[:, 2]
        finding = "held at least" if 2 * rows[:, 1].sum() > printed else "held"
        if covered < least_coverage(printed):
            finding = "missed"
        yield {
            **about, "statistic": statistic, "draws": len(every), "printed": printed,
            "coverage": covered / printed if printed else math.nan,
            "width": float(np.nanmedian(widths)) if np.isfinite(widths).any() else math.nan,
            "finding": finding if printed else "cannot be known",
        }  # fmt: skip


def least_coverage(draws: int) -> int:
    """Fewer intervals than these hold the truth with a chance of 0.5 % where 93 % do."""
    from scipy.stats import binom

    return int(binom.ppf(SURE, draws, BELOW))


def is_covered(known: pd.DataFrame) -> bool:
    """Two rules for cells that print anything.

    Of 100 cells with a smooth law 95 cover 93 to 97 %; of 100 at most one is found to cover less
    than 93 %, by a test at 0.5 %.
    """
    smooth = known[known["finding"] == "held"]
    if not len(known):
        return False
    inside = smooth["coverage"].between(0.93, 0.97).mean() if len(smooth) else 1.0
    missed = (known["finding"] == "missed").mean()
    return bool(inside >= 0.95 and missed <= 0.01)


def is_held(row: Estimate, true: dict[str, float], graph: Graph, *, top: int) -> bool:
    """Whether an estimate holds the truth; nothing is asked of one that is not printed."""
    if not row.is_known:
        return False
    if row.statistic == "top":
        return _all_at_the_top(graph, row.names, top)
    return row.low - 1e-9 <= true[row.key] <= row.high + 1e-9


def _all_at_the_top(graph: Graph, names: tuple[str, ...], top: int) -> bool:
    """Whether fewer than `top` others have at least the degree of each that is named."""
    place = {graph.name(node): node for node in range(graph.n)}
    degrees = graph.degrees
    return all((degrees >= degrees[place[name]]).sum() <= top for name in names)


def row_name(key: str) -> str:
    """One row for all that is told of one kind: classes of degrees and eigenvalues are apart."""
    kind = key.partition(" ")[0]
    return kind if kind in ("mixing", "connectedness", "degree") else key


def three_groups(graph: Graph) -> Groups:
    """The labels of the graph, put together to three; thirds of the nodes if there are none."""
    if graph.labels is not None:
        labels = np.minimum(graph.labels * GROUPS // max(len(graph.label_names), 1), GROUPS - 1)
    else:
        labels = np.arange(graph.n) * GROUPS // graph.n
    return groups_of(labels.tolist(), [str(i) for i in range(graph.n)])


def first_pair(names: Sequence[str]) -> str:
    """The first group and itself, as a table of edges between groups calls them."""
    return f"{names[0]} – {names[0]}"


def is_counted(row: Estimate, names: Sequence[str]) -> bool:
    """Whether a row is one of the graph's own; of a table the first group stands for all."""
    first = {"mixing": first_pair(names), "connectedness": names[0]}
    return row.of == GRAPH and row.about == first.get(row.statistic, row.about)


def truth(graph: Graph, groups: Groups) -> dict[str, float]:
    """Every statistic of the graph itself, by the key of its estimate."""
    n, m, degrees = graph.n, graph.m, graph.degrees
    counted = clustering_statistics(graph, node_triangles(graph)[0])
    table, sizes = groups.counted(graph.edges), np.bincount(groups.labels).astype(np.float64)
    within, lead = int(np.trace(table)), connectedness(table, sizes)
    values_of: dict[str, float] = {
        "edges": m, "density": m / (n * (n - 1) / 2), "mean_degree": 2 * m / n,
        "degree_deviation": float(degrees.std()), f"degree {graph.name(0)}": float(degrees[0]),
        "wedges": counted["wedges"], "triangles": counted["triangles"],
        "transitivity": counted["transitivity"], "within": within, "between": m - within,
        "homophily": within / m, "components": float(graph.components.max()) + 1.0,
        "modularity": modularity(graph, groups.labels.astype(np.int32)),
        f"mixing {first_pair(groups.names)}": float(table[0, 0]),
        "segregation": assortativity(table), "degree_shares": math.nan,
    }  # fmt: skip
    values_of |= {f"connectedness {name}": lead[a] for a, name in enumerate(groups.names)}
    for first, last in degree_classes(n):
        about = f"{first}" if first == last else f"{first} to {last}"
        share = float(np.mean((degrees >= first) & (degrees <= last)))
        values_of[f"degree_shares degree {about}"] = share
    values = leading_eigenpairs(graph, 3, debias=False, largest=True, tolerance=1e-8)[0]
    return values_of | {f"eigenvalues no. {i + 1}": float(v) for i, v in enumerate(values)}


def pooled(rows: pd.DataFrame) -> float:
    """The share of all intervals of these cells that hold the truth."""
    return float((rows["coverage"] * rows["printed"]).sum() / max(rows["printed"].sum(), 1))
