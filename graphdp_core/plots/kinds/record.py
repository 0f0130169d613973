"""What is known of one kind of result: the one record that every way of showing it reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.board.pictures import Places, TilePicture
from graphdp_core.plots.chart.record import Chart, Panel
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.sides import Compared

if TYPE_CHECKING:
    import pandas as pd


Nodes = NDArray[np.int64]


class Table(NamedTuple):
    """A table of a kind of result: its title, a key for widgets and files, and its rows."""

    title: str
    key: str
    rows: Callable[[Compared], pd.DataFrame]


class Columns(NamedTuple):
    """The truth and one or two results as columns of one chart.

    Parameters
    ----------
    panels : tuple of Panel
        One for each column, on common axes; or one for all.
    said : tuple of str
        What each column shows, for a screen reader; one that says nothing new is "".
    details : tuple of str
        What stands below the titles.
    alone : Panel or None
        The truth by itself.
    """

    panels: tuple[Panel, ...]
    said: tuple[str, ...]
    details: tuple[str, ...] = ()
    alone: Panel | None = None


@dataclass(frozen=True)
class Kind:
    """How results of one kind are shown, wherever they are.

    A kind has a picture of its nodes or a chart that moves, not both; one without either is told in
    its numbers and tables.

    Parameters
    ----------
    id : str
        ``Result.kind``.
    picture : callable or None
        Of a comparison, the nodes' places and a page's choices, to a :class:`.Pair`.
    steps : callable or None
        Of a comparison and its picture to private sides that are played one after the other.
    columns : callable or None
        Of the truth with one or two results, the graph and a page's choices, to columns of a chart.
    chart : callable or None
        Of a comparison to a :class:`.Chart`, where its two columns are not all of it.
    tile : callable or None
        Of a comparison and the nodes' places to the picture on the board.
    large : callable or None
        Of a comparison to the tile of a graph that is too large to draw; without it, `tile`.
    tables : tuple of Table
        What the pages list and save.
    tell : callable or None
        Of a comparison and marked nodes to what became of them beside their edges, in words.

    Notes
    -----
    *Privacy*: whatever is drawn of a comparison reads the true graph.
    """

    id: str
    picture: Callable[..., Pair] | None = None
    steps: Callable[[Compared, Pair], Sequence[Picture]] | None = None
    columns: Callable[..., Columns] | None = None
    chart: Callable[[Compared], Chart] | None = None
    tile: Callable[[Compared, Places], TilePicture] | None = None
    large: Callable[[Compared], TilePicture] | None = None
    tables: tuple[Table, ...] = ()
    tell: Callable[[Compared, Nodes], str] | None = None
