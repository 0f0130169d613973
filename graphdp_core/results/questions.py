"""Who is recognised in a graph without names, person by person.

What somebody would conclude from a graph: numbers that answer questions.
"""

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


@dataclass(frozen=True, eq=False)
class Conclusions(Result):
    """The numbers behind the conclusions that a graph is asked for.

    `values` and their own sampling `errors` (nan: not asked of this graph) stand in the order of
    the questions. What depends on how easily an infection passes is kept for every probability of
    the `grid`: the share that an outbreak reaches, with nobody, the best connected tenth and a
    random tenth vaccinated.
    """

    kind: ClassVar[str] = "conclusions"
    called: ClassVar[str] = "conclusions"
    values: Floats  # (q,)
    errors: Floats  # (q,)
    grid: Floats  # (g,) probabilities
    reached: Floats  # (3, g)
    spread: Floats  # (3, g) standard errors
    leaders: Ints  # (5,) at most
    infection: float = 0.0  # 0: as the outbreak asks
    notes: tuple[str, ...] = ()

    def passing_on(self, share: float) -> float:
        """What was set, or the probability at which an outbreak reaches a share; 1 if never."""
        if self.infection:
            return self.infection
        above = np.flatnonzero(self.reached[0] >= share)
        if not len(above):
            return 1.0
        last = int(above[0])
        if last == 0:
            return float(self.grid[0])
        low, high = self.reached[0, last - 1], self.reached[0, last]
        part = (share - low) / (high - low)
        return float(self.grid[last - 1] * (self.grid[last] / self.grid[last - 1]) ** part)

    def outbreak(self, passing_on: float) -> tuple[Floats, Floats]:
        """The three shares at a probability and their standard errors, shapes (3,)."""
        at, known = np.log(passing_on), np.log(self.grid)
        shares, errors = (
            np.array([np.interp(at, known, row) for row in table])
            for table in (self.reached, self.spread)
        )
        return shares, errors
