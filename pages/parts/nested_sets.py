"""Part of the page about communities: the sets that they were cut from, or grew together of."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core import plots
from graphdp_core.experiment.compare import Comparison
from graphdp_core.results import NestedPartition, Partition
from pages.shared import moves, page
from pages.shared.sections import section

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Places", "offer", "show"]

TITLE = "How do they divide?"
GROWN = (
    "Louvain merges groups from the bottom up; below a community are the groups of its first "
    "round, and nodes that the later refinement moved stand apart."
)


class Places(NamedTuple):
    """Where the trees stand; where they are not sure to come they bring their own title."""

    trees: moves.Place
    is_titled: bool


def offer(*, sure: bool) -> Places:
    """The line of the trees, where they are `sure` to come, or a place for it."""
    if not sure:
        return Places(moves.section(), is_titled=False)
    help = _reading(grown=True, scored=False)
    return Places(moves.box(TITLE, key="nested-box", help=help), is_titled=True)


def show(places: Places, c: Comparison, matched: NDArray[np.integer]) -> None:
    """Both trees of sets, and their table; nothing where neither side has one.

    Parameters
    ----------
    places : Places
    c : Comparison
    matched : ndarray of int, shape (n,)
        Private communities by the numbers that they have on the page.
    """
    if not any(isinstance(side, NestedPartition) for side in (c.baseline, c.private)):
        return
    places.trees.show(_trees if places.is_titled else _untitled, c, matched)


def _untitled(c: Comparison, matched: NDArray[np.integer]) -> None:
    """The line of the trees, where it shows only now that there are any."""
    section(TITLE, partial(_read_trees, c, matched), key="nested-box")


def _read_trees(c: Comparison, matched: NDArray[np.integer]) -> None:
    sides = [side for side in (c.baseline, c.private) if isinstance(side, NestedPartition)]
    grown = any(side.scores is None for side in sides)
    st.caption(_reading(grown=grown, scored=_is_scored(c.private)))
    _trees(c, matched)


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
    return (
        f"Without privacy, {_count(c.baseline)}; {plots.Sides.of(c).phrase}, {_count(c.private)}."
    )


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
