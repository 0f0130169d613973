"""What the mechanisms that release eigenpairs share: exact true pairs, checks, public facts."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, param
from graphdp_core.privacy.guarantee import OF_THE_SEED, NeighbouringRelation
from graphdp_core.progress import SILENT, Progress
from graphdp_core.results import Spectrum
from graphdp_core.spectra.eigenpairs import DENSE_LIMIT, leading_eigenpairs, with_fixed_signs
from graphdp_core.spectra.lanczos import lanczos

SAME = 1e-8  # of the largest eigenvalue: closer values count as one

PUBLIC_BY_ASSUMPTION = (
    "The nodes and their names are public, and so are the mechanism, its settings and its ε.",
    *OF_THE_SEED,
)
SEARCHED = (
    f"Proved where all eigenvalues are computed, as up to {DENSE_LIMIT} nodes; beyond, it is "
    "assumed that the search for the largest misses none."
)
"""The doubt in what rests on the largest eigenvalues of a large graph."""


@dataclass(frozen=True)
class SpectralRelease(Mechanism[Spectrum]):
    """A release of k eigenvalues, eigenvectors or both, for the edge relation."""

    relation = NeighbouringRelation.EDGE
    epsilon_range = (0.0, 5000.0)  # the publication's own numbers reach 4,474

    k: int = param(
        5, "How many eigenvalues or eigenpairs are released, from the largest value down.",
        label="Eigenpairs", low=1, high=10,
    )  # fmt: skip

    @property
    @abstractmethod
    def largest_n(self) -> int:
        """Number of nodes up to which a release is drawn in seconds."""

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused unless epsilon is positive and in range, and k < n <= largest_n.

        n is public: a refusal that depended on the edges would itself be a release.
        """
        if epsilon == 0.0:
            raise Refused("epsilon must be above 0: at 0 the noise would be infinite.")
        if graph.n <= self.k:
            raise Refused(
                f"k must be below the number of nodes, got k = {self.k} on {graph.n} nodes: "
                "ask for fewer eigenpairs or choose a larger graph.",
                remedy={"k": graph.n - 1} if graph.n > 1 else None,
            )
        if graph.n > self.largest_n:
            raise Refused(
                f"{self.title} takes graphs of at most {self.largest_n:,} nodes with these "
                f"settings, got {graph.n:,}: take a smaller graph, or edgeFlip."
            )


def budget_parameter(default: str, *, published: str) -> Any:
    """The parameter `split` of the published mechanisms: their own budget, or a free one."""
    return param(
        default,
        f"How ε is divided: as published ({published}), or by the share below.",
        label="Budget",
        choices={"published": "As published", "free": "Free"},
    )


def share_parameter(default: float) -> Any:
    """The parameter `value_share` that belongs to a free budget."""
    return param(
        default, "Share of ε for the eigenvalues, where the budget is free.",
        label="Share for values", low=0.01, high=0.99,
    )  # fmt: skip


def true_pairs(graph: Graph, k: int, *, progress: Progress = SILENT) -> tuple[Floats, Floats]:
    """The k largest eigenvalues of the true adjacency matrix and their vectors, to 1e-10.

    An iteration may pass over some copies of an eigenvalue that occurs several times, as in a
    graph of equal parts, and one edge more would bring them back: the values would move by more
    than the sensitivity. So it is run again beside what was found, until nothing larger is left.
    """
    values, vectors = leading_eigenpairs(
        graph, k, debias=False, largest=True, tolerance=1e-10, progress=progress
    )
    if graph.n <= DENSE_LIMIT or 3 * k >= graph.n or graph.m == 0:
        return values, vectors
    for round_ in range(k):
        more, beside = _passed_over(graph, vectors, k, round_)
        if len(values) == k and not np.any(more > values[-1] + SAME * max(1.0, values[0])):
            break
        order = np.argsort(-np.concatenate((values, more)), kind="stable")[:k]
        values = np.concatenate((values, more))[order]
        vectors = np.concatenate((vectors, beside), axis=1)[:, order]
    return values, vectors


def _passed_over(graph: Graph, released: Floats, k: int, round_: int) -> tuple[Floats, Floats]:
    """The largest eigenpairs of the adjacency matrix on the complement of the found vectors."""
    from scipy.sparse.linalg import LinearOperator

    adjacency, below = graph.adjacency(), 2.0 * float(graph.degrees.max()) + 1.0

    def product(x: Floats) -> Floats:
        inside = released @ (released.T @ x)
        image = adjacency @ (x - inside)
        result: Floats = image - released @ (released.T @ image) - below * inside
        return result

    operator = LinearOperator((graph.n, graph.n), matvec=product, dtype=np.float64)
    start = np.random.default_rng(round_).standard_normal(graph.n)
    few = min(k, graph.n - released.shape[1] - 1)
    values, vectors = lanczos(operator, few, "LA", 1e-10, start=start)
    return values, vectors


def sorted_spectrum(
    values: Floats, vectors: Floats, *, edge_count: float | None = None
) -> Spectrum:
    """A release by falling value, signs fixed by rule: post-processing."""
    order = np.argsort(-values, kind="stable")
    return Spectrum(
        values=values[order],
        vectors=with_fixed_signs(vectors[:, order]),
        edge_count=edge_count,
    )
