"""Part of the view Clusters: the sets that communities were cut from, or grew together of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core import plots
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import NestedPartition, Partition
from pages.explore.sections import communities
from pages.ui import page

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TITLE", "may_come", "trees"]

TITLE = "How do they divide?"
GROWN = (
    "Louvain merges groups from the bottom up; below a community are the groups of its first "
    "round, and nodes that the later refinement moved stand apart."
)


def may_come(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether a side may have levels: Louvain's communities, or those of a mechanism."""
    return isinstance(analysis, Louvain) or scenario.mechanism.returns is Partition


def trees(c: Comparison) -> None:
    """Both trees of sets, and their table."""
    sides = [side for side in (c.baseline, c.private) if isinstance(side, NestedPartition)]
    if not sides:
        st.caption("Neither side has communities inside communities.")
        return
    grown = any(side.scores is None for side in sides)
    st.caption(_reading(grown=grown, scored=_is_scored(c.private)))
    _trees(c, communities.matched(c))


def _trees(c: Comparison, matched: NDArray[np.integer]) -> None:
    left, right, numbers = c.baseline, c.private, _numbers(c, matched)
    st.markdown(f"**{_finding(c)}**")

    def both(theme: plots.Theme) -> plots.Figure:
        trees = plots.set_tree(left), plots.set_tree(right, numbers=numbers)
        return plots.nested_pair(*trees, theme, sides=plots.Sides.of(c))

    page.cached_figure(
        c, both, key="nested-sets", alt=f"Communities and their parts. {_finding(c)}"
    )
    page.table("All sets", lambda: _rows(c, _numbers(c, matched)), key="sets", of=c)


def _numbers(c: Comparison, matched: NDArray[np.integer]) -> NDArray[np.int64]:
    """The page's number of each private community."""
    numbers = np.zeros(c.private.k, dtype=np.int64)
    numbers[c.private.labels] = matched
    return numbers


def _reading(*, grown: bool, scored: bool) -> str:
    """How the drawing is read, and what of it is private."""
    return (
        "A set is as wide as its number of nodes. Coloured: communities; below them, lighter, "
        "their parts; grey: sets of several communities. Click a set to enlarge it, and the top "
        f"one to return. {GROWN if grown else ''} {_covered(scored)}"
    )


def _is_scored(partition: Partition) -> bool:
    """Whether the sets were split from the top, by scores."""
    return isinstance(partition, NestedPartition) and partition.scores is not None


def _finding(c: Comparison) -> str:
    """How many sets on how many levels each side has."""
    sides = plots.Sides.of(c)
    return f"{sides.baseline}, {_count(c.baseline)}; {sides.phrase}, {_count(c.private)}."


def _count(partition: Partition) -> str:
    k = f"{partition.k:,} {'community' if partition.k == 1 else 'communities'}"
    if not isinstance(partition, NestedPartition):
        return f"{k} without levels"
    levels = int(partition.levels.max(initial=0))
    sets = len(partition.parents) - 1
    if partition.scores is None:
        return f"{k} grew in {levels:,} {'level' if levels == 1 else 'levels'}"
    return f"{k} cut from {sets:,} sets on {levels:,} {'level' if levels == 1 else 'levels'}"


def _covered(scored: bool) -> str:
    if scored:
        return (
            "What is said above of the private communities holds for the whole tree on the right "
            "and its scores: the splits and the comparisons are what ε is spent on. The left tree, "
            "and the colours on both sides, read the true graph."
        )
    return (
        "The right tree is computed from the release alone. The left tree, and the colours on "
        "both sides, read the true graph: they are not private."
    )


def _rows(c: Comparison, numbers: NDArray[np.int64]) -> pd.DataFrame:
    import pandas as pd

    sides = (
        ("without privacy", c.baseline, np.arange(c.baseline.k)),
        ("private", c.private, numbers),
    )
    return pd.concat([_side(*side) for side in sides], ignore_index=True)


def _side(name: str, partition: Partition, numbers: NDArray[np.int64]) -> pd.DataFrame:
    import pandas as pd

    if not isinstance(partition, NestedPartition):
        partition = NestedPartition.from_merges(partition.labels, ())
    own = partition.communities
    frame = pd.DataFrame(
        {
            "side": name,
            "set": np.arange(len(own)),
            "part of set": pd.Series(partition.parents).where(partition.parents >= 0),
            "level": partition.levels,
            "nodes": partition.set_sizes,
            "community": pd.Series(np.append(numbers, -1)[own] + 1).where(own >= 0),
        }
    )
    if partition.scores is not None:
        frame["score for the cut"] = partition.scores
    return frame
