"""The board on the stage: all properties of one release under one slider, a tile each."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.answer import Known, answer
from graphdp_core.experiment.board import Tile, Unavailable, one_edge, tiles
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.chance_draws import Draws, draws_by_workers, draws_here
from graphdp_core.experiment.code_version import code_version
from graphdp_core.experiment.compare import Comparison, compare, run_baseline
from graphdp_core.experiment.properties import Property
from graphdp_core.experiment.scenario import EPSILONS, key_of
from graphdp_core.experiment.survival import Survival, Verdict, chance_level, judge
from graphdp_core.experiment.workers import shared_pool
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.plots.board.pictures import (
    DrawnTile,
    Tiles,
    edge_picture,
    layout_dots,
)
from graphdp_core.plots.kinds.drawn import tile_picture
from graphdp_core.plots.pair.message import digest
from graphdp_core.plots.sides import Sides
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, percent_at_most
from graphdp_core.progress import Progress, Report
from graphdp_core.results import Result
from graphdp_core.stage.packed import LARGE
from graphdp_core.stage.stage import layout_of, release_at
from graphdp_core.stage.stop import (
    Stop,
    no_such_stop,
    posterior_belief,
    refused_stop,
    short_statement,
)

STOPS: tuple[float, ...] = (0.0, *EPSILONS)
"""The usual stops: those of all views, and the collapse at 0."""

EDGE = "one_edge"
"""The id of the tile that says what is protected, and how well."""

DRAWN_HERE = 20_000  # edges up to which chance is drawn sooner than workers have started
CHEAP_FIRST = ("degrees", "communities", "positions", "spectrum", "tree", "shape", "top_nodes")
ON_LAYOUT = {"degrees", "communities", "tree"}
MOST_OTHERS = 2  # mechanisms that show what this one cannot
FAULT = "This tile could not be finished; the fault is ours. The others stand."
HELP_EDGE = (
    "Hidden: who is 50% sure of {secret} ends at most 75% sure. Partly hidden: at most 97%. "
    "Exposed: surer than that."
)
Seen = tuple[DrawnTile, Known]
"""A tile, and what the answer is made from."""


@dataclass(frozen=True, eq=False)
class Board:
    """What survives of one graph by one mechanism and one noise draw, at every epsilon.

    Parameters
    ----------
    epsilons : tuple of float
        The stops, rising.

    Notes
    -----
    *Privacy*: one draw at many epsilons, beside the true graph: for teaching, never a release.
    """

    graph: Graph = field(repr=False)
    mechanism: Mechanism
    seed: int = 0
    epsilons: tuple[float, ...] = STOPS

    @cached_property
    def key(self) -> str:
        """Two boards with one key have the same stops to the byte, by the same code."""
        part = f"board to {self.epsilons[-1]:g}"
        asked = key_of(self.graph, self.mechanism, seed=self.seed, part=part)
        return digest(asked, code_version(drawing=True))

    @cached_property
    def properties(self) -> dict[str, Tile | Unavailable]:
        """By id, in the board's order."""
        return tiles(self.graph, self.mechanism)

    @cached_property
    def fed(self) -> dict[str, Tile]:
        """Those that the mechanism can feed."""
        return {id: tile for id, tile in self.properties.items() if isinstance(tile, Tile)}

    def stop(self, epsilon: float, *, progress: Report | None = None) -> Stop:
        """All tiles at one epsilon; a refusal is a stop that says so.

        A tile that fails does not take the others along.
        """
        if epsilon not in self.epsilons:
            raise no_such_stop(epsilon, self.epsilons)
        mechanism = at_epsilon(self.mechanism, epsilon)
        try:
            mechanism.check(self.graph, epsilon)
            g = mechanism.guarantee(epsilon)
            fed = self._see(mechanism, epsilon, Progress.of(progress))
        except Refused as error:
            return refused_stop(epsilon, error)
        seen = {
            id: fed[id] if isinstance(tile, Tile) else _missing(id, tile)
            for id, tile in self.properties.items()
        }
        return Stop(
            epsilon=epsilon,
            drawing=Tiles((*(tile for tile, _ in seen.values()), edge_tile(g)), self._ground()),
            sides=Sides(epsilon),
            answer=self.answer({id: known for id, (_, known) in seen.items()}, epsilon),
            asked=self.answer(dict.fromkeys(self.fed), epsilon) if epsilon else "",
            statement=short_statement(g),
            odds=posterior_belief(g) if g.protects else "",
            protects=g.protects,
            hardly=g.hardly_protects,
        )

    def answer(self, survivals: Mapping[str, Known], epsilon: float) -> str:
        """The sentence over what is known of the properties, by id."""
        return answer(survivals, epsilon, at_epsilon(self.mechanism, epsilon), self.graph)

    def _ground(self) -> NDArray[np.float32] | None:
        """Places of nodes, where any tile draws the graph."""
        if self.graph.n > LARGE or not ON_LAYOUT & self.fed.keys():
            return None
        return layout_dots(self.graph, layout_of)

    def _see(self, mechanism: Mechanism, epsilon: float, whole: Progress) -> dict[str, Seen]:
        """One release, and what each property makes of it."""
        share = 1.0 / (1 + len(self.fed))
        report = _named("Adding noise …", whole.between(0.0, share))
        release = release_at(self.graph, mechanism, epsilon, self.seed, progress=report)
        seen = {}
        for number, id in enumerate(sorted(self.fed, key=CHEAP_FIRST.index), start=1):
            part = whole.between(number * share, (number + 1) * share)
            report = _named(f"Measuring {self.fed[id].property.name} …", part)

            def compared(analysis: Analysis, report: Report = report) -> Comparison:
                return compare(
                    self.graph, mechanism, analysis, epsilon=epsilon, seed=self.seed,
                    baseline=self._baseline(analysis, report), release=release, progress=report,
                )  # fmt: skip

            seen[id] = self._see_one(id, compared, report)
        return seen

    def _see_one(self, id: str, compared: Callable[[Analysis], Comparison], report: Report) -> Seen:
        """One property of one release: its small picture, its number, its verdict."""
        tile = self.fed[id]
        try:
            c = compared(tile.analysis)
            draw: Draws = draws_here
            if self.graph.m > DRAWN_HERE:  # workers draw, and this process stays free
                draw = partial(draws_by_workers, pool=shared_pool(), progress=report)
            levels = chance_level(self.graph, self.mechanism, tile.analysis, c.baseline, draw=draw)
            picture = tile_picture(c, places=layout_of, is_large=c.graph.n > LARGE)
        except Refused as refusal:
            return _missing(id, Unavailable(tile.property, str(refusal)))
        except Exception:
            logging.getLogger("graphdp").exception("A tile failed: %s", id)
            return _missing(id, Unavailable(tile.property, FAULT))
        survival = judge(tile.analysis, [c.metrics], levels)
        number = tile.property.number(survival.metric, c.metrics)
        said = self.mechanism.said_of(self.graph, c.epsilon)
        public = self._public(tile.property, survival)
        note = " ".join(filter(None, (said, survival.note, public)))
        item, verdict = tile.property, survival.verdict
        return DrawnTile(
            id, item.title, item.gloss, picture, number.figure, number.words, verdict.value,
            verdict.help, note,
        ), survival  # fmt: skip

    def _public(self, item: Property, survival: Survival) -> str:
        """What public edges alone give, where that is more than nothing."""
        relation = self.mechanism.guarantee(max(1.0, self.mechanism.epsilon_range[0])).relation
        is_plain = survival.verdict not in (Verdict.BLURRED, Verdict.LOST)
        if is_plain or not relation.edges_are_public:
            return ""
        alone = item.value_at(survival.metric, survival.chance)
        return f"Public edges alone: {alone.value}{alone.unit}." if alone.value else ""

    def _baseline(self, analysis: Analysis, report: Report) -> Result:
        return _baselines.get(
            self.graph, repr(analysis), lambda: run_baseline(self.graph, analysis, progress=report)
        )


def _missing(id: str, tile: Unavailable) -> Seen:
    """Why there is no picture, and what would show one."""
    from graphdp_core.mechanisms import MECHANISMS

    titles = {kind.id: kind.called() for kind in MECHANISMS}
    others = ", ".join(titles[id] for id in tile.mechanisms[:MOST_OTHERS])
    reason = tile.reason + (f" Shown by: {others}." if others else "")
    return DrawnTile(id, tile.property.title, tile.property.gloss, reason=reason), tile


def edge_tile(g: Guarantee) -> DrawnTile:
    """The tile of what is protected: how sure anybody may become of it."""
    belief = one_edge(g).beliefs[0.5]
    return DrawnTile(
        EDGE,
        _unit_title(g.relation),
        f"what others can learn of {g.relation.secret}",
        edge_picture(g.effective_epsilon),
        f"50% → {percent_at_most(belief)}",
        "how sure a snoop may become",
        "hidden" if belief <= 0.75 else "partly hidden" if belief <= 0.97 else "exposed",
        HELP_EDGE.format(secret=g.relation.secret),
    )


def _named(words: str, part: Report) -> Report:
    """A report that says the same words all along."""

    def report(fraction: float, text: str = "") -> None:
        part(fraction, words)

    return report


def _unit_title(relation: NeighbouringRelation) -> str:
    """The protected unit in two words: with public edges the tile must not speak of an edge."""
    if relation.is_of_persons:
        return "One person"
    if relation.is_of_nodes:
        return "One node"
    return "One weight" if "weight" in relation.secret else "One tie"


_baselines: GraphCache[Result] = GraphCache(size=48)
