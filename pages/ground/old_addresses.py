"""Addresses that pages had before, and where their choices stand now: the only list of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode

from graphdp_core.snapshots.workspace import Snapshot


@dataclass(frozen=True)
class Moved:
    """Where a page of before is now.

    Parameters
    ----------
    address : str
        Of the page that has taken it over.
    choice : tuple of (str, str)
        What must be chosen there, as the address says it.
    """

    address: str
    choice: tuple[tuple[str, str], ...] = ()


OLD: dict[str, Moved] = {
    "overview": Moved("explore", (("see", "graph"),)),
    "embeddings": Moved("explore", (("see", "embedding"),)),
    "counts": Moved("explore", (("see", "counts"),)),
    "persistence": Moved("explore", (("see", "persistence"),)),
    "clusters": Moved("explore", (("see", "clusters"),)),
    "spanning-tree": Moved("explore", (("see", "tree"),)),
    "centrality": Moved("explore", (("see", "centrality"),)),
    "spectrum": Moved("explore", (("see", "spectrum"),)),
    "side-by-side": Moved("compare"),
    "trade-off": Moved("which-epsilon"),
    "audit": Moved("break-it", (("try", "audit"),)),
    "attacks": Moved("break-it", (("try", "attacks"),)),
    "claims": Moved("break-it", (("try", "claims"),)),
    "lecture": Moved("lessons"),
}
"""By the address of before. Whatever else such an address says is kept."""


def as_of_today(page: str, query: str) -> tuple[str, str]:
    """Page and query of an address, which may be one of before.

    Parameters
    ----------
    page : str
        What stands after the server's address.
    query : str
        Without "?".

    Examples
    --------
    >>> as_of_today("attacks", "attack=membership&epsilon=1")
    ('break-it', 'try=attacks&attack=membership&epsilon=1')
    >>> as_of_today("data", "graph=karate")
    ('data', 'graph=karate')
    """
    moved = OLD.get(page)
    if moved is None:
        return page, query
    chosen = dict(moved.choice)
    said = [(k, v) for k, v in parse_qsl(query, keep_blank_values=True) if k not in chosen]
    return moved.address, urlencode([*moved.choice, *said])


def snapshot_of_today(one: Snapshot) -> Snapshot:
    """The same snapshot at the address of today."""
    page, query = as_of_today(one.page, one.query)
    return replace(one, page=page, query=query)
