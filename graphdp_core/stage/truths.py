"""What the receiver of a released graph sees: it, and graphs that it may have come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from graphdp_core.experiment.store_file import code_version
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.pair.message import digest
from graphdp_core.plots.pair.picture import Pair, Picture, edge_kinds, thin_edges
from graphdp_core.plots.sides import RELEASED, Sides
from graphdp_core.privacy.guarantee import posterior
from graphdp_core.progress import Report
from graphdp_core.stage.stop import Stop, no_such_stop

MOST_DRAWN = 4_000  # edges of one graph
HOW = (
    "Each is drawn pair by pair from what the release leaves likely; before it, every pair is as "
    "likely as the estimated density. Any of them may be the truth. Ties that are in one and not "
    "in the next cannot be known."
)
ALT = (
    "Two pictures of the same nodes: the release, and one after another the graphs that it may "
    "have come from."
)


@dataclass(frozen=True, eq=False)
class Truths:
    """A stage of one stop: a released graph beside possible truths, one after another.

    Parameters
    ----------
    truths : sequence of Graph
        Of the same nodes, at least one.

    Notes
    -----
    *Privacy*: post-processing of the release.
    """

    graph: Graph = field(repr=False)
    truths: Sequence[Graph] = field(repr=False)
    epsilon: float

    @property
    def epsilons(self) -> tuple[float, ...]:
        """Its only stop."""
        return (self.epsilon,)

    @cached_property
    def key(self) -> str:
        """Two with one key look alike to the byte, by the same code."""
        asked = " ".join(graph.fingerprint for graph in (self.graph, *self.truths))
        return digest(f"truths {asked} {self.epsilon}", code_version(drawing=True))

    def stop(self, epsilon: float, *, progress: Report | None = None) -> Stop:
        """Both sides; the other truths are its repeats."""
        if epsilon != self.epsilon:
            raise no_such_stop(epsilon, self.epsilons)
        places = layout_positions(self.graph)
        released, caption = thin_edges({"kept": self.graph.edges}, limit=MOST_DRAWN)
        kinds = [edge_kinds(truth, self.graph) for truth in self.truths]
        shown = [{kind: each[kind] for kind in ("kept", "lost")} for each in kinds]
        pictures = [
            Picture.of_nodes(places, None, SIZE, names=self.graph.names, edges=edges)
            for edges, _ in (thin_edges(each, limit=MOST_DRAWN) for each in shown)
        ]
        sure = posterior(0.5, self.epsilon)
        count = len(self.truths)
        return Stop(
            epsilon=epsilon,
            drawing=Pair(
                Picture.of_nodes(places, None, SIZE, names=self.graph.names, edges=released),
                pictures[0],
                words={"kept": "There, and released", "lost": "There, and hidden by the noise"},
                alt=ALT,
            ),
            sides=Sides(epsilon, baseline=RELEASED, other="What may be true"),
            answer=f"{count} graphs that it may have come from" if count > 1 else
            "One graph that it may have come from",
            detail=f"{HOW} {caption}".strip(),
            figures=self._figures([len(each["kept"]) for each in kinds]),
            tie=(1.0 - sure, sure),
            released=self.graph.edges,
            repeats=pictures[1:],
            flickers="possible truths",
        )  # fmt: skip

    def _figures(self, released: Sequence[int]) -> list[tuple[str, str]]:
        """How much they have in common with the release, over all of them."""
        edges = [truth.m for truth in self.truths]
        shares = [kept / max(m, 1) for kept, m in zip(released, edges, strict=True)]
        percent = [format_number(share, percent=True) for share in (min(shares), max(shares))]
        return [
            ("ties released", f"{self.graph.m:,}"),
            (
                f"ties in {len(edges)} possible truths",
                " to ".join(dict.fromkeys((f"{min(edges):,}", f"{max(edges):,}"))),
            ),
            ("of these are among those released", " to ".join(dict.fromkeys(percent))),
        ]


SIZE = 7.0
"""Of a node, in pixels."""
