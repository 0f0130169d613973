"""A benchmark of synthetic graphs: methods over graphs, epsilons and draws, by fifteen queries."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from graphdp_core.analyses.graph_queries import QUERIES, GraphQueries
from graphdp_core.data import generate, load_graph
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.sweep import check_grid, chosen_store, wait_for
from graphdp_core.experiment.worker import Job
from graphdp_core.experiment.workers import opened
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.low_rank_posterior import LowRankPosterior
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.private_block_model import PrivateBlockModel
from graphdp_core.mechanisms.private_bter import PrivateBTER
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.params import Refused
from graphdp_core.progress import Progress, Report

if TYPE_CHECKING:
    import pandas as pd


Kept = TypeVar("Kept")

EPSILONS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0)
DRAWS = 10

GRAPHS: Mapping[str, Callable[[], Graph]] = MappingProxyType(
    {
        "email-eu-core": lambda: load_graph("email-eu-core"),
        "ego-facebook": lambda: load_graph("ego-facebook"),
        "as20graph": lambda: load_graph("as20graph"),
        "wiki-vote": lambda: load_graph("wiki-vote"),
        "p2p-gnutella05": lambda: load_graph("p2p-gnutella05"),
        "ca-astroph": lambda: load_graph("ca-astroph"),
        "erdos-renyi": lambda: generate("erdos_renyi", n=10_000, p=0.002, seed=0),
        "barabasi-albert": lambda: generate("barabasi_albert", n=10_000, attach=5, seed=0),
    }
)
"""How each graph is made: two generated ones, and those of the registry."""

METHODS: Mapping[str, Mechanism] = MappingProxyType(
    {
        "Top-m filter": TopMFilter(),
        "edgeFlip, denoised": LowRankPosterior(),
        "Private block model": PrivateBlockModel(),
        "Chung-Lu": PrivateBlockModel(blocks="one_block"),
        "Private BTER": PrivateBTER(),
        "1K series": DKSeries(),
        "2K as published, not private": DKSeries(series="2k_as_published"),
    }
)
"""What makes synthetic graphs, by the names of the tables."""


@dataclass(frozen=True, eq=False)
class Benchmark:
    """What was measured.

    Parameters
    ----------
    table : pandas.DataFrame
        A row for each graph, method, epsilon, draw and query, with the error.
    """

    table: pd.DataFrame
    refused: tuple[tuple[str, str, float, str], ...] = ()
    broken: tuple[str, ...] = ()


def chosen(known: Mapping[str, Kept], names: Sequence[str], what: str) -> dict[str, Kept]:
    """Some of the graphs or methods, in the order of the benchmark; all if none is named."""
    for name in names:
        if name not in known:
            raise Refused(f"{what} must be one of {', '.join(map(repr, known))}, got {name!r}.")
    return {name: kept for name, kept in known.items() if not names or name in names}


def run_benchmark(
    graphs: Mapping[str, Graph],
    methods: Mapping[str, Mechanism] = METHODS,
    *,
    epsilons: Sequence[float] = EPSILONS,
    draws: int = DRAWS,
    seed: int = 0,
    workers: int = 1,
    store: CellStore | str | Path | None = None,
    progress: Report | None = None,
) -> Benchmark:
    """Measure the fifteen queries; what the store has is not measured again.

    Parameters
    ----------
    draws : int
        Independent releases of each method, at each epsilon, of each graph.

    Notes
    -----
    *Privacy*: errors read the true graphs and are not private.
    """
    import pandas as pd

    stops, analyses = check_grid(epsilons, draws), {"queries": GraphQueries()}
    cases = [(graph, name, e) for graph in graphs for name in methods for e in stops]
    refusals = {case: methods[case[1]].refusal(graphs[case[0]], case[2]) for case in cases}
    planned = [(*case, draw) for draw in range(draws) for case in cases if not refusals[case]]
    if not planned:
        raise Refused(next(iter(refusals.values())))
    jobs = [Job(methods[name], analyses, e, seed, draw) for _, name, e, draw in planned]
    rows = []
    refused = [(*case, why) for case, why in refusals.items() if why]
    with opened(workers) as pool:
        measuring = Measuring(
            [graphs[graph] for graph, *_ in planned], jobs, store=chosen_store(store), pool=pool
        )
        wait_for(measuring, Progress.of(progress))
        for place, _, cell in measuring.placed("queries"):
            graph, name, e, draw = planned[place]
            base = {"graph": graph, "method": name, "epsilon": e, "draw": draw}
            rows += [base | {"query": id, "error": cell.metrics[f"{id}_error"]} for id in QUERIES
                     if not cell.refused]  # fmt: skip
            if cell.refused:
                refused.append((graph, name, e, cell.refused))
        broken = measuring.failed
    columns = ["graph", "method", "epsilon", "draw", "query", "error"]
    table = pd.DataFrame(rows, columns=columns)
    return Benchmark(table, tuple(dict.fromkeys(refused)), tuple(dict.fromkeys(broken)))


def wins(table: pd.DataFrame) -> pd.DataFrame:
    """How often each method has the smallest mean error, by epsilon: rows methods.

    A case is a graph and a query; of k methods with the same error each wins 1/k. The number of
    nodes, which is public, is no query here, and nan never wins.
    """
    asked = table[table["query"] != "nodes"]
    means = asked.groupby(["graph", "query", "epsilon", "method"])["error"].mean()
    means = means.fillna(math.inf).reset_index()
    best = means.groupby(["graph", "query", "epsilon"])["error"].transform("min")
    means["won"] = ((means["error"] == best) & (best < math.inf)).astype(float)
    means["won"] /= means.groupby(["graph", "query", "epsilon"])["won"].transform("sum").clip(1.0)
    counts: pd.DataFrame = means.pivot_table(
        "won", "method", "epsilon", aggfunc="sum", fill_value=0.0
    )
    return counts
