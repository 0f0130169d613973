"""What somebody would conclude from a graph: numbers that answer questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.results.records import Result


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
