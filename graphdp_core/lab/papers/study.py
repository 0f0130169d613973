"""What every study offers: a published table or claim, and ours beside it.

Graphs of the papers: those of the centrality paper, two by CONTEST's generators; and trees.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from graphdp_core.data import load_graph
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.params import validate
from graphdp_core.progress import Progress, Report
from graphdp_core.stored import table

if TYPE_CHECKING:
    import pandas as pd

WORDS = Path(__file__).with_name("words")
Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class Table:
    """A reproduced table: one row a setting, published and measured columns side by side.

    Parameters
    ----------
    columns : mapping of str to str
        What each column means, with its unit.
    """

    rows: pd.DataFrame
    columns: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chart:
    """Which columns of a table its figure shows: see :func:`.study_figure`."""

    x: str
    y: tuple[str, ...]
    unit: str
    panels: tuple[str, ...] = ()
    curves: tuple[str, ...] = ()
    interval: tuple[str, ...] = ()
    published: str = ""
    without: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    is_share: bool = False


@dataclass(frozen=True)
class Study(ABC):
    """One table, figure or claim of a paper, computed anew.

    A subclass is a frozen dataclass whose fields are its parameters (repeats, size, seed ...). It
    has a grid of settings, and releases and measures what belongs to one of them. Its words stand
    in ``words/<id>.toml``: title, claim, source, what its chart shows, what its columns mean, the
    settings at which its numbers compare with published ones, and the notes that are true of every
    run, in which ``{repeats}`` is a parameter. Where the paper leaves a question open, `is_first`
    is set, and `claim` is what is measured here. Its stored run lies in the folder `kept_in`.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    claim: ClassVar[str]
    source: ClassVar[str]
    chart: ClassVar[Chart]
    columns: ClassVar[Mapping[str, str]]
    notes: ClassVar[Sequence[str]] = ()
    published_at: ClassVar[Mapping[str, float]] = {}
    is_first: ClassVar[bool] = False
    kept_in: ClassVar[Path] = WORDS.with_name("stored")

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if "id" in vars(cls) and (file := WORDS / f"{cls.id}.toml").is_file():
            words = table(file)
            chart: dict[str, Any] = {
                name: tuple(said) if isinstance(said, list) else said
                for name, said in words.pop("chart").items()
            }
            cls.chart = Chart(**chart)
            for name, said in words.items():
                setattr(cls, name, said)

    def __post_init__(self) -> None:
        validate(self)

    def run(self, *, progress: Report | None = None) -> Table:
        """Compute the table; ``progress(fraction, text)`` may raise to stop."""
        import pandas as pd

        told, settings, rows = Progress.of(progress), list(self.grid()), list[dict[str, Any]]()
        for done, setting in enumerate(settings):
            told(done / len(settings), f"{done + 1} of {len(settings)}")
            for row in self.measure(setting, told.part(done, len(settings))):
                rows.append(dict(row if isinstance(row, Mapping) else zip(self.columns, row)))  # noqa: B905
        values = dataclasses.asdict(self)
        columns = {name: said.format(**values) for name, said in self.columns.items()}
        notes = (note.format(**values) for note in self.notes)
        whole = pd.DataFrame(rows, columns=list(columns))
        return Table(whole, columns, (self.verdict(whole), *self.about(), *notes))

    @abstractmethod
    def grid(self) -> Iterable[Any]:
        """The settings, in the order of the rows."""

    @abstractmethod
    def measure(self, setting: Any, progress: Progress) -> Iterable[Mapping[str, Any] | tuple]:  # type: ignore[type-arg]
        """Release and measure at one setting: its rows, by column, or in the order of columns."""

    def verdict(self, rows: pd.DataFrame) -> str:
        """Whether the rows say what is claimed, and by which rule; or why they cannot."""
        known = [
            rows[name].notna() & rows.get(re.sub("[ _]?published", "", name), rows[name]).notna()
            for name in rows
            if "published" in name
        ]
        if not len(rows) or (known and not np.any(known)):
            return "Nothing was measured that can be compared."
        if any(getattr(self, name) != value for name, value in self.published_at.items()):
            said = ", ".join(f"{name} = {value:,}" for name, value in self.published_at.items())
            return f"Published at {said}: the numbers of this run do not compare."
        rule = " ".join(str(inspect.getdoc(self.is_met)).split())
        return f"{'Met' if self.is_met(rows) else 'Not met'} by this run. The rule: {rule}"

    def repeated(self, progress: Progress) -> Iterator[int]:
        """The repeats by number, each of them told."""
        repeats: int = self.repeats  # type: ignore[attr-defined]
        for repeat in range(repeats):
            progress(repeat / repeats, f"repeat {repeat + 1} of {repeats}")
            yield repeat

    def about(self) -> Iterable[str]:
        """What is said of this run beside that: of its graph, or of what was left out."""
        return ()

    def markdown(self, rows: pd.DataFrame) -> str:
        """What a page of the documents takes from a stored run; "" where none does."""
        return ""

    def said_at(self, place: float) -> str:
        """What it says at any place along the figure, for a slider; "" where nothing can move."""
        return ""

    @abstractmethod
    def is_met(self, rows: pd.DataFrame) -> bool:
        """Whether the rows of a run say what is claimed, by a rule that its docstring names."""


@dataclass
class Stopwatch:
    """Collects the seconds of processor time of one method, run by run."""

    seconds: list[float] = field(default_factory=list)

    def take(self, run: Callable[[], Found]) -> Found:
        """What the run gives; its seconds are kept."""
        begun = time.process_time()
        result = run()
        self.seconds.append(time.process_time() - begun)
        return result

    @property
    def mean(self) -> float:
        """Seconds of one run on average; 0 before the first."""
        return sum(self.seconds) / max(len(self.seconds), 1)


def mean_with_interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half the width of its 95% interval (Student); nan for a single value."""
    from scipy.special import stdtrit

    count = len(values)
    mean = float(np.mean(values))
    if count < 2:
        return mean, math.nan
    return mean, float(stdtrit(count - 1, 0.975) * np.std(values, ddof=1) / math.sqrt(count))


def plus_minus(values: Sequence[float], digits: int = 4) -> str:
    """The mean and half its interval as a text."""
    mean, half = mean_with_interval(values)
    return f"{mean:.{digits}f} ± {half:.{digits}f}"


def mean_of(cell: str) -> float:
    """The mean in such a text."""
    return float(cell.partition(" ± ")[0])


GENERATED = ("Preferential attachment", "Small world")
GRAPHS = ("p2p-Gnutella05", "Wiki-Vote", *GENERATED)


def centrality_graph(name: str, *, n: int, rng: np.random.Generator) -> Graph:
    """One of the paper's graphs by name; n and rng are for the two generated ones."""
    match name:
        case "Preferential attachment":
            return preferential(n, 2, rng=rng)
        case "Small world":
            return small_world(n, 2, 0.1, rng=rng)
    return load_graph(name.lower())


def preferential(n: int, d: int, *, rng: np.random.Generator) -> Graph:
    """CONTEST's pref(n, d): every new node draws d ends in ratio to degree, repeats merged.

    References
    ----------
    Taylor & Higham (2009), CONTEST, ACM Transactions on Mathematical Software; Batagelj & Brandes
    (2005), Physical Review E, Algorithm 5.
    """
    ends = np.zeros(2 * n * d, dtype=np.int64)
    choice = rng.random(n * d)
    for node in range(n):
        for i in range(d):
            at = 2 * (node * d + i)
            ends[at] = node
            ends[at + 1] = ends[int(choice[node * d + i] * (at + 1))]
    return _simple(n, ends.reshape(-1, 2), f"Preferential attachment, {n:,} nodes")


def small_world(n: int, k: int, p: float, *, rng: np.random.Generator) -> Graph:
    """CONTEST's smallw(n, k, p): a ring joined to k neighbours each way, plus random shortcuts.

    Every node gets, with probability p, one edge to a random node; no edge of the ring is lost.
    """
    nodes = np.arange(n)
    ring = [np.column_stack((nodes, (nodes + step) % n)) for step in range(1, k + 1)]
    far = nodes[rng.random(n) < p]
    shortcuts = np.column_stack((far, rng.integers(0, n, len(far))))
    return _simple(n, np.concatenate([*ring, shortcuts]), f"Small world, {n:,} nodes")


def largest_component(graph: Graph) -> Graph:
    """The largest connected component, nodes renumbered; the graph itself if connected."""
    component = graph.components
    if component.max(initial=0) == 0:
        return graph
    inside = component == np.argmax(np.bincount(component))
    number = np.cumsum(inside) - 1
    kept = inside[graph.edges[:, 0]]
    return Graph.from_edges(int(inside.sum()), number[graph.edges[kept]], title=graph.title)


def lightest(graph: Graph, weights: Any) -> float:
    """What the lightest tree of these weights, shape (m,), weighs by those of the graph."""
    return float(np.asarray(graph.weights)[minimum_spanning_forest(graph, weights)].sum())


def tree_weight(graph: Graph, edges: np.ndarray) -> float:
    """Of a tree whose edges, shape (n - 1, 2), are some of the graph's."""
    codes, taken = (
        pairs[:, 0].astype(np.int64) * graph.n + pairs[:, 1] for pairs in (graph.edges, edges)
    )
    return float(np.asarray(graph.weights)[np.searchsorted(codes, taken)].sum())


def _simple(n: int, pairs: np.ndarray, title: str) -> Graph:
    return Graph.from_edges(n, pairs[pairs[:, 0] != pairs[:, 1]], title=title)
