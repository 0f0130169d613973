"""All that compiles is run once, at installation and at each start, so that no visitor waits."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import graphdp_core as gdp
from graphdp_core.experiment.graph_summary import largest_communities
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.intake.files.preview import preview, read

ROWS_OF_A_LARGE_FILE = 20_000
LARGER = {"n": 600, "blocks": 3}  # beyond what is done in other ways on small graphs


def run_everything_once() -> None:
    """Read files, lay out, release and analyse: a small graph with weights, and a larger one."""
    for ends in ("{0},{1}", "{0},{1},2", "a{0},a{1},1.5"):  # so many that they are read at once
        rows = "\n".join(ends.format(2 * i, 2 * i + 2) for i in range(ROWS_OF_A_LARGE_FILE))
        data = rows.encode()
        read(data, "warm.csv", preview(data, "warm.csv").reading)
    # Clusters of a spanning tree refuse a graph that says that large weights are near.
    small = replace(gdp.load_graph("les_miserables"), near=None)
    _analyse(small)
    _analyse(larger := gdp.generate("sbm", **LARGER))
    for kind in gdp.MECHANISMS:
        with suppress(ValueError):
            kind().release(small, epsilon=4.0, rng=gdp.noise_stream(0))
    layout_positions(larger)
    largest_communities(larger)


def _analyse(graph: Graph) -> None:
    for analysis in gdp.ANALYSES:
        # Lengths need weights, which a flipped graph does not have: each fits one of the two.
        for mechanism in ("edge_flip", "weight_laplace"):
            with suppress(ValueError):
                gdp.compare(graph, gdp.mechanism(mechanism), analysis(), epsilon=4.0)
