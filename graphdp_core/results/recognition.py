"""Who is recognised in a graph without names, person by person."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.results.records import Result


@dataclass(frozen=True, eq=False)
class Recognised(Result):
    """Whom an attacker takes each person for, and how often a number alone gives a person away.

    Parameters
    ----------
    taken : ndarray of int, shape (n,)
        The node that an attacker with most ties takes each person for; -1 for none.
    named : ndarray of int
        The people known by name beforehand. They count for nothing.
    order : ndarray of int
        The others who are taken for a node, in the order in which the attacker was sure.
    by_number : ndarray of float, shape (n,)
        The chance of each person to be picked out by ties and triangles; empty if nobody tried.

    Notes
    -----
    *Privacy*: reads the true graph, which says who was right. It is not private, has no tables of a
    publication, and no mechanism releases it.

    Examples
    --------
    >>> one = Recognised(np.array([0, 1, 3, -1]), np.array([0]), np.array([1, 2]))
    >>> one.right.tolist(), one.others, round(one.share, 2)
    ([False, True, False, False], 3, 0.33)
    """

    kind: ClassVar[str] = "recognition"
    called: ClassVar[str] = "who is recognised"
    told_worst: ClassVar[str] = "people who look like many others"
    taken: Ints
    named: Ints
    order: Ints
    by_number: Floats = field(default_factory=lambda: np.empty(0))
    notes: tuple[str, ...] = ()

    @property
    def right(self) -> NDArray[np.bool_]:
        """Who is taken for themselves; nobody of those known by name."""
        is_right: NDArray[np.bool_] = self.taken == np.arange(len(self.taken))
        is_right[self.named] = False
        return is_right

    @property
    def rates(self) -> Floats:
        """1 for a person who is recognised, 0 for one who is not, nan for one known by name."""
        rates = self.right.astype(np.float64)
        rates[self.named] = np.nan
        return rates

    @property
    def others(self) -> int:
        """How many are not known by name."""
        return len(self.taken) - len(self.named)

    @property
    def share(self) -> float:
        """Of those not known by name who is recognised."""
        return float(self.right.sum()) / self.others
