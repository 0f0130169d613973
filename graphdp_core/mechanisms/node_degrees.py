"""A node-private degree distribution: how many nodes have how many edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.node_mechanism import NodeMechanism
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER
from graphdp_core.progress import Progress
from graphdp_core.results import Degrees
from graphdp_core.sensitivities.node_projection import low_counts, low_sensitivity

FINE = 5.0  # epsilon from which bins grow by half in place of doubling


@dataclass(frozen=True)
class NodeDegrees(NodeMechanism[Degrees]):
    """Release how many nodes have each degree, with all edges of one node protected together.

    The graph is thinned to the degree bound theta by edge addition, in an order that does not
    depend on it (by the names, or in a publication at random). The number of nodes with at most 0,
    1, 3, 7, ... kept edges gets two-sided geometric noise; isotonic regression puts these numbers
    in order, and each bin is spread evenly over its degrees.

    *Privacy*: pure epsilon-DP for one node. All these numbers together change by at most 2 theta
    if the edges of a node change, and by theta + 1 if a node joins; then their last one, the
    number of nodes, has noise too.

    References
    ----------
    Day, Li and Lyu, Publishing graph degree distribution with node differential privacy, SIGMOD
    2016 (there on theta + 1 of all counts). Hay, Li, Miklau and Jensen, ICDM 2009 (isotonic
    regression).

    Examples
    --------
    >>> ring = Graph.from_edges(9, [(i, (i + 1) % 9) for i in range(9)])
    >>> made = NodeDegrees(bound=2)
    >>> made.release(ring, epsilon=20.0, rng=np.random.default_rng(0)).counts[:4].tolist()
    [0.0, 0.0, 9.0, 0.0]
    """

    id = "node_degrees"
    title = "Node-private degrees"
    everyday = "degrees hiding a node"
    summary = (
        "Releases how many nodes have how many edges, not who, and protects all edges of one node "
        "at once: the graph is first thinned to a degree bound."
    )
    source = (
        "Day, Li and Lyu, Publishing Graph Degree Distribution with Node Differential Privacy, "
        "SIGMOD 2016"
    )
    procedure = (
        "The pairs are put in an order that does not depend on the graph; going through it, an "
        "edge is kept if both its ends have fewer than θ kept edges.",
        "The numbers of nodes with at most 0, 1, 3, 7, ... kept edges are counted.",
        "Each gets two-sided geometric noise, P(x) ∝ e^(−ε|x|/Δ), with Δ = 2θ, or θ + 1 where "
        "nodes join or leave.",
        "Isotonic regression puts the numbers in order, and each bin is spread evenly over its "
        "degrees.",
    )
    formula = (
        r"\tilde F_d = \#\{v : \deg_{E_\theta}(v) \le d\} + "
        r"\mathrm{Geom}(e^{-\varepsilon/2\theta}),\quad d = 0, 1, 3, 7, \dots"
    )
    sampler = DISCRETE_SAMPLER
    proof = (
        "Edge addition in an order that no edge changes: one node changes the numbers of "
        "nodes with at most so many edges by 2θ together, or θ + 1 where it joins; geometric "
        "mechanism."
    )
    epsilon_range = (0.01, 20.0)
    exact_sampler = INTEGER_NOISE

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Degrees:
        order = self.edge_order(graph, draws)
        bound, left = self.bound_chosen(graph, epsilon=epsilon, draws=draws, order=order)
        ends = bin_ends(bound, float(epsilon))
        noisy: Floats = draws.draw(
            IntegerNoise(
                "nodes by degree", left, low_counts(graph, bound, ends, order=order),
                sensitivity=low_sensitivity(bound, joins=self.joins), fact="scale",
            )
        ).astype(np.float64)  # fmt: skip
        draws.note("degree bound", bound)
        if self.joins:
            return Degrees(fitted_degrees(noisy, ends, None))
        counts = fitted_degrees(noisy[:-1], ends, graph.n)
        whole = np.zeros(graph.n)
        whole[: min(len(counts), graph.n)] = counts[: graph.n]
        return Degrees(whole)


def bin_ends(bound: int, epsilon: float) -> Ints:
    """The largest degree of each bin: 0, 1, 3, 7, ..., bound; finer ones from epsilon = 5 on.

    Examples
    --------
    >>> bin_ends(10, 1.0).tolist(), bin_ends(10, 5.0).tolist()
    ([0, 1, 3, 7, 10], [0, 1, 2, 3, 5, 8, 10])
    """
    ratio = 1.5 if epsilon >= FINE else 2.0
    starts, start = [1], 1
    while start <= bound:
        start = max(start + 1, int(start * ratio))
        starts.append(min(start, bound + 1))
    return np.array(starts, dtype=np.int64) - 1


def fitted_degrees(noisy: Floats, ends: Ints, nodes: int | None) -> Floats:
    """Numbers of nodes by degree from noisy numbers of nodes with at most so many edges.

    Parameters
    ----------
    noisy : ndarray, shape (b,) or (b - 1,)
        For each of `ends`; without the last where the number of nodes is known.
    ends : ndarray of int64, shape (b,)

    Returns
    -------
    ndarray of float64, shape (ends[-1] + 1,)

    Examples
    --------
    >>> fitted_degrees(np.array([2.0, 1.0]), np.array([0, 1, 3]), 6).tolist()
    [1.5, 0.0, 2.25, 2.25]
    """
    from scipy.optimize import isotonic_regression

    low = np.asarray(isotonic_regression(noisy).x) if len(noisy) else np.empty(0)
    low = np.clip(low, 0.0, nodes)
    if nodes is not None:
        low = np.append(low, float(nodes))
    sizes = np.diff(ends, prepend=-1)
    counts: Floats = np.repeat(np.diff(low, prepend=0.0) / sizes, sizes)
    return counts
