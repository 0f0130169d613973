"""Graphs in which people look alike: ties are deleted until nobody is unique, or enough is gone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.signatures import MEASURES, alike, classes
from graphdp_core.mechanisms.names_off import Practice
from graphdp_core.params import param
from graphdp_core.progress import Progress

ROUNDS = 10  # after each of them who is unique is asked again


@dataclass(frozen=True)
class KAnonymous(Practice):
    """Release the graph without names and without the ties that make people unique.

    Ties go first that change the measure of most people who have fewer than k - 1 others alike;
    equal ones by chance. In each of ten rounds a tenth of the budget goes, then is counted
    anew; it ends when all have k alike, or the budget is spent. "sampled" deletes ties at random,
    as the comparison. Epsilon is not read.

    *Privacy*: none. Nothing stops anyone who knows another thing than the measure.

    References
    ----------
    de Jong, van der Loo and Takes, arXiv:2409.16163 (unique affected) and arXiv:2407.02290
    (measures). Liu and Terzi, Towards identity anonymization on graphs, SIGMOD 2008.

    Examples
    --------
    >>> from graphdp_core.data import load_graph
    >>> karate = load_graph("karate")
    >>> release = KAnonymous().release(karate, epsilon=1.0, rng=np.random.default_rng(0))
    >>> karate.m - release.m
    3
    """

    id = "k_anonymous"
    title = "k-anonymous by deletion"
    everyday = "names off, people made alike"
    summary = (
        "Takes the names off and deletes ties until people look alike by one measure. It stops "
        "a search by that measure, not by any other, and promises nothing. For study."
    )
    source = (
        "de Jong, van der Loo and Takes, arXiv:2409.16163 and arXiv:2407.02290, 2024; Liu and "
        "Terzi, Towards Identity Anonymization on Graphs, SIGMOD 2008"
    )
    procedure = (
        "Ties are deleted, first those that change the measure of most people who have fewer than "
        "k − 1 others alike, until all have k alike or the share is spent.",
        "Names and classes are left out, and the nodes are numbered in a random order; no noise "
        "is drawn, and ε is not read.",
    )
    formula = (
        r"\tilde G = \sigma(G \setminus D),\quad |D| \le b\,m,\quad "
        r"D \text{ greedy by } \#\{w \text{ affected}: |[w]| < k\}"
    )
    nodes = (0, 50_000)
    sampler = "none: only equal ties and the order of the numbers are drawn"
    caveat = (
        "People look alike by one measure alone. Whoever knows more, such as some of the ties, "
        "can find them by that; which ties are deleted depends on all others, without noise."
    )
    proof = "None. Which ties go follows from the graph: one tie more changes the release for sure."

    alike_by: str = param(
        "circle", "The measure of looking alike.", choices=MEASURES, label="Alike by"
    )
    k: int = param(2, "How many people are to look alike, the person included.", low=2, high=100)
    budget: float = param(
        0.05, "The share of ties that may be deleted.", low=0.0, high=1.0, label="At most deleted"
    )
    choice: str = param(
        "unique",
        "Which ties go first: those that touch most people who stand out, or any at random.",
        choices={"unique": "Who stands out", "sampled": "At random"},
        label="Deleted first",
    )

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Graph:
        left = int(self.budget * graph.m)
        step = max(1, -(-left // ROUNDS))
        now = Graph(graph.n, graph.edges)
        while left > 0:
            progress(1.0 - left / max(1, int(self.budget * graph.m)), "Ties are deleted")
            rare = alike(classes(now, self.alike_by)) < self.k
            if not rare.any():
                break
            luck = rng.random(now.m)
            worth = self._affected(now, rare) if self.choice == "unique" else np.zeros(now.m)
            order = np.lexsort((luck, -worth))
            gone = order[: min(step, left)]
            now = Graph(graph.n, np.delete(now.edges, gone, axis=0))
            left -= len(gone)
        return self._nameless(graph, now.edges, epsilon)

    def _affected(self, graph: Graph, rare: np.ndarray) -> Floats:
        """How many people who stand out have another measure once a tie is gone, for each tie."""
        u, v = graph.edges.T
        count: Floats = rare[u].astype(np.float64) + rare[v]
        if self.alike_by == "degree":
            return count
        among = graph.adjacency()[:, rare]
        shared = np.asarray(among[u].multiply(among[v]).sum(axis=1)).ravel()
        if self.alike_by == "circle":
            return count + shared
        friends: Floats = np.asarray(among.sum(axis=1)).ravel()
        return friends[u] + friends[v] - shared
