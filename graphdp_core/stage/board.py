"""The board on the stage: all properties of one release under one slider, a tile each."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.experiment.answer import Known, answer
from graphdp_core.experiment.board import Tile, Unavailable, one_edge, tiles
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.compare import Comparison, as_read, compare, run_baseline
from graphdp_core.experiment.properties import BESIDES, CONCLUDED, RECOGNISED, Property
from graphdp_core.experiment.scenario import EPSILONS, key_of
from graphdp_core.experiment.store_file import code_version
from graphdp_core.experiment.survival import (
    Draws,
    Survival,
    Verdict,
    chance_level,
    draws_by_workers,
    draws_here,
    judge,
)
from graphdp_core.experiment.workers import shared_pool
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_numbers
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
from graphdp_core.plots.pair.picture import Edges
from graphdp_core.plots.sides import Sides
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    Strength,
    percent_at_most,
    strength_at,
)
from graphdp_core.progress import Progress, Report
from graphdp_core.results import Result
from graphdp_core.stage.packed import LARGE
from graphdp_core.stage.stage import layout_of, release_at
from graphdp_core.stage.stop import (
    Stop,
    no_such_stop,
    posterior_belief,
    refused_stop,
    rest_of_tie,
    short_statement,
    tie_odds,
)

STOPS: tuple[float, ...] = (0.0, *EPSILONS)
"""The usual stops: those of all views, and the collapse at 0."""

EDGE = "one_edge"
"""The id of the tile that says what is protected, and how well."""

DRAWN_HERE = 20_000  # edges up to which chance is drawn sooner than workers have started
CHEAP_FIRST = (
    "spectrum", "positions", "communities", "degrees", "top_nodes", "person", "tree", "shape",
    "conclusions",
)  # fmt: skip
ON_LAYOUT = {"degrees", "communities", "tree", "person"}
SLOW = {"tree", "shape"}
FROM = 100_000
"""Nodes from which on the slow ones are measured for those who ask."""
PAIRED_FROM = 2_500  # nodes: the same of what compares all people with all nodes
TAKES_LONG = "Takes minutes on a graph of this size."
PAIRS = 64  # ties, and as many others, of which one is shown
MOST_OTHERS = 2  # mechanisms that show what this one cannot
FAULT = "This tile could not be finished; the fault is ours. The others stand."
HELP_PERSON = (
    "Exposed: half of the people are recognised. Partly exposed: more than 5%. Few or nobody: "
    "in this draw; another may show more, as no promise for a tie hides a person."
)
HELP_CONCLUSIONS = (
    "Eight questions that people ask of a graph, from epidemics to hubs: how many decisions are "
    "those of the true graph, in this draw of the noise."
)
HELP_EDGE = (
    "Hidden: whoever is half sure of {secret} ends at most 75% sure. Partly hidden: below 95%. "
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
    is_whole : bool
        Measure also what takes minutes on a large graph.

    Notes
    -----
    *Privacy*: one draw at many epsilons, beside the true graph: for teaching, never a release.
    """

    graph: Graph = field(repr=False)
    mechanism: Mechanism
    seed: int = 0
    epsilons: tuple[float, ...] = STOPS
    is_whole: bool = False

    @cached_property
    def key(self) -> str:
        """Two boards with one key have the same stops to the byte, by the same code."""
        part = f"board to {self.epsilons[-1]:g}{', whole' if self.is_whole else ''}"
        asked = key_of(self.graph, self.mechanism, seed=self.seed, part=part)
        return digest(asked, code_version(drawing=True))

    @cached_property
    def properties(self) -> dict[str, Tile | Unavailable]:
        """By id, in the board's order."""
        every = tiles(self.graph, self.mechanism)
        if self.is_whole or self.graph.n < FROM:
            return every
        return {
            id: Unavailable(tile.property, TAKES_LONG) if id in SLOW and isinstance(tile, Tile)
            else tile for id, tile in every.items()
        }  # fmt: skip

    @cached_property
    def besides(self) -> dict[str, Tile | Unavailable]:
        """Who is recognised and what is concluded; nothing where no secret ties are released."""
        if self.mechanism.returns is not Graph or self._ties_are_public:
            return {}
        if self.graph.n > PAIRED_FROM and not self.is_whole:
            return {item.id: Unavailable(item, TAKES_LONG) for item in BESIDES}
        return {item.id: Tile(item, item.analyses[0]) for item in BESIDES}

    @cached_property
    def measured(self) -> dict[str, Tile]:
        """All that is measured: what the mechanism can feed, and what stands beside."""
        tiles = {id: tile for id, tile in self.besides.items() if isinstance(tile, Tile)}
        return self.fed | tiles

    @cached_property
    def fed(self) -> dict[str, Tile]:
        """Those that the mechanism can feed."""
        return {id: tile for id, tile in self.properties.items() if isinstance(tile, Tile)}

    @property
    def often_drawn(self) -> dict[str, Tile]:
        """What many draws are made of: the fed, and who is recognised, which costs little.

        Conclusions would take most of the time: their tile says that it is of one draw.
        """
        person = self.besides.get(RECOGNISED.id)
        if not isinstance(person, Tile) or self.graph.n > PAIRED_FROM:
            return self.fed
        return {**self.fed, RECOGNISED.id: person}

    def stop(self, epsilon: float, *, progress: Report | None = None) -> Stop:
        """All tiles at one epsilon; a refusal is a stop that says so.

        A tile that fails does not take the others along.
        """
        if epsilon not in self.epsilons:
            raise no_such_stop(epsilon, self.epsilons)
        mechanism = at_epsilon(self.mechanism, epsilon)
        try:
            mechanism.check(self.graph, epsilon)
            release, seen = self._see(mechanism, epsilon, Progress.of(progress))
        except Refused as error:
            return refused_stop(epsilon, error)
        return self._stop(epsilon, seen, release)

    def so_far(self, epsilon: float) -> tuple[int, Stop]:
        """How many tiles of a stop that is being computed are there, and the stop with these."""
        seen = {id: known for id in self.measured if (known := self._known(id, epsilon))}
        return len(seen), self._stop(epsilon, seen, None)

    def _stop(self, epsilon: float, seen: Mapping[str, Seen], release: Any) -> Stop:
        """The stop of what was measured; without a release the rest of it is to come."""
        g = at_epsilon(self.mechanism, epsilon).guarantee(epsilon)

        def drawn(id: str, tile: Tile | Unavailable) -> Seen:
            return seen.get(id, _waiting(tile)) if isinstance(tile, Tile) else _missing(id, tile)

        every = {id: drawn(id, tile) for id, tile in self.properties.items()}
        beside = [drawn(id, tile)[0] for id, tile in self.besides.items()]
        pairs = self._pairs
        return Stop(
            epsilon=epsilon,
            drawing=Tiles(
                (*(tile for tile, _ in every.values()), *beside, edge_tile(g)),
                None if release is None else self._ground(),
            ),
            sides=Sides(epsilon),
            answer=self.answer({id: known for id, (_, known) in every.items()}, epsilon),
            asked=self.answer(dict.fromkeys(self.fed), epsilon) if epsilon else "",
            statement=short_statement(g),
            odds=posterior_belief(g) if g.protects else "",
            strength=g.strength,
            tie=tie_odds(g),
            rest=rest_of_tie(g, release),
            secret=g.relation.secret,
            pairs=() if release is None else pairs.tolist(),
            released=_among(pairs, release) if isinstance(release, Graph) else None,
            real=None if release is None else _among(pairs, self.graph),
        )

    @cached_property
    def _ties_are_public(self) -> bool:
        usual = max(1.0, self.mechanism.epsilon_range[0])
        return self.mechanism.guarantee(usual).relation.edges_are_public

    @cached_property
    def _pairs(self) -> Edges:
        """A few ties, and as many pairs without one; none where ties are no secret."""
        n, m = self.graph.n, self.graph.m
        if self._ties_are_public or not m:
            return np.empty((0, 2), dtype=np.int32)
        rng = np.random.default_rng(0)
        ties = self.graph.edges[rng.choice(m, min(m, PAIRS), replace=False)]
        others = np.sort(rng.integers(n, size=(2 * PAIRS, 2)), axis=1)
        is_other = (others[:, 0] < others[:, 1]) & ~_is_in(others, self.graph)
        others = np.unique(others[is_other], axis=0)
        others = others[rng.permutation(len(others))[:PAIRS]]
        return np.concatenate((ties, others)).astype(np.int32)

    def answer(self, survivals: Mapping[str, Known], epsilon: float) -> str:
        """The sentence over what is known of the properties, by id."""
        said = answer(survivals, epsilon, at_epsilon(self.mechanism, epsilon), self.graph)
        return as_read(said, epsilon, self.mechanism)

    def _ground(self) -> NDArray[np.float32] | None:
        """Places of nodes, where any tile draws the graph."""
        if self.graph.n > LARGE or not ON_LAYOUT & self.measured.keys():
            return None
        return layout_dots(self.graph, layout_of)

    def _see(
        self, mechanism: Mechanism, epsilon: float, whole: Progress
    ) -> tuple[Any, dict[str, Seen]]:
        """One release, and what each property makes of it; what is known is not measured again."""
        count = len(self.measured)
        report = _named("Adding noise …", whole.between(0.0, 1.0 / (1 + count)))
        release = release_at(self.graph, mechanism, epsilon, self.seed, progress=report)
        seen = {}
        for number, id in enumerate(sorted(self.measured, key=CHEAP_FIRST.index), start=1):
            part = whole.between(number / (1 + count), (number + 1) / (1 + count))
            name = self.measured[id].property.name
            report = _named(f"First draw: measuring {name}, {number} of {count} …", part)
            report(0.0, "")  # else the last one's words stand there until this one tells of itself

            def compared(analysis: Analysis, report: Report = report) -> Comparison:
                return compare(
                    self.graph, mechanism, analysis, epsilon=epsilon, seed=self.seed,
                    baseline=self._baseline(analysis, report), release=release, progress=report,
                )  # fmt: skip

            seen[id] = self._known(id, epsilon) or self._see_one(id, epsilon, compared, report)
        return release, seen

    def _known(self, id: str, epsilon: float) -> Seen | None:
        """A tile that was measured before, if it is still kept."""
        try:
            return _seen.get(self.graph, self._place(id, epsilon), _nobody)
        except LookupError:
            return None

    def _place(self, id: str, epsilon: float) -> str:
        return repr((self.mechanism, self.seed, id, epsilon))

    def _see_one(
        self, id: str, epsilon: float, compared: Callable[[Analysis], Comparison], report: Report
    ) -> Seen:
        """One property of one release: its small picture, its number, its verdict."""
        try:
            return _seen.get(
                self.graph, self._place(id, epsilon), lambda: self._measure(id, compared, report)
            )
        except Refused as refusal:
            return _missing(id, Unavailable(self.measured[id].property, str(refusal)))
        except Exception:
            logging.getLogger("graphdp").exception("A tile failed: %s", id)
            return _missing(id, Unavailable(self.measured[id].property, FAULT))

    def _measure(self, id: str, compared: Callable[[Analysis], Comparison], report: Report) -> Seen:
        tile = self.measured[id]
        c = compared(tile.analysis)
        if id in self.besides:
            return (person_tile if id == RECOGNISED.id else conclusions_tile)(c), None
        draw: Draws = draws_here
        if self.graph.m > DRAWN_HERE:  # workers draw, and this process stays free
            draw = partial(draws_by_workers, pool=shared_pool(), progress=report)
        levels = chance_level(self.graph, self.mechanism, tile.analysis, c.baseline, draw=draw)
        picture = tile_picture(c, places=layout_of, is_large=c.graph.n > LARGE)
        survival = judge(tile.analysis, [c.metrics], levels)
        number = tile.property.number(survival.metric, c.metrics)
        reads = self.mechanism.reads_epsilon  # else One person says the same once
        said = self.mechanism.said_of(self.graph, c.epsilon) if reads else ""
        public = self._public(tile.property, survival)
        note = " ".join(filter(None, (said, survival.note, public)))
        item, verdict = tile.property, survival.verdict
        gloss = item.gloss
        if isinstance(tile.analysis, MinimumSpanningTree):
            gloss = tile.analysis.joins(self.graph) or gloss
        return DrawnTile(
            id, item.title, gloss, picture, number.figure, number.words, verdict.value,
            verdict.help, note, score=_uncut(survival),
        ), survival  # fmt: skip

    def _public(self, item: Property, survival: Survival) -> str:
        """What public edges alone give, where that is more than nothing."""
        is_plain = survival.verdict not in (Verdict.BLURRED, Verdict.LOST)
        if is_plain or not self._ties_are_public:
            return ""
        alone = item.value_at(survival.metric, survival.chance)
        return f"Public edges alone: {alone.value}{alone.unit}." if alone.value else ""

    def _baseline(self, analysis: Analysis, report: Report) -> Result:
        return _baselines.get(
            self.graph, repr(analysis), lambda: run_baseline(self.graph, analysis, progress=report)
        )


def _uncut(s: Survival) -> float | None:
    """The share of the way from chance to the true result, below 0 and above 1 as well."""
    score = math.nan if math.isnan(s.score) else (s.value - s.chance) / (s.perfect - s.chance)
    return score if math.isfinite(score) else None


def _missing(id: str, tile: Unavailable) -> Seen:
    """Why there is no picture, and what would show one."""
    from graphdp_core.mechanisms import MECHANISMS

    titles = {kind.id: kind.called() for kind in MECHANISMS}
    others = ", ".join(titles[id] for id in tile.mechanisms[:MOST_OTHERS])
    reason = tile.reason + (f" Shown by: {others}." if others else "")
    item, waits = tile.property, tile.reason == TAKES_LONG
    return DrawnTile(id, item.title, item.gloss, reason=reason, waits=waits), tile


def _waiting(tile: Tile) -> Seen:
    """The frame of what is being measured."""
    item = tile.property
    return DrawnTile(item.id, item.title, item.gloss, verdict="measuring", waits=True), None


def _among(pairs: Edges, graph: Graph) -> Edges:
    """Those of the pairs that are ties of the graph."""
    return pairs[_is_in(pairs, graph)]


def _is_in(pairs: NDArray[np.integer], graph: Graph) -> NDArray[np.bool_]:
    wanted, known = (pair_numbers(graph.n, *ends.T) for ends in (pairs, graph.edges))
    return np.append(known, -1)[np.searchsorted(known, wanted)] == wanted  # edges are sorted


def _nobody() -> Seen:
    raise LookupError


HIDDEN: dict[Strength, str] = {
    "protects": "hidden", "partly protects": "partly hidden", "hardly protects": "exposed",
    "does not protect": "exposed",
}  # fmt: skip


def edge_tile(g: Guarantee) -> DrawnTile:
    """The tile of what is protected: how sure anybody may become of it."""
    belief = one_edge(g).beliefs[0.5]
    return DrawnTile(
        EDGE,
        _unit_title(g.relation),
        "what leaks",
        edge_picture(g.effective_epsilon if g.status.is_proved else math.inf),
        f"50% → {percent_at_most(belief)}",
        "sure",
        HIDDEN[strength_at(belief)],
        HELP_EDGE.format(secret=g.relation.secret),
    )


def person_tile(c: Comparison) -> DrawnTile:
    """The tile that counts recognised people; what the attacker knows stands beside it."""
    share, number = c.private.share, RECOGNISED.number("recognised", c.metrics)
    is_more = share > max(0.05, 2.0 / c.private.others)  # than 5%, or one person by luck
    verdict = (
        "exposed" if share >= 0.5 else "partly exposed" if is_more else "few" if share else "nobody"
    )
    return DrawnTile(
        RECOGNISED.id, RECOGNISED.title, RECOGNISED.gloss, tile_picture(c, places=layout_of),
        number.figure, number.words, verdict, HELP_PERSON, score=share,
    )  # fmt: skip


def conclusions_tile(c: Comparison) -> DrawnTile:
    """The tile of what people decide: how many of their conclusions stay."""
    number = CONCLUDED.number("same", c.metrics)
    share = c.metrics["same"]
    verdict = "all stay" if share == 1.0 else "most stay" if share > 0.5 else "half or fewer"
    return DrawnTile(
        CONCLUDED.id, CONCLUDED.title, CONCLUDED.gloss, tile_picture(c, places=layout_of),
        number.figure, "stay", verdict, HELP_CONCLUSIONS,
    )  # fmt: skip


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
_seen: GraphCache[Seen] = GraphCache(size=512)
