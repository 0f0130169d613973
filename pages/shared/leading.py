"""What leads the page: the analysis that it shows and how its picture is drawn, for the menus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.stage import Draw
from pages.shared import session

__all__ = [
    "Leading",
    "Swept",
    "forget_on_another_page",
    "lead",
    "lead_sweep",
    "leading",
    "swept",
]

NAME, PAGE, SWEEP = "leading picture", "page of the leading picture", "leading sweep"


@dataclass(frozen=True)
class Leading:
    """The picture that leads a page.

    Parameters
    ----------
    analysis : Analysis
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
    mechanisms, analyses : sequence
    epsilons : sequence of float
    repeats : int
    """

    mechanisms: Sequence[Mechanism]
    analyses: Sequence[Analysis]
    epsilons: Sequence[float]
    repeats: int


def lead_sweep(swept: Swept) -> None:
    """Say what the page that is drawn now sweeps over."""
    session.store(SWEEP, swept)


def swept() -> Swept | None:
    """What the page sweeps over; None where it shows no sweep."""
    found: Swept | None = session.stored(SWEEP)
    return found


def lead(analysis: Analysis, draw: Draw, *, id: str) -> None:
    """Say what leads the page that is drawn now."""
    session.store(NAME, Leading(analysis, draw, id))


def leading() -> Leading | None:
    """What leads the page; None where nothing does, or several pictures do."""
    found: Leading | None = session.stored(NAME)
    return found


def forget_on_another_page(address: str) -> None:
    """Before a page is drawn: what another page has led with is forgotten."""
    if session.stored(PAGE) != address:
        session.store(PAGE, address)
        session.store(NAME, None)
        session.store(SWEEP, None)
