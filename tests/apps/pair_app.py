"""A page with nothing but a pair, for tests and benchmarks; the address chooses what it shows."""

from __future__ import annotations

import numpy as np
import streamlit as st

import graphdp_core as gdp
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.plots import Pair, Picture, Sides, edge_kinds, network_pair
from graphdp_core.plots.pair.webgl import Stop, pair_payload
from pages.shared.pair_widget import pair_widget

EPSILONS = (8.0, 6.0, 4.0, 3.0, 2.0, 1.5, 1.0, 0.75, 0.5)
AXES = {2: ("dimension 1", "dimension 2"), 3: ("dim 1", "dim 2", "dim 3")}
MARKUP = "<img src=x onerror=window.hurt=1><b>bold</b>"


@st.cache_resource
def network(name: str, sides: Sides, draws: int, stops: bool):
    epsilon = sides.epsilon
    graph = gdp.load_graph(name)
    named = gdp.Graph.from_edges(
        graph.n, graph.edges, labels=graph.labels,
        names=[MARKUP, *(graph.name(i) for i in range(1, graph.n))],
    )  # fmt: skip
    places = layout_positions(graph)

    def released(e: float, seed: int = 0) -> Picture:
        flip = gdp.mechanism("edge_flip")
        release = flip.release(named, epsilon=e, rng=np.random.default_rng(seed))
        return network_pair(named, release, places, limit=100_000).private

    def sentence(e: float) -> str:
        kept = released(e).totals["kept"]
        return f"{kept} of {len(graph.edges)} edges survive."

    baseline = network_pair(named, named, places, limit=100_000).baseline
    alt = "The karate club, true and released."
    return pair_payload(
        Pair(baseline, released(epsilon), alt=alt), sides=sides, finding=sentence(epsilon),
        stops=[Stop(e, released(e), sentence(e), [("Kept", str(released(e).totals["kept"]))])
               for e in EPSILONS] if stops else (),
        draws=[released(epsilon, seed) for seed in range(draws)],
    )  # fmt: skip


@st.cache_resource
def ball(n: int, epsilon: float):
    true = np.random.default_rng(0).normal(0, 1, (n, 3))
    noise = np.random.default_rng(1).normal(0, 1, (n, 3))

    def picture(points: np.ndarray) -> Picture:
        return Picture(
            positions=points.astype(np.float32), categories=np.zeros(n, dtype=np.int32),
            sizes=np.full(n, 6, dtype=np.float32),
        )  # fmt: skip

    return pair_payload(
        Pair(picture(true), picture(true + 0.2 / epsilon * noise), axes=AXES[3]),
        sides=Sides(epsilon),
        stops=[Stop(e, picture(true + 0.2 / e * noise)) for e in EPSILONS],
    )  # fmt: skip


@st.cache_resource
def cloud(n: int, epsilon: float, edges: int, draws: int, stops: bool, glide: int | None):
    rng = np.random.default_rng(0)
    groups = rng.integers(0, 4, n).astype(np.int32)
    middles = np.array([[-1, -0.6], [1, -0.7], [0.2, 1], [-0.9, 0.8]])
    true = (middles[groups] + rng.normal(0, 0.22, (n, 2))).astype(np.float32)
    noise = rng.normal(0, 1, (n, 2)).astype(np.float32)
    pairs = np.unique(np.sort(rng.integers(0, n, (edges + edges // 10, 2)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] < pairs[:, 1]][:edges].astype(np.int32)
    graph = gdp.Graph.from_edges(n, pairs)

    def picture(points: np.ndarray, kinds: dict) -> Picture:
        return Picture(
            positions=points, categories=groups, edges=kinds,
            sizes=np.full(n, float(np.clip(110 / np.sqrt(max(n, 1)), 3, 8)), dtype=np.float32),
            category_names=("north", "south", "east", "west"),
        )  # fmt: skip

    def private(e: float, seed: int = 0) -> Picture:
        moved = noise if seed == 0 else np.random.default_rng(seed).normal(0, 1, (n, 2))
        points = (true + 0.35 / e * moved).astype(np.float32)
        kept = graph.edges[np.random.default_rng(7).random(len(graph.edges)) < e / (1 + e)]
        release = gdp.Graph.from_edges(n, kept)
        return picture(points, edge_kinds(graph, release) if edges else {})

    return pair_payload(
        Pair(picture(true, {"kept": graph.edges} if edges else {}), private(epsilon),
             axes=() if edges else AXES[2]),
        sides=Sides(epsilon), glide=glide,
        finding=f"The clouds at ε = {epsilon:g}.",
        stops=[Stop(e, private(e), f"The clouds at ε = {e:g}.") for e in EPSILONS] if stops else (),
        draws=[private(epsilon, seed + 1) for seed in range(draws)],
    )  # fmt: skip


def main() -> None:
    st.set_page_config(page_title="Pair", layout="wide")
    ask = st.query_params
    st.title("Pair")
    epsilon = st.select_slider("epsilon", EPSILONS, value=2.0, key="epsilon")
    draws, stops = int(ask.get("draws", 0)), "stops" in ask
    if "solid" in ask:
        payload = ball(int(ask["n"]), epsilon)
    elif "n" in ask:
        glide = int(ask["glide"]) if "glide" in ask else None
        payload = cloud(int(ask["n"]), epsilon, int(ask.get("m", 0)), draws, stops, glide)
    else:
        payload = network(
            ask.get("graph", "karate"), Sides(epsilon, ask.get("unproved", "")), draws, stops
        )
    follows = None if "inner" in ask else "epsilon"
    answer = pair_widget(payload, key="pair", height=int(ask.get("height", 420)), follows=follows)
    st.write(f"heard: {answer.selection} {answer.epsilon} {answer.supported}")
    st.button("Again")


main()
