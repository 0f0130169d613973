"""Spanning tree: the backbone of the released graph beside that of the true one."""

from typing import Any

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.kinds.drawn import pair_of
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.stage import LARGE, layout_of
from graphdp_core.vocabulary import BACKBONE
from pages.explore.sections import large_pair, tree_errors
from pages.explore.view import Choice, Section, View, is_large, offered
from pages.ui import widgets

SHOWN = {"Side by side": False, "Overlaid": True}


def _choose(now: Scenario) -> Choice:
    # Where weights are what is protected, no other length would show the mechanism.
    fixed = {"length": "weights"} if now.mechanism.protects_weights else {}
    analysis = widgets.settings(MinimumSpanningTree, beside=("length",), fixed=fixed)
    with widgets.drawer():
        overlaid = widgets.choose("View", SHOWN, key="trees", ids=("side_by_side", "overlaid"))
    return offered(_choice(analysis, overlaid=overlaid), now)


def _usual(now: Scenario) -> Choice:
    by_weight = now.mechanism.protects_weights
    analysis = MinimumSpanningTree(length="weights") if by_weight else MinimumSpanningTree()
    return _choice(analysis, overlaid=False)


def _choice(analysis: MinimumSpanningTree, *, overlaid: bool) -> Choice:
    if not overlaid:
        return Choice(analysis)  # the usual picture
    return Choice(analysis, _overlaid, f"overlaid={overlaid}")


def _overlaid(c: Comparison) -> Pair | None:
    """Both trees in one; told in numbers alone where each node would be a speck."""
    if c.graph.n > LARGE:
        return None
    return pair_of(c, places=layout_of, overlaid=True)


def _has_summary(now: Scenario, analysis: Analysis[Any]) -> bool:
    return is_large(now, analysis) and now.mechanism.returns is Graph


VIEW = View(
    BACKBONE.view, BACKBONE.title, "Does the backbone hold?", _choose, _usual,
    (
        Section("Error and its proved bound", "tree-errors", tree_errors.curve,
                ":material/show_chart:", wanted=tree_errors.by_weight),
        Section("What the theorems say", "tree-theorems", tree_errors.theorems,
                ":material/menu_book:", wanted=tree_errors.by_weight),
        Section("Clusters from the trees", "tree-clusters-box", tree_errors.clusters,
                ":material/workspaces:", holds="tree-method"),
        Section("The graph in summary", "parts-box", large_pair.show, wanted=_has_summary),
    ),
)  # fmt: skip
