"""A release as whoever receives it has it: what was released, and the public law it came by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.results import Result, Scores

__all__ = ["Given"]


@dataclass(frozen=True, eq=False)
class Given:
    """What is known of a release, without any look at the data behind it.

    Parameters
    ----------
    released : Graph or Result
        A graph carries the public rates of its flips, where it has any.
    mechanism : Mechanism or None
        With its public parameters; None if it is not known.
    epsilon : Fraction or None
        Nominal.
    names : tuple of str
        Of all nodes, where the release holds them.
    facts : mapping of str to str
        The numbers of the sampler, as the certificate states them.
    certificate : mapping
        The whole of it; empty if there is none.
    """

    released: Graph | Result
    mechanism: Mechanism | None = None
    epsilon: Fraction | None = None
    names: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    certificate: Mapping[str, Any] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """Nodes that the release names."""
        if isinstance(self.released, Graph):
            return self.released.n
        if isinstance(self.released, Scores):
            return len(self.released.values)
        return len(self.names)

    def name(self, node: int) -> str:
        """Of a node, or its number."""
        if isinstance(self.released, Graph):
            return self.released.name(node)
        return self.names[node] if self.names else str(node)
