"""What is drawn: a comparison, as far as figures, charts and pages read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import Guarantee


class Compared(Protocol):
    """A comparison of :func:`graphdp_core.compare`, whatever the kind of result."""

    @property
    def graph(self) -> Graph:
        """The true graph."""

    @property
    def mechanism(self) -> Mechanism:
        """What made the release."""

    @property
    def analysis(self) -> Analysis:
        """What made both results."""

    @property
    def epsilon(self) -> float:
        """What the user has set."""

    @property
    def release(self) -> Any:
        """What the mechanism gave away."""

    @property
    def baseline(self) -> Any:
        """The result without privacy."""

    @property
    def private(self) -> Any:
        """The result of the release, of the same kind."""

    @property
    def metrics(self) -> Mapping[str, float]:
        """How far the two results are apart."""

    @property
    def guarantee(self) -> Guarantee:
        """What the release protects."""

    @property
    def finding(self) -> str:
        """One plain sentence that says what the metrics mean."""
