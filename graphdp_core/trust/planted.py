"""Errors planted in a mechanism on purpose: to see whether an audit finds them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.results import Result

__all__ = ["PLANTED", "Louder", "SecretRefusal", "planted"]


@dataclass(frozen=True)
class Louder:
    """Another mechanism, whose noise fits an epsilon `louder` times as large as it claims.

    A release states the distribution of its noise only if `honest`: else only statistics can tell.
    """

    inner: Mechanism
    louder: float = 1.0
    honest: bool = False

    def check(self, graph: Graph, epsilon: float) -> None:
        """As the mechanism itself."""
        self.inner.check(graph, epsilon)

    def guarantee(self, epsilon: float) -> Guarantee:
        """The claim, which is false."""
        return self.inner.guarantee(epsilon)

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        """One release with too little noise."""
        self.check(graph, epsilon)
        release = self.inner.release(graph, epsilon=epsilon * self.louder, rng=rng)
        if isinstance(release, Graph) and not self.honest:
            return dataclasses.replace(release, noise=None)
        return release

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


@dataclass(frozen=True)
class SecretRefusal(Louder):
    """Another mechanism that refuses graphs with fewer than two edges: a refusal tells a secret."""

    def check(self, graph: Graph, epsilon: float) -> None:
        """Refuse by what is private."""
        super().check(graph, epsilon)
        if graph.m < 2:
            raise Refused("the graph must have at least two edges.")


PLANTED = {
    "none": "No error: the mechanism as it is",
    "half": "Half the noise",
    "fifth": "A fifth too little noise",
    "refusal": "It refuses sparse graphs",
}
"""What may be planted, in words."""


def planted(mechanism: Mechanism, error: str) -> Mechanism | Louder:
    """The mechanism with an error in it, under its own claim; itself for "none".

    Raises
    ------
    Refused
        If there is no such error.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> planted(gdp.mechanism("edge_flip"), "half").louder
    2.0
    """
    if error not in PLANTED:
        raise Refused(f"error must be one of {', '.join(PLANTED)}, got {error!r}.")
    if error == "refusal":
        return SecretRefusal(mechanism)
    louder = {"none": 1.0, "half": 2.0, "fifth": 1.25}[error]
    return mechanism if error == "none" else Louder(mechanism, louder)
