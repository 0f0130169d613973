"""Communities in the tree of sets that they stand in: all nodes on top, parts below."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.digits import percent
from graphdp_core.plots.cell_words import contrast
from graphdp_core.plots.nodes import category_style
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.panels import Figure
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout, see_through
from graphdp_core.results import NestedPartition, Partition

__all__ = ["SetTree", "nested_pair", "set_tree"]


LEAST_SHARE = 1 / 200  # of the nodes: smaller sets of one set are drawn as one
GAP = 0.04  # of the width, between the panels
PART = 0.45  # how opaque what lies below a community is
FRAME = 96  # pixels above and below the sets
LEVEL = 46  # pixels for one level


@dataclass(frozen=True, eq=False)
class SetTree:
    """The sets of a partition that are large enough to be drawn, and the rest of each in one.

    Parameters
    ----------
    parents : ndarray of int64, shape (t,)
        -1 for the set of all nodes, which comes first.
    sizes : ndarray of int64, shape (t,)
    communities : ndarray of int64, shape (t,)
        The community that a set is or is part of; -1 where it holds several.
    whole : ndarray of bool, shape (t,)
        Whether the set is a community.
    merged : ndarray of int64, shape (t,)
        Number of small sets that stand together here; 0 for a set by itself.
    scores : ndarray of float64, shape (t,)
        nan where nothing decided.
    """

    parents: Ints
    sizes: Ints
    communities: Ints
    whole: NDArray[np.bool_]
    merged: Ints
    scores: NDArray[np.float64]

    @property
    def depth(self) -> int:
        """Number of levels, that of all nodes included."""
        levels = np.zeros(len(self.parents), dtype=np.int64)
        for place in range(1, len(levels)):
            levels[place] = levels[self.parents[place]] + 1
        return int(levels.max(initial=-1)) + 1


def set_tree(
    partition: Partition, *, numbers: NDArray[np.integer] | None = None, least: float = LEAST_SHARE
) -> SetTree:
    """The sets with at least this share of the nodes; the small ones of each set as one.

    Parameters
    ----------
    partition : Partition
        One that is not nested is all nodes, and below them the communities.
    numbers : ndarray of int, shape (k,), optional
        New numbers of the communities.
    least : float

    Examples
    --------
    >>> grown = NestedPartition.from_merges(np.zeros(4, dtype=int), [np.array([0, 0, 1, 2])])
    >>> tree = set_tree(grown, least=0.5)
    >>> tree.sizes.tolist(), tree.merged.tolist()
    ([4, 4, 2, 2], [0, 0, 0, 2])
    """
    if not isinstance(partition, NestedPartition):
        partition = NestedPartition.from_merges(partition.labels, ())
    parents, sizes = partition.parents, partition.set_sizes
    own = partition.communities
    if numbers is not None:
        own = np.where(own >= 0, np.append(numbers, -1)[own], -1)
    large = sizes >= least * len(partition.labels)
    kept, place = np.flatnonzero(large), np.cumsum(large) - 1
    small = np.flatnonzero(~large & large[parents])  # parts of small sets are not drawn
    holders, at, count = np.unique(parents[small], return_inverse=True, return_counts=True)
    rest = np.bincount(at, weights=sizes[small], minlength=len(holders)).astype(np.int64)
    above = np.where(parents[kept] >= 0, place[parents[kept]], -1)
    whole = (own >= 0) & ((parents < 0) | (own[parents] < 0))
    scores = np.full(len(parents), np.nan) if partition.scores is None else partition.scores
    return SetTree(
        parents=np.concatenate((above, place[holders])),
        sizes=np.concatenate((sizes[kept], rest)),
        communities=np.concatenate((own[kept], own[holders])),
        whole=np.concatenate((whole[kept], np.zeros(len(holders), dtype=np.bool_))),
        merged=np.concatenate((np.zeros(len(kept), dtype=np.int64), count)),
        scores=np.concatenate((scores[kept], np.full(len(holders), np.nan))),
    )


def nested_pair(
    left: SetTree, right: SetTree, theme: Theme, *, sides: Sides, height: int | None = None
) -> Figure:
    """Both trees of sets; the width of a set is its share of the nodes.

    Communities have their colour, their parts a lighter one, and sets of several none. A click
    on a set enlarges it.

    Parameters
    ----------
    left, right : SetTree
        Communities of the two numbered alike.
    theme : Theme
    sides : Sides
    height : int, optional
        In pixels; by default by the number of levels.
    """
    half = (1 - GAP) / 2
    levels = max(left.depth, right.depth, 2)
    data = [
        _sets(tree, theme, domain)
        for tree, domain in ((left, [0.0, half]), (right, [half + GAP, 1.0]))
    ]
    frame = layout(
        theme, height=height or FRAME + LEVEL * levels + 100, left=8, right=8, top=40, bottom=8,
        legend=False,
    )  # fmt: skip
    frame["annotations"] = [
        {
            "x": x,
            "y": 1.0,
            "xref": "paper",
            "yref": "paper",
            "text": text,
            "xanchor": "left",
            "yanchor": "bottom",
            "yshift": 10,
            "showarrow": False,
            "font": {"size": 15, "color": colour, "weight": 600},
        }
        for x, text, colour in zip(
            (0.0, half + GAP), sides.titles, sides.title_colours(theme), strict=True
        )
    ]
    frame["uniformtext"] = {"minsize": 12, "mode": "hide"}
    return {"data": data, "layout": frame}


def _sets(tree: SetTree, theme: Theme, domain: list[float]) -> Figure:
    looks = [_look(tree, i, theme) for i in range(len(tree.sizes))]
    n = int(tree.sizes[0]) if len(tree.sizes) else 0
    return {
        "type": "icicle",
        "ids": [str(i) for i in range(len(looks))] or [""],
        "parents": ["" if p < 0 else str(p) for p in tree.parents.tolist()] or [""],
        "values": tree.sizes.tolist() or [0],
        "labels": [_label(tree, i) for i in range(len(looks))] or [""],
        "hovertext": [_words(tree, i, n) for i in range(len(looks))] or [""],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "textinfo": "label",
        "textfont": {"size": 12, "color": [text for _, text in looks] or [theme.text]},
        "branchvalues": "total",
        "domain": {"x": domain, "y": [0, 1]},
        "textposition": "middle center",
        "tiling": {"orientation": "v", "pad": 1},
        "pathbar": {"visible": False},
        "leaf": {"opacity": 1},
        "marker": {
            "colors": [fill for fill, _ in looks] or [theme.surface],
            "line": {"width": 1, "color": theme.background},
        },
    }


def _look(tree: SetTree, i: int, theme: Theme) -> tuple[str, str]:
    """(colour of the set, colour of its words)."""
    own = int(tree.communities[i])
    if own < 0:
        return see_through(theme.baseline, 0.4 if tree.merged[i] else 0.22), theme.text
    colour = category_style(theme, own)[0]
    if not tree.whole[i]:
        return see_through(colour, PART / 2 if tree.merged[i] else PART), theme.text
    return colour, max((theme.text, theme.background), key=lambda ink: contrast(ink, colour))


def _label(tree: SetTree, i: int) -> str:
    size = f"{tree.sizes[i]:,}"
    if i == 0:
        return f"all {size} nodes"
    if tree.merged[i]:
        return f"{tree.merged[i]:,} small"
    return f"{tree.communities[i] + 1}: {size}" if tree.whole[i] else size


def _words(tree: SetTree, i: int, n: int) -> str:
    own = int(tree.communities[i])
    count = f"{tree.sizes[i]:,} nodes ({percent(tree.sizes[i] / max(n, 1))})"
    if tree.merged[i]:
        of = "smaller communities or sets" if own < 0 else f"small parts of community {own + 1}"
        return f"{tree.merged[i]:,} {of}<br>{count}"
    if own < 0:
        what = "all nodes" if i == 0 else "a set that was split"
    else:
        what = f"{'' if tree.whole[i] else 'part of '}community {own + 1}"
    score = tree.scores[i]
    return f"{what}<br>{count}" + (
        f"<br>score for the cut: {format_number(float(score))}" if np.isfinite(score) else ""
    )
