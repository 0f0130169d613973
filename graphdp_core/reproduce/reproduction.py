"""What every reproduction offers: a published table or claim, and ours beside it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from graphdp_core.params import validate
from graphdp_core.progress import Progress, Report

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Chart", "Reproduction", "Table", "frame"]


@dataclass(frozen=True, eq=False)
class Table:
    """A reproduced table: one row a setting, published and measured columns side by side.

    Parameters
    ----------
    rows : pandas.DataFrame
    columns : mapping of str to str
        What each column means, with its unit.
    notes : tuple of str
        How it was read and measured, what differs from the publication, and why.
    """

    rows: pd.DataFrame
    columns: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chart:
    """Which columns of a table its figure shows: see :func:`graphdp_core.plots.study.study_svg`."""

    x: str
    y: tuple[str, ...]
    unit: str
    panels: tuple[str, ...] = ()
    curves: tuple[str, ...] = ()
    interval: tuple[str, ...] = ()
    published: str = ""
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reproduction(ABC):
    """One table, figure or claim of a paper, computed anew.

    A subclass is a frozen dataclass whose fields are its parameters (repeats, size, seed ...),
    declared with :func:`graphdp_core.params.param`. Its `id` is what the command line calls it.
    Where the paper leaves a question open, `is_first` is set, and `claim` is what is found here.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    claim: ClassVar[str]  # what was published, in one or two plain sentences
    source: ClassVar[str]
    chart: ClassVar[Chart]
    is_first: ClassVar[bool] = False

    def __post_init__(self) -> None:
        validate(self)

    def run(self, *, progress: Report | None = None) -> Table:
        """Compute the table; ``progress(fraction, text)`` may raise to stop."""
        return self._table(Progress.of(progress))

    @abstractmethod
    def is_met(self, rows: pd.DataFrame) -> bool:
        """Whether the rows of a run say what is claimed, by a rule that its docstring names."""

    @abstractmethod
    def _table(self, progress: Progress) -> Table:
        """Compute the table."""


def frame(columns: Iterable[str], rows: Iterable[Any]) -> pd.DataFrame:
    """The rows under these columns: each a mapping by their names, or one cell for each of them."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(columns))
