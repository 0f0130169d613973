"""Which figure shows which kind of result: a table by kind name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.degrees import degree_distribution
from graphdp_core.plots.diagrams import diagram_pair
from graphdp_core.plots.embedding import scatter_pair
from graphdp_core.plots.pair.picture import edge_kinds
from graphdp_core.plots.panels import Figure
from graphdp_core.plots.partitions import partition_pair
from graphdp_core.plots.rankings import ranks, slope_chart
from graphdp_core.plots.spectra import eigenvalue_pair
from graphdp_core.plots.theme import Theme
from graphdp_core.plots.trees import tree_overlay

__all__ = ["PLOTS", "Plot", "View"]


@dataclass(frozen=True, eq=False)
class View:
    """What a drawing may use beside the two results: it comes from the true graph.

    Parameters
    ----------
    positions : ndarray of float32, shape (n, 2), or None
        Needed by partitions and trees.
    names : sequence of str or None
    categories : ndarray of int, shape (n,), or None
        True classes, for colours.
    category_names : sequence of str
    sizes : ndarray of float32, shape (n,), or float
        Node diameters in pixels.
    selected : ndarray of int or None
        Node numbers to light up.
    """

    positions: NDArray[np.float32] | None = None
    names: Sequence[str] | None = None
    categories: NDArray[np.int32] | None = None
    category_names: Sequence[str] = ()
    sizes: NDArray[np.float32] | float = 7.0
    selected: NDArray[np.integer] | None = None

    def placed(self) -> NDArray[np.float32]:
        """The positions; raises ValueError, saying what to do, if there are none."""
        if self.positions is None:
            raise ValueError(
                "This figure draws nodes at fixed places: give "
                "View(positions=layout_positions(graph))."
            )
        return self.positions


class Plot(Protocol):
    """A figure of a baseline and a private result of one kind."""

    def __call__(
        self, baseline: Any, private: Any, theme: Theme, *, epsilon: float, view: View
    ) -> Figure:
        """Draw both."""


def _embedding(baseline: Any, private: Any, theme: Theme, *, epsilon: float, view: View) -> Figure:
    return scatter_pair(
        baseline.points,
        private.points,
        theme,
        epsilon=epsilon,
        categories=view.categories,
        category_names=view.category_names,
        names=view.names,
        selected=view.selected,
    )


def _diagram(baseline: Any, private: Any, theme: Theme, *, epsilon: float, view: View) -> Figure:
    return diagram_pair(baseline.pairs, private.pairs, theme, epsilon=epsilon)


def _partition(baseline: Any, private: Any, theme: Theme, *, epsilon: float, view: View) -> Figure:
    return partition_pair(
        view.placed(),
        baseline.labels,
        private.labels,
        theme,
        epsilon=epsilon,
        sizes=view.sizes,
        names=view.names,
        selected=view.selected,
    )


def _tree(baseline: Any, private: Any, theme: Theme, *, epsilon: float, view: View) -> Figure:
    return tree_overlay(
        view.placed(),
        edge_kinds(baseline, private),
        theme,
        sizes=view.sizes,
        names=view.names,
        selected=view.selected,
    )


def _scores(baseline: Any, private: Any, theme: Theme, *, epsilon: float, view: View) -> Figure:
    return slope_chart(
        view.names, ranks(baseline.values), ranks(private.values), theme, epsilon=epsilon
    )


def _spectrum(baseline: Any, private: Any, theme: Theme, *, epsilon: float, view: View) -> Figure:
    return eigenvalue_pair(baseline.values, private.values, theme, epsilon=epsilon)


def _statistics(baseline: Any, private: Any, theme: Theme, *, epsilon: float, view: View) -> Figure:
    return degree_distribution(baseline.degrees, private.degrees, theme, epsilon=epsilon)


PLOTS: dict[str, Plot] = {
    "embedding": _embedding,
    "diagram": _diagram,
    "partition": _partition,
    "spanning_tree": _tree,
    "scores": _scores,
    "spectrum": _spectrum,
    "statistics": _statistics,
}
"""By ``result.kind``: survives hot reloads, which isinstance does not."""
