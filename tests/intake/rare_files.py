"""Which files of the tests are of rare formats: they are left out where nobody can read them."""

import re
from collections.abc import Iterable

from graphdp_core.wings import is_here

__all__ = ["readable"]

RARE = re.compile(
    r"\.(gdf|sif|dot|g6|s6|d6|ncol|lgl|lgr|dimacs|dl|multiline_adjlist)$"
    r"|^out\.|^neo4j|^(all|kinds)\.csv$|^many\.txt$|^networkx (graph6|sparse6|multiline)"
)


def readable(names: Iterable[str]) -> list[str]:
    """Of the files by these names those that can be read here.

    Examples
    --------
    >>> "g.csv" in readable(["g.csv", "g.dot"])
    True
    """
    return [name for name in names if is_here("rare formats") or not RARE.search(name)]
