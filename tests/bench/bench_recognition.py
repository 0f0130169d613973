"""Who knows most ties: a thousand people within a second of one core, five thousand within ten."""

import time

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.recognition import by_number, by_ties, known_by_name, known_ties


def _circles(n: int) -> Graph:
    """About thirty ties a person, as in e-mail."""
    degree = 32 if n == 1_000 else 40
    return gdp.generate(
        "sbm", n=n, blocks=10, within=6 * degree / n, between=degree / n / 3, seed=0
    )


@pytest.mark.parametrize(("n", "most"), [(1_000, 1.0), (5_000, 10.0)])
@pytest.mark.parametrize("release", ["names_off", "edge_flip"])
def test_recognising_is_quick(n: int, most: float, release: str) -> None:
    graph, rng = _circles(n), np.random.default_rng(0)
    seen = gdp.mechanism(release).release(graph, epsilon=4.0, rng=gdp.noise_stream(0))
    people, known = known_by_name(graph, 10, rng), known_ties(graph, 0.9, rng)
    by_number(gdp.load_graph("karate"), gdp.load_graph("karate"), "circle")  # compiles
    start = time.process_time()
    right = by_ties(known, seen, people)[0] == np.arange(n)
    ties = time.process_time() - start
    start = time.process_time()
    by_number(graph, seen, "circle")
    number = time.process_time() - start
    print(f"\n{release}, n={n:,}, m={seen.m:,}: by ties {ties:.2f} s ({right.mean():.0%} right), "
          f"by a number {number:.2f} s")  # fmt: skip
    assert ties < most
    assert number < most
