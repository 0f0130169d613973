"""Whether measured numbers meet published ones, said in a sentence that is computed from both."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Cell:
    """One published number beside ours.

    Parameters
    ----------
    method : str
        Which of our readings measured it.
    published, measured : float
        nan where there is none.
    margin : float
        Half the 95% interval of the measured mean.
    """

    method: str
    published: float
    measured: float
    margin: float = 0.0

    @property
    def is_comparable(self) -> bool:
        """Whether there are two numbers to compare."""
        return math.isfinite(self.published) and math.isfinite(self.measured)

    @property
    def gap(self) -> float:
        """How far the published number lies outside the interval, 0 within it."""
        margin = self.margin if math.isfinite(self.margin) else 0.0
        return max(abs(self.measured - self.published) - margin, 0.0)

    def allowed(self, tolerance: float, *, relative: bool) -> float:
        """The tolerance in the unit of the cell."""
        return tolerance * abs(self.published) if relative else tolerance


def met(cells: Sequence[Cell], *, tolerance: float, relative: bool = False) -> list[Cell]:
    """The cells whose published number lies within the interval widened by the tolerance.

    Parameters
    ----------
    cells : sequence of Cell
    tolerance : float
        In the unit of the cells, or a share of the published number if `relative`.
    relative : bool

    Examples
    --------
    >>> cells = [Cell("a", 72.0, 70.0, 1.0), Cell("a", 72.0, 5.7, 1.0)]
    >>> len(met(cells, tolerance=6.0))
    1
    """
    return [
        cell
        for cell in cells
        if cell.is_comparable and cell.gap <= cell.allowed(tolerance, relative=relative)
    ]


def tally(cells: Iterable[Cell], *, tolerance: float, relative: bool = False) -> str:
    """How many published numbers each reading meets, the best reading first.

    Those met only because our interval is wide are counted: few repeats meet nearly everything.

    Examples
    --------
    >>> cells = [Cell("a", 72.0, 5.7), Cell("b", 72.0, 70.0), Cell("b", 67.0, math.nan)]
    >>> tally(cells, tolerance=6.0)
    '"b" meets 1 of 1, "a" meets 0 of 1'
    """
    groups: dict[str, list[Cell]] = {}
    for cell in cells:
        if cell.is_comparable:
            groups.setdefault(cell.method, []).append(cell)
    said = []
    for method, group in groups.items():
        passed = met(group, tolerance=tolerance, relative=relative)
        exact = [replace(cell, margin=0.0) for cell in passed]
        loose = len(passed) - len(met(exact, tolerance=tolerance, relative=relative))
        by_width = f" ({loose} by the width of our interval)" if loose else ""
        words = f'"{method}" meets {len(passed)} of {len(group)}{by_width}'
        said.append((len(passed) / len(group), words))
    return ", ".join(words for _, words in sorted(said, key=lambda item: -item[0]))
