"""What leads the page: the analysis that it shows and how its picture is drawn, for the menus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import Comparison
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.pair.picture import Pair
from pages.shared import session

__all__ = ["Leading", "forget_on_another_page", "lead", "leading"]

NAME, PAGE = "leading picture", "page of the leading picture"


@dataclass(frozen=True)
class Leading:
    """The picture that leads a page.

    Parameters
    ----------
    analysis : Analysis
    draw : callable
        Comparison to pair or chart.
    id : str
        Names what was chosen about it.
    """

    analysis: Analysis
    draw: Callable[[Comparison], Pair | Chart]
    id: str


def lead(c: Comparison, draw: Callable[[Comparison], Pair | Chart], *, id: str) -> None:
    """Say what leads the page that is drawn now."""
    session.store(NAME, Leading(c.analysis, draw, id))


def leading() -> Leading | None:
    """What leads the page; None where nothing does, or several pictures do."""
    found: Leading | None = session.stored(NAME)
    return found


def forget_on_another_page(address: str) -> None:
    """Before a page is drawn: what another page has led with is forgotten."""
    if session.stored(PAGE) != address:
        session.store(PAGE, address)
        session.store(NAME, None)
