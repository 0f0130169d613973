"""A file with nothing but a made-up pair on the stage, for tests and benchmarks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

import graphdp_core as gdp
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.plots.pair.drawings import network_pair
from graphdp_core.plots.pair.picture import Pair, Picture, edge_kinds
from graphdp_core.plots.sides import Sides
from graphdp_core.stage import Packing, Stop, carried
from graphdp_core.web.pages import page, script, style

EPSILONS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
FIRST = 2.0
FRAME = (-4.0,) * 3 + (4.0,) * 3
AXES = ("dimension 1", "dimension 2")
MARKUP = "<img src=x onerror=window.hurt=1><b>bold</b>"
BEGINS = "open({ pair: pairDrawing });"
SHOWN = """
const attach = module_pair_widget.PairWidget.prototype.attach;
module_pair_widget.PairWidget.prototype.attach = function (place) {
  globalThis.shown = this;
  return attach.call(this, place);
};
"""


@dataclass
class Asked:
    """What a stage is asked of, as far as the bytes go."""

    graph: gdp.Graph
    key: str = "made up"


@cache
def pair_file(
    *, n: int = -1, m: int = 0, draws: int = 0, solid: bool = False, unproved: str = ""
) -> str:
    """The karate club by edgeFlip; with `n` a cloud of so many nodes and `m` edges.

    The widget is `globalThis.shown`.
    """
    graph, at = _club() if n < 0 else _ball(n) if solid else _cloud(n, m)
    stops = []
    for epsilon in EPSILONS:
        repeats = range(1, draws + 1) if epsilon == FIRST else ()
        stops.append(
            Stop(
                epsilon, at(epsilon, 0), Sides(epsilon, unproved), f"At {epsilon:g}.",
                repeats=[at(epsilon, draw).private for draw in repeats],
            )
        )  # fmt: skip
    packing = Packing.of(Asked(graph), stops[0])
    js = script("takeaway/file_pair")
    assert js.count(BEGINS) == 1
    return page(
        title="Pair",
        body='<button id="theme"></button><main id="stage"></main>',
        css="".join(map(style, ("pair/pair", "stage/stage", "takeaway/moving"))),
        js=js.replace(BEGINS, SHOWN + BEGINS),
        data={
            **carried([packing.shared, *map(packing.stop, stops)]),
            "own": EPSILONS.index(FIRST), "file": "pair", "footnote": "",
        },
    )  # fmt: skip


def _club():
    graph = gdp.load_graph("karate")
    names = [MARKUP, *(graph.name(i) for i in range(1, graph.n))]
    named = gdp.Graph.from_edges(graph.n, graph.edges, labels=graph.labels, names=names)
    places, flip = layout_positions(graph), gdp.mechanism("edge_flip")

    def at(epsilon: float, draw: int) -> Pair:
        release = flip.release(named, epsilon=epsilon, rng=np.random.default_rng(draw))
        pair = network_pair(named, release, places, limit=100_000)
        return Pair(pair.baseline, pair.private, alt="The karate club, true and released.")

    return named, at


def _ball(n: int):
    true = np.random.default_rng(0).normal(0, 1, (n, 3))

    def at(epsilon: float, draw: int) -> Pair:
        noise = np.random.default_rng(1 + draw).normal(0, 1, (n, 3))
        private = _nodes(true + 0.2 / epsilon * noise, 6.0)
        return Pair(_nodes(true, 6.0), private, axes=("dim 1", "dim 2", "dim 3"), frame=FRAME)

    return gdp.Graph.from_edges(n, []), at


def _cloud(n: int, m: int):
    rng = np.random.default_rng(0)
    groups = rng.integers(0, 4, n).astype(np.int32)
    middles = np.array([[-1, -0.6], [1, -0.7], [0.2, 1], [-0.9, 0.8]])
    true = middles[groups] + rng.normal(0, 0.22, (n, 2))
    pairs = np.unique(np.sort(rng.integers(0, n, (m + m // 10, 2)), axis=1), axis=0)
    graph = gdp.Graph.from_edges(n, pairs[pairs[:, 0] < pairs[:, 1]][:m].astype(np.int32))
    size = float(np.clip(110 / np.sqrt(max(n, 1)), 3, 8))

    def at(epsilon: float, draw: int) -> Pair:
        noise = np.random.default_rng(1 + draw).normal(0, 1, (n, 2))
        kept = graph.edges[np.random.default_rng(7).random(graph.m) < epsilon / (1 + epsilon)]
        kinds = edge_kinds(graph, gdp.Graph.from_edges(n, kept)) if m else {}
        return Pair(
            _nodes(true, size, groups, {"kept": graph.edges} if m else {}),
            _nodes(true + 0.35 / epsilon * noise, size, groups, kinds),
            axes=() if m else AXES,
        )

    return graph, at


def _nodes(places, size, groups=None, edges=None) -> Picture:
    n = len(places)
    return Picture(
        positions=places.astype(np.float32),
        categories=np.zeros(n, dtype=np.int32) if groups is None else groups,
        sizes=np.full(n, size, dtype=np.float32), edges=edges or {},
        category_names=() if groups is None else ("north", "south", "east", "west"),
    )  # fmt: skip
