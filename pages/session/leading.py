"""What leads the page: the analysis that it shows and how its picture is drawn, for the menus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.stage import Draw
from pages.ground.records import session_record


@dataclass(frozen=True)
class Leading:
    """The picture that leads a page.

    Parameters
    ----------
    draw : callable
        Comparison to pair or chart, or to None where nothing is drawn of it.
    id : str
        Names what was chosen about it.
    """

    analysis: Analysis
    draw: Draw
    id: str


@dataclass(frozen=True)
class Swept:
    """What a page sweeps over.

    Parameters
    ----------
    epsilons : sequence of float
    """

    mechanisms: Sequence[Mechanism]
    analyses: Sequence[Analysis]
    epsilons: Sequence[float]
    repeats: int


@dataclass
class MainFigure:
    """What leads the page that is drawn.

    Parameters
    ----------
    page : str or None
        Its address; None before the first.
    """

    page: str | None = None
    picture: Leading | None = None
    sweep: Swept | None = None


def lead_sweep(swept: Swept) -> None:
    """Say what the page that is drawn now sweeps over."""
    session_record(MainFigure).sweep = swept


def swept() -> Swept | None:
    """What the page sweeps over; None where it shows no sweep."""
    return session_record(MainFigure).sweep


def set_main_figure(analysis: Analysis, draw: Draw, *, id: str) -> None:
    """Say what leads the page that is drawn now."""
    session_record(MainFigure).picture = Leading(analysis, draw, id)


def leading() -> Leading | None:
    """What leads the page; None where nothing does, or several pictures do."""
    return session_record(MainFigure).picture


def forget_on_another_page(address: str) -> None:
    """Before a page is drawn: what another page has led with is forgotten."""
    led = session_record(MainFigure)
    if led.page != address:
        led.page, led.picture, led.sweep = address, None, None
