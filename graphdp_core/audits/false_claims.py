"""Claims that do not hold: what was claimed, two neighbours that refute it, and the audit of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from graphdp_core.audits.as_published import (
    BalancedChain,
    ClippedFlip,
    DoubleFlip,
    FixedTotal,
    PlusExponential,
    Reworded,
    SecondVector,
)
from graphdp_core.audits.neighbours import Pair, neighbouring_pairs
from graphdp_core.audits.telling_events import (
    all_but_one,
    as_in_the_whole_path,
    at_most_seven,
    clearly_above,
    clipped_path,
    is_refused,
    large_score,
    node_of_two,
    odd_group,
    rising_edge,
    said_twice,
    the_path,
)
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.mechanisms.noisy_centrality import NoisyCentrality
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.params import by_id

__all__ = ["FALSE_CLAIMS", "FalseClaim", "claims_about", "false_claim"]


@dataclass(frozen=True)
class FalseClaim:
    """A claim that an audit refutes.

    Parameters
    ----------
    id, title : str
        `title` says in a few words what is done.
    mechanism : str
        Id of the mechanism that it is about.
    claimed : str
        What is claimed, and where: one or two sentences.
    wrong : str
        Why it does not hold.
    instead : str
        What is done here in its place.
    made : Any
        The mechanism as published, with `guarantee`, `check` and `release`.
    holds : callable
        Whether a release, or refusal, shows the event of the counterexample; its docstring says
        the event in words. The second argument is the pair.
    neighbours : str or Pair
        Those of the counterexample; of a known pair, how its name begins.
    searches : bool
        Whether an audit that tries all pairs finds it as well; else it is given this pair.
    epsilon : float
        That it is audited at.
    runs : int
        Releases of each neighbour that catch it in more than 95% of all audits.
    published : bool
        Whether somebody claimed it in print; else it is an easy slip, which nobody did.
    """

    id: str
    title: str
    mechanism: str
    claimed: str
    wrong: str
    instead: str
    made: Any
    holds: Callable[[Any, Pair], bool]
    neighbours: str | Pair
    searches: bool = True
    epsilon: float = 1.0
    runs: int = 1000
    published: bool = True

    @cached_property
    def pair(self) -> Pair:
        """The neighbours of the counterexample."""
        if isinstance(self.neighbours, Pair):
            return self.neighbours
        every = neighbouring_pairs(self.made, self.made.guarantee(self.epsilon))
        return next(pair for pair in every if pair.name.startswith(self.neighbours))

    @property
    def pairs(self) -> list[Pair] | None:
        """The neighbours that an audit tries; None for all."""
        return None if self.searches else [self.pair]

    @property
    def event(self) -> str:
        """What is counted in the counterexample, in words."""
        return (self.holds.__doc__ or "").strip().removesuffix(".").lower()


def claims_about(mechanism: str) -> tuple[FalseClaim, ...]:
    """The false claims about one mechanism, by its id.

    Examples
    --------
    >>> [claim.id for claim in claims_about("noisy_centrality")]
    ['local-sensitivity', 'closeness-peak']
    """
    return tuple(claim for claim in FALSE_CLAIMS if claim.mechanism == mechanism)


def false_claim(id: str) -> FalseClaim:
    """The claim of an id.

    Raises
    ------
    Refused
        If there is none.
    """
    return cast("FalseClaim", by_id("the claim", FALSE_CLAIMS, id))


def _paths() -> Pair:
    """A path of ten nodes with weights 15.5 or 16.5 in all."""
    path, less = [(i, i + 1) for i in range(9)], np.full(9, 15.5 / 9)
    left, right = (
        Graph.from_edges(10, path, weights=weights) for weights in (less, less + np.eye(9)[0])
    )
    return Pair("a path of ten nodes: one weight moves by one", left, right, ((0, 1),))


def _cut_path() -> Pair:
    """A path of eight nodes, and the same without the edge of its first."""
    edges = clipped_path()
    left, right = Graph.from_edges(8, edges), Graph.from_edges(8, edges[1:])
    return Pair("the end of a path is isolated", left, right, (edges[0],))


def _whole() -> Pair:
    """Six nodes with all edges but one, and with all."""
    edges = list(itertools.combinations(range(6), 2))
    left, right = Graph.from_edges(6, edges[1:]), Graph.from_edges(6, edges)
    return Pair("all edges of six nodes but one, and all", left, right, (edges[0],))


_LOCAL = NoisyCentrality(
    score="eigenvector", calibration="published_local", theta=1e-3, lowest=1e-6, highest=2.0,
    support="fixed",
)  # fmt: skip
_CLOSENESS = NoisyCentrality(
    score="closeness", calibration="published_smooth", theta=1.0, lowest=0.1, highest=20.0,
    delta=0.1,
)  # fmt: skip

FALSE_CLAIMS = (
    FalseClaim(
        "empty-cells", "A fixed number of empty cells passes the filter", "louvain_dp",
        "ε for one edge (Nguyen, Imine and Rusinowitch, WPES 2016, Algorithm 1).",
        "How many empty cells pass follows from the noisy count without chance. A neighbour with "
        "one edge in an empty cell can show one cell more: communities that the other never shows.",
        "The number of passing empty cells is drawn from its Binomial distribution.",
        LouvainDP(variant="as_published", k=1), at_most_seven,
        "twelve isolated nodes and one edge", searches=False, epsilon=3.0, runs=16_000,
    ),
    FalseClaim(
        "parity", "A walk that starts from halves of equal size", "mod_divisive",
        "ε for one edge, once the walk has reached its equilibrium (WPES 2016, Algorithms 3–5); "
        "what runs is a fixed number of steps.",
        "Without an edge every move is accepted, and each changes whether a group is of even "
        "size. After a fixed number of steps that is certain; with one edge it is not.",
        "Nothing is guaranteed for a walk. One-pass labelling is proved for every run.",
        BalancedChain(), odd_group, "0 edges on 4 nodes", runs=400,
    ),
    FalseClaim(
        "private-gap", "Noise scaled by the private eigengap", "lnpp",
        "ε for one edge (Wang, Wu and Wu, PAKDD 2013, Algorithm 1).",
        "The scale of the noise is 1/eigengap of the graph itself: one edge changes the gap, and "
        "turns the second eigenvector nearly round.",
        "Noisy eigenvalues, noisy subspace iteration, or the spectrum of a noisy graph.",
        SecondVector(), clearly_above, "nearly opposite second eigenvectors", searches=False,
        epsilon=2.0, runs=3000,
    ),
    FalseClaim(
        "local-sensitivity", "Noise scaled to the local sensitivity", "noisy_centrality",
        "What may be read into a study of centralities that shows it beside an ε (Laeuchli, "
        "Ramírez-Cruz and Trujillo-Rasua, 2022); its authors say that it guarantees nothing.",
        "The local sensitivity is private: a neighbour has noise of another size, and far out one "
        "is likelier without limit.",
        "A smooth upper bound of it, with the change of scale charged as well.",
        _LOCAL, large_score, "an edge and three lone nodes", runs=600, published=False,
    ),
    FalseClaim(
        "closeness-peak", "The peak of a function that has none", "noisy_centrality",
        "(ε, e^(−ε/(√n β))) for one weight (the same study, Algorithm 1 for closeness).",
        "The function whose peak is looked for rises to a pole. Of two neighbours one gets an "
        "answer and the other the word “undefined”: that alone tells them apart.",
        "Closeness of a noisy graph, or noise by a global bound.",
        _CLOSENESS, is_refused, _paths(), searches=False, runs=40,
    ),
    FalseClaim(
        "both-directions", "Both directions of a pair are flipped", "edge_flip",
        "ε for one edge, for a matrix that is flipped entry by entry: an easy slip in code.",
        "An edge stands in the matrix twice, with two coins: it is asked twice, which costs 2ε.",
        "Every pair has one coin.",
        DoubleFlip(), said_twice, "0 edges on 2 nodes", runs=1500, published=False,
    ),
    FalseClaim(
        "plus-exponential", "Exponential noise is added, not taken away", "minus_exponential",
        "ε for all weights, by analogy: the tree of w − Exp is private at this scale.",
        "Noise that only adds makes light edges of many copies lighter than of few: two groups "
        "of nodes give away which of the edges between them were light.",
        "The lightest tree of w − Exp, which is proved.",
        PlusExponential(), rising_edge,
        "two light blobs of ten nodes: some between the halves up", searches=False, runs=1200,
        published=False,
    ),
    FalseClaim(
        "fixed-total", "As many edges come out as were counted", "top_m_filter",
        "ε for one edge (Nguyen, Imine and Rusinowitch, ASONAM 2015).",
        "As many pairs as are missing from the noisy count are added, of those that were not kept. "
        "Where nearly all pairs are joined, a pair left out shows that it is no edge: it would "
        "have been kept, or added to make up the number.",
        "The numbers of kept and of invented edges are drawn.",
        FixedTotal(), all_but_one, _whole(), searches=False, runs=2000,
    ),
    FalseClaim(
        "unseen-degrees", "What does not occur gets no noise", "dk_series",
        "ε for one edge, for the 2K series (Sala et al., IMC 2011) as a public implementation has "
        "it.",
        "The numbers of edges between each two degrees get noise where there are such edges, and "
        "none elsewhere. A second edge beside one alone makes a degree of 2, which releases of the "
        "one never show.",
        "The 1K series: noise on all degrees, whatever they are.",
        DKSeries(series="2k_as_published"), node_of_two, "1 edge on 3 nodes", runs=300,
    ),
    FalseClaim(
        "undivided-radius", "A guarantee read with the radius undivided", "pamst",
        "ε for a change of every weight by one half (Pinot, 2017, the normalised form of "
        "Table 3.1).",
        "The normalised form protects one half divided by the number of edges. For one half the "
        "loss is ε|E|/2.",
        "The guarantee prints the radius that it holds for.",
        Reworded(
            PAMST(sensitivity="normalised", norm="linf", radius=0.5),
            changes=(("radius_text", ""),),
        ), the_path, "K_4 of equal weights: a path down", runs=400,
    ),
    FalseClaim(
        "clipped-flip", "Degrees are clipped, then pairs are flipped", "edge_flip",
        "ε for one node: no node keeps more than θ edges, so that edgeFlip at ε/2θ should do; an "
        "easy slip, here with θ = 1.",
        "Which edges are kept hangs together. Without its first edge a path keeps the second in "
        "its place, so not the third, and so on: one node changes all kept edges, not 2θ.",
        "Nodes are protected in numbers alone, whose change is proved for the whole graph.",
        ClippedFlip(), as_in_the_whole_path, _cut_path(), searches=False, epsilon=2.0, runs=900,
        published=False,
    ),
)  # fmt: skip
"""Each is caught by an audit of this many runs; tests run them all."""
