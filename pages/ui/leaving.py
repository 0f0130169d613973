"""What stays in the house and what leaves it: a small picture for every kind of release."""

from __future__ import annotations

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.theme import Theme, inked
from graphdp_core.results import Result
from graphdp_core.web.scripts import assets

__all__ = ["leaving_svg"]


def leaving_svg(
    returns: type[Graph] | type[Result], theme: Theme, *, of_weights: bool = False
) -> str:
    """The graph in its house, and what leaves it, with the noise in its colour, as SVG.

    Parameters
    ----------
    returns : type
        What is released.
    theme : Theme
    of_weights : bool
        Whether a released graph has the true edges, and noise on their weights alone.
    """
    kinds = [kind.__name__.lower() for kind in returns.__mro__]
    names = ["weights"] if returns is Graph and of_weights else kinds
    files = (assets() / "guide" / "leaving" / f"{name}.svg" for name in names)
    return inked(next(file for file in files if file.is_file()).read_text("utf-8"), theme)
