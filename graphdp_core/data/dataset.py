"""What every data set offers: its facts, whether it is available, and the graph itself.

Made-up first names of the people in bundled graphs: a picture of Ada and Ben is read at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.graph_file import GraphFileError
from graphdp_core.progress import SILENT, Report
from graphdp_core.stored import table


@dataclass(frozen=True, kw_only=True)
class DatasetInfo(ABC):
    """The facts of one data set.

    Parameters
    ----------
    summary : str
        What the graph is and what it is good for.
    n, m : int
        Nodes and edges of the simple undirected graph, isolated nodes included.
    weight_width : float or None
        How far the weights may about lie apart, known without them: the width of a published
        cloud of points; None where weights are counts, or nothing is known.
    label : str
        What the ground-truth classes are; empty if there are none.
    source : str
        Address of the page that describes the data.
    bundled : bool
        Whether it comes with the product and needs no file.
    """

    id: str
    title: str
    summary: str
    n: int
    m: int
    weighted: bool = False
    weight_width: float | None = None
    label: str = ""
    citation: str
    licence: str
    source: str
    bundled: bool = False

    @property
    def near(self) -> bool | None:
        """Whether large weights mean near: counts do, lengths do not; None without weights."""
        return self.weight_width is None if self.weighted else None

    @abstractmethod
    def available(self) -> bool:
        """Whether :meth:`load` can find the data here and now."""

    @property
    def can_be_fetched(self) -> bool:
        """Whether :meth:`fetch` knows an address for what is missing."""
        return False

    def fetch(self, *, progress: Report = SILENT) -> None:
        """Download what is missing; nothing to do if all is there."""
        if not self.available():
            raise GraphFileError(
                f"{self.title}: its collection offers no file to download; see {self.source}, or "
                "use a bundled graph such as 'karate'."
            )

    @abstractmethod
    def load(self) -> Graph:
        """The graph; raises GraphFileError, saying what to do, if it is not available."""


_FILE = table(Path(__file__).with_name("people.toml"))


def people(id: str, n: int) -> tuple[str, ...]:
    """The first n people of a graph, no two of one name; none where there are not so many.

    Examples
    --------
    >>> people("karate", 34)[0], people("school", 2), people("school", 10_000)
    ('Mr. Hi', ('Ada', 'Ben'), ())
    """
    names = " ".join(_FILE[id].split()).split(", ")
    return tuple(names[:n]) if n <= len(names) else ()
