"""Names off: the graph as it is, its nodes numbered anew. What most people do."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import EdgeMechanism
from graphdp_core.privacy.guarantee import Status
from graphdp_core.progress import Progress


class Practice(EdgeMechanism[Graph]):
    """What people do to a graph without a promise."""

    status = Status.AS_PRACTISED
    reads_epsilon = False
    assumptions = (
        "The graph is as it is but for what the steps say; nobody promises anything, and whatever "
        "ε is set is not read.",
    )
    not_published = (
        "it promises nothing, and leaves people recognisable. Take a graph drawn anew, such as "
        "the dK-series"
    )

    def said_of(self, graph: Graph, epsilon: float) -> str:
        """Whose names stand beside the nodes of a picture."""
        return (
            "Names and places in pictures are those of the true graph; the release has numbers in "
            "a random order."
        )

    def _nameless(self, graph: Graph, edges: NDArray[np.int32], epsilon: float) -> Graph:
        return replace(self._graph(graph, edges, epsilon), names=None)


@dataclass(frozen=True)
class NamesOff(Practice):
    """Release the true graph without its names.

    Here the nodes keep their places, so that both sides of a picture can be compared; whoever gets
    such a file sees numbers in a random order. Epsilon is not read.

    *Privacy*: none. The release shows every tie, and whoever knows some of them finds the people:
    :func:`graphdp_core.recognition` counts how many.

    References
    ----------
    Backstrom, Dwork and Kleinberg, Wherefore art thou R3579X?, WWW 2007. Narayanan and
    Shmatikov, De-anonymizing social networks, IEEE S&P 2009.

    Examples
    --------
    >>> from graphdp_core.data import load_graph
    >>> karate = load_graph("karate")
    >>> release = NamesOff().release(karate, epsilon=1.0, rng=np.random.default_rng(0))
    >>> release.m == karate.m, release.names is None
    (True, True)
    """

    id = "names_off"
    title = "Names off"
    everyday = "the graph without names"
    summary = (
        "Takes the names off and releases the graph as it is. This is what most people do, and it "
        "promises nothing: anyone who knows some of the ties finds the people. For study."
    )
    source = (
        "Backstrom, Dwork and Kleinberg, Wherefore Art Thou R3579X? Anonymized Social Networks, "
        "Hidden Patterns, and Structural Steganography, WWW 2007; Narayanan and Shmatikov, "
        "De-anonymizing Social Networks, IEEE S&P 2009"
    )
    procedure = (
        "Names and classes are left out, and the nodes are numbered in a random order.",
        "All ties stay as they are: no noise is drawn, and ε is not read.",
    )
    formula = r"\tilde G = \sigma(G),\qquad \sigma \text{ a random order of the nodes}"
    sampler = "none: nothing is drawn but the order of the numbers"
    caveat = (
        "The names are gone and every tie is there. Whoever knows some of the ties, and a few "
        "people by name, can find the others by their place among the ties."
    )
    proof = "None. A graph with one tie more is released as itself, with certainty."

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Graph:
        return self._nameless(graph, graph.edges, epsilon)
