"""What the two sides of a comparison are called and how they are coloured, in one place.

What is drawn: a comparison, as far as figures, charts and pages read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.plots.theme import Theme
from graphdp_core.privacy.guarantee import Guarantee

WITHOUT = "Without privacy"
RELEASED = "As released"  # of a graph that is itself a release


class HasGuarantee(Protocol):
    """A comparison, as far as its sides' titles go."""

    @property
    def graph(self) -> Graph:
        """What it was released from."""

    @property
    def epsilon(self) -> float:
        """What the user has set."""

    @property
    def mechanism(self) -> Mechanism:
        """What released the private side."""

    @property
    def guarantee(self) -> Guarantee:
        """What it guarantees at this epsilon."""


@dataclass(frozen=True)
class Sides:
    """The titles of both sides; what protects nothing never stands under an epsilon alone.

    Parameters
    ----------
    mechanism : str
        The title of a mechanism that protects nothing, named in place of epsilon; else "".
    badge : str
        What is said of it, as in ``Guarantee.badge``.
    name : str
        Of the release, where there are several: stands first in its title.
    baseline : str
        The title of the left side.
    other : str
        The title of a right side that is no release.
    exact : str
        The ε that is spent, where a mechanism spends less than it is told.
    """

    epsilon: float
    mechanism: str = ""
    badge: str = "not private"
    name: str = ""
    baseline: str = WITHOUT
    other: str = ""
    exact: str = ""

    @classmethod
    def of(cls, comparison: HasGuarantee) -> Sides:
        """The sides of a comparison, by what its guarantee protects."""
        g = comparison.guarantee
        left = WITHOUT if comparison.graph.noise is None else RELEASED
        if g.protects:
            return cls(comparison.epsilon, baseline=left)
        return cls(comparison.epsilon, comparison.mechanism.title, g.badge, baseline=left)

    def at(self, epsilon: float) -> Sides:
        """The sides of the same mechanism at another epsilon."""
        return replace(self, epsilon=epsilon)

    @property
    def is_private(self) -> bool:
        """Whether the right side is protected."""
        return not self.mechanism

    @property
    def unproved(self) -> tuple[int, ...]:
        """The side whose title has the colour of what is not proved, where there is one."""
        return () if self.is_private else (1,)

    @property
    def private(self) -> str:
        """The title of the right side."""
        if self.other:
            return self.other
        if not self.is_private:
            return f"{self.name or self.mechanism}: {self.badge}"
        words = epsilon_label(self.epsilon) + f" (uses {self.exact})" * bool(self.exact)
        return f"{self.name}, {words}" if self.name else f"With {words}"

    @property
    def phrase(self) -> str:
        """The right side within a sentence."""
        if self.is_private:
            return f"with {epsilon_label(self.epsilon)}"
        return f"by {self.mechanism}, {self.badge}"

    @property
    def titles(self) -> tuple[str, str]:
        """Both titles, left and right."""
        return self.baseline, self.private

    @property
    def roles(self) -> tuple[str, str]:
        """The names of both sides' colours in a theme."""
        return "baseline", "accent" if self.is_private else "unproved"

    def colours(self, theme: Theme) -> tuple[str, str]:
        """The colours of both sides' marks."""
        first, second = self.roles
        return theme.ink(first), theme.ink(second)

    def title_colours(self, theme: Theme) -> tuple[str, str]:
        """The colours of both titles: the text's own, a warning where nothing is protected."""
        return theme.text, theme.text if self.is_private else theme.unproved


class Compared(HasGuarantee, Protocol):
    """A comparison of :func:`graphdp_core.compare`, whatever the kind of result."""

    @property
    def analysis(self) -> Analysis:
        """What made both results."""

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
    def finding(self) -> str:
        """One plain sentence that says what the metrics mean."""
