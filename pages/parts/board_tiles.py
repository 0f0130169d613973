"""What each tile of the board shows at each epsilon: measured once and kept."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.board import Tile, Unavailable, one_edge, tiles
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.chance_draws import Draws, draws_by_workers, draws_here
from graphdp_core.experiment.compare import Comparison, compare, noise_stream, run_baseline
from graphdp_core.experiment.scenario import EPSILONS, Scenario, key_of
from graphdp_core.experiment.survival import Survival, chance_level, judge
from graphdp_core.experiment.workers import shared_pool
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.params import Refused
from graphdp_core.plots.board.large import large_picture
from graphdp_core.plots.board.message import TileStop, board_message
from graphdp_core.plots.board.pictures import TilePicture, edge_picture, tile_picture
from graphdp_core.privacy.guarantee import percent_at_most
from graphdp_core.progress import Report
from graphdp_core.results import Result
from pages.shared import page
from pages.shared.background import WORKSHOP, Work, Workshop

__all__ = ["EDGE", "STOPS", "Desk", "Seen"]

T = TypeVar("T")

STOPS: tuple[float, ...] = (0.0, *EPSILONS)
"""The stops of the board's slider: those of all pages, and the collapse at 0."""

EDGE = "one_edge"
DRAWN_HERE = 20_000  # edges up to which chance is drawn sooner than workers have started
CHUNK = 9  # stops that are sent together
CHEAP_FIRST = ("degrees", "communities", "positions", "spectrum", "tree", "shape", "top_nodes")
FAULT = "This tile could not be finished; the fault is ours. The others stand."


@dataclass(frozen=True, eq=False)
class Seen:
    """What is known of one property at one epsilon, by the scenario's own noise draw.

    Parameters
    ----------
    stop : TileStop or None
        None where there is none.
    survival : Survival or None
    problem : str
        Why there is none, in one sentence.
    metrics : mapping of str to float
    seconds : float
        Of the processor that it took.
    """

    stop: TileStop | None = None
    survival: Survival | None = None
    problem: str = ""
    metrics: Mapping[str, float] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(frozen=True)
class Desk:
    """The work behind one board: a scenario whose epsilon does not matter, tile by tile.

    Parameters
    ----------
    scenario : Scenario
    shop : Workshop
        Where it is done and kept.
    stops : tuple of float
        Of the slider, from the least.
    """

    scenario: Scenario
    shop: Workshop = WORKSHOP
    stops: tuple[float, ...] = STOPS

    @staticmethod
    def name_of(now: Scenario, stops: Sequence[float] = STOPS) -> str:
        """What is the same for two scenarios if and only if their boards are."""
        part = f"board to {stops[-1]:g}"
        return key_of(now.graph, now.mechanism, seed=now.seed, part=part)

    @cached_property
    def tiles(self) -> dict[str, Tile | Unavailable]:
        """By property, in the board's order."""
        return tiles(self.scenario.graph, self.scenario.mechanism)

    @cached_property
    def fed(self) -> dict[str, Tile]:
        """Those that the mechanism can feed."""
        return {id: tile for id, tile in self.tiles.items() if isinstance(tile, Tile)}

    @cached_property
    def id(self) -> str:
        """Names graph, mechanism and noise draw, and tells nothing of them."""
        name = self.name_of(self.scenario, self.stops)
        return hashlib.blake2b(name.encode(), digest_size=9).hexdigest()

    def part(self, id: str) -> str:
        """The name under which a tile's pictures are sent."""
        return f"{self.id}/{id}"

    def known(self, id: str, epsilon: float) -> Seen | None:
        """What has been measured, None if nothing yet."""
        seen: Seen | None = self.shop.get(self._cell(id, epsilon))
        return seen

    def is_seen(self, epsilons: Sequence[float]) -> bool:
        """Whether all tiles are measured at these stops."""
        if self.progress == len(self._cells):
            return True
        return all(self.shop.has(self._cell(id, e)) for e in epsilons for id in self.fed)

    @cached_property
    def _cells(self) -> dict[tuple[str, float], str]:
        """Where each tile's result at each stop is kept."""
        return {
            (id, e): self.scenario.key(tile.analysis, epsilon=e, part=f"board {id}")
            for e in self.stops
            for id, tile in self.fed.items()
        }

    @property
    def progress(self) -> int:
        """How many results are there: what they say changes with this number alone."""
        return self.shop.count(self._cells.values())

    @property
    def seconds(self) -> float:
        """What the slowest stop measured so far took."""

        def slowest() -> float:
            stops = ([self.known(id, epsilon) for id in self.fed] for epsilon in self.stops)
            return max(sum(seen.seconds for seen in stop if seen is not None) for stop in stops)

        return self.keep("seconds", slowest)

    def keep(self, part: str, make: Callable[[], T]) -> T:
        """Something made from the results that are there, until there are more."""
        return self.shop.keep(f"{self.id} {part} {self.progress}", make)

    def work(self, first: float, *, only: bool) -> Work:
        """Measure what is missing, the stop `first` before all others, then its neighbours.

        Parameters
        ----------
        first : float
        only : bool
            Stop after it.
        """

        def pieces(report: Report) -> Iterator[tuple[str, Seen]]:
            start = self.stops.index(first)
            order = sorted(self.stops, key=lambda e: abs(self.stops.index(e) - start))
            for epsilon in order[:1] if only else order:
                yield from self._measured(epsilon, report)

        return pieces

    def parts(self, now: float) -> dict[str, bytes]:
        """Messages with all that is prepared: whole chunks of stops, and the present stop."""
        messages = {}
        for start in range(0, len(self.stops), CHUNK):
            chunk = self.stops[start : start + CHUNK]
            if self.is_seen(chunk):
                key = f"{self.id} chunk {start}"
                messages[f"{start}"] = self.shop.keep(key, partial(self._packed, chunk))
            elif now in chunk:
                messages["now"] = self._packed((now,))
        return messages

    def _packed(self, epsilons: Sequence[float]) -> bytes:
        found: dict[str, list[TileStop]] = {self.part(EDGE): self._edges(epsilons)}
        for id in self.fed:
            seen = [self.known(id, epsilon) for epsilon in epsilons]
            found[self.part(id)] = [s.stop for s in seen if s is not None and s.stop is not None]
        return board_message(found)

    def _edges(self, epsilons: Sequence[float]) -> list[TileStop]:
        stops = []
        for epsilon in epsilons:
            try:
                guarantee = at_epsilon(self.scenario.mechanism, epsilon).guarantee(epsilon)
            except Refused:
                continue
            belief = percent_at_most(one_edge(guarantee).beliefs[0.5])
            picture = edge_picture(guarantee.effective_epsilon)
            stops.append(TileStop(epsilon, picture, belief, "sure at most, from 50%"))
        return stops

    def _cell(self, id: str, epsilon: float) -> str:
        return self._cells[id, epsilon]

    def _measured(self, epsilon: float, report: Report) -> Iterator[tuple[str, Seen]]:
        """One release, and what each property makes of it, unless that is known by then."""
        now = self.scenario
        drawn_by = at_epsilon(now.mechanism, epsilon)

        @cache
        def release() -> Result | Graph:
            return drawn_by.release(
                now.graph, epsilon=epsilon, rng=noise_stream(now.seed), progress=report
            )

        def compared(analysis: Analysis) -> Comparison:
            return compare(
                now.graph, drawn_by, analysis, epsilon=epsilon, seed=now.seed,
                baseline=self._baseline(analysis, report), release=release(), progress=report,
            )  # fmt: skip

        for id in sorted(self.fed, key=CHEAP_FIRST.index):
            cell = self._cell(id, epsilon)
            if not self.shop.has(cell):
                yield cell, self._see(id, compared, report)

    def _see(self, id: str, compared: Callable[[Analysis], Comparison], report: Report) -> Seen:
        """One property of one release: its small picture, its number, its verdict."""
        tile, start = self.fed[id], time.thread_time()
        try:
            c = compared(tile.analysis)
            picture = self._picture(c)
            mechanism, draw = self.scenario.mechanism, _chance(c.graph, report)
            levels = chance_level(c.graph, mechanism, tile.analysis, c.baseline, draw=draw)
        except Refused as refusal:
            return Seen(problem=str(refusal))
        except Exception:  # one tile that fails must not take the others along
            logging.getLogger("graphdp").exception("A tile failed: %s", id)
            return Seen(problem=FAULT)
        found = judge(tile.analysis, [c.metrics], levels)
        number = tile.property.number(found.metric, c.metrics)
        return Seen(
            TileStop(c.epsilon, picture, number.figure, number.words),
            found,
            metrics=c.metrics,
            seconds=time.thread_time() - start,
        )

    def _baseline(self, analysis: Analysis, report: Report) -> Result:
        graph = self.scenario.graph
        return _baselines.get(
            graph, repr(analysis), lambda: run_baseline(graph, analysis, progress=report)
        )

    def _picture(self, c: Comparison) -> TilePicture:
        if c.graph.n > page.LARGE:
            return large_picture(c)
        return tile_picture(c, places=places)


def _chance(graph: Graph, report: Report) -> Draws:
    """Workers draw the chance of a large graph: two at a time, and this server stays free."""
    if graph.m <= DRAWN_HERE:
        return draws_here
    return partial(draws_by_workers, pool=shared_pool(), progress=report)


def places(graph: Graph) -> NDArray[np.float32]:
    """Where the nodes are drawn, from the true graph, shape (n, 2)."""
    return _places.get(graph, "places", lambda: layout_positions(graph))


_baselines: GraphCache[Result] = GraphCache(size=48)
_places: GraphCache[NDArray[np.float32]] = GraphCache(size=12)
