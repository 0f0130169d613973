"""Louvain communities: groups with more edges inside than their degrees explain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.partitioning import DEGENERATE, Partitioning, debias_param
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.kernels.louvain import louvain_communities
from graphdp_core.metrics.partitions import community_weights, is_degenerate
from graphdp_core.params import Refused, param
from graphdp_core.progress import Progress
from graphdp_core.results import NestedPartition
from graphdp_core.spectra.debiasing import debias_note, removable_noise

EDGES_FOR_ALL_RUNS, IN_NOISE = 1_000_000, 600_000
"""Edges, times runs, that are searched at most; a larger graph gets fewer runs, at least one. In
noise the last run is not counted: it begins with groups, and costs little."""

MOST_EDGES = 25_000_000

FEWEST_INVENTED = 0.5
"""Edges that the noise is expected to invent: with fewer there is nothing to correct, and the
same graph must give the same communities (the correction would break ties another way)."""


@dataclass(frozen=True)
class Louvain(Partitioning):
    r"""Communities of largest modularity, by the Louvain method with a last refinement.

    On a released graph with symmetric or asymmetric edge noise the modularity of the debiased
    matrix :math:`(A' - q) / (p - q)` is maximised. Its pairs need not be written out: with
    :math:`s_u` original nodes in u, a move gains :math:`K'(u, C) - q\,s_u s_C
    - \gamma\,d_u d_C / 2M`, d and 2M being debiased too (degrees below 0 count as 0).
    Noise leads every node order to another partition; what several have in common is less noise.

    References
    ----------
    Blondel, Guillaume, Lambiotte & Lefebvre (2008), Fast unfolding of communities in large
    networks, J. Stat. Mech. P10008. Groups in common: Ovelgönne & Geyer-Schulz (2013), An ensemble
    learning strategy for graph clustering, Contemporary Mathematics 588.

    Examples
    --------
    >>> triangles = Graph.from_edges(6, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)])
    >>> Louvain().run(triangles, rng=np.random.default_rng(0)).labels.tolist()
    [0, 0, 0, 1, 1, 1]
    """

    id: ClassVar[str] = "louvain"
    title: ClassVar[str] = "Louvain communities"
    summary: ClassVar[str] = (
        "Finds groups of nodes with more edges inside than their degrees explain; the number of "
        "groups comes by itself."
    )
    source: ClassVar[str] = (
        "Blondel et al., Fast unfolding of communities in large networks, J. Stat. Mech., 2008"
    )
    formula: ClassVar[str] = (
        r"Q = \frac{1}{2M} \sum_{u,v} \Big( \hat a_{uv} - \gamma \frac{d_u d_v}{2M} \Big) "
        r"[C_u = C_v], \quad \hat a_{uv} = \frac{a'_{uv} - q}{p - q}"
    )

    resolution: float = param(
        1.0, "Larger values give more and smaller communities.", low=0.05, high=20.0
    )
    debias: bool = debias_param(
        ": invented edges then weigh nothing on average, and hubs keep their part"
    )
    runs: int = param(
        5,
        "Node orders tried at most; the partition of largest modularity on the analysed graph is "
        "kept. Without noise to correct, the search stops at a gain below 0.001. With it, at an "
        "order that repeats the best so far (above 100 nodes); and orders after the fourth, or the "
        "last of three or four, begin with the groups on which those before agree. Graphs of more "
        "than 200,000 edges get fewer orders, with noise of more than 150,000; at least one.",
        low=1,
        high=50,
    )

    def _run(
        self, graph: Graph, *, rng: np.random.Generator, progress: Progress
    ) -> NestedPartition:
        """Find the communities and the groups that merged to them; without edges every node is one.

        Raises
        ------
        Refused
            If the graph has more than 25 million edges.
        """
        if graph.m > MOST_EDGES:
            raise Refused(
                f"Louvain takes at most {MOST_EDGES:,} edges, got m = {graph.m:,}: take "
                "spectral clustering or a smaller graph."
            )
        indptr, indices, weights = _rows(graph)
        background, m = self._background(graph), max(graph.m, 1)
        most = 1 + IN_NOISE // m if background else max(1, EDGES_FOR_ALL_RUNS // m)
        merges: list[NDArray[np.int32]] = []
        labels = louvain_communities(
            indptr,
            indices,
            weights,
            background=background,
            resolution=self.resolution,
            key=int(rng.integers(2**63)),
            runs=min(self.runs, most),
            merges=merges,
            progress=progress,
        )
        return NestedPartition.from_merges(labels, merges, notes=self._notes(graph, labels))

    def _background(self, graph: Graph) -> float:
        """The chance q of an invented edge; 0 where nothing can, or need, be corrected."""
        noise = removable_noise(graph, debias=self.debias)
        if noise is None or noise.contrast < 0.0 or graph.weights is not None:
            return 0.0
        if noise.false_positive_rate * pair_count(graph.n) < FEWEST_INVENTED:
            return 0.0
        is_lost = graph.degrees.max(initial=0) <= noise.false_positive_rate * (graph.n - 1)
        return 0.0 if is_lost else noise.false_positive_rate

    def _notes(self, graph: Graph, labels: NDArray[np.int32]) -> tuple[str, ...]:
        notes = debias_note(graph, debias=self.debias)
        if graph.weights is not None and community_weights(graph) is None:
            notes += ("Some weights are negative, so every edge counts as one.",)
        elif graph.weights is not None:
            notes += (
                "Edge weights count here; a release without weights differs for that reason too.",
            )
        if is_degenerate(labels):
            notes += (DEGENERATE,)
        return notes


def _rows(
    graph: Graph,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64] | None]:
    """Compressed rows, with weights where they count."""
    if community_weights(graph) is None or graph.m == 0:
        return *graph.neighbours, None
    matrix = graph.adjacency(weighted=True)
    return matrix.indptr, matrix.indices, matrix.data
