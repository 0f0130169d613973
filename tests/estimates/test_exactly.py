"""Estimates by a formula of their own, over all releases of tiny graphs by rates that differ."""

import itertools

import numpy as np
import pytest

from graphdp_core.estimates.asked import Asked, Groups
from graphdp_core.estimates.flipped_graph import Flipped, flip_moments
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph

HOUSE = {(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)}


@pytest.mark.sample
@pytest.mark.parametrize(("p", "q"), [(0.8, 0.3), (0.7, 0.15)])
@pytest.mark.parametrize(("n", "edges"), [(4, {(0, 1), (0, 2), (1, 2), (2, 3)}), (5, HOUSE)])
def test_counts_are_unbiased_and_both_ratios_are_centred_with_the_variance_that_is_used(
    n, edges, p, q
):
    """A pair's channel ((1 - q, q), (1 - p, p)) is inverted; products run over triples of pairs."""
    pairs = list(itertools.combinations(range(n), 2))
    place = {pair: i for i, pair in enumerate(pairs)}
    true = np.array([pair in edges for pair in pairs], dtype=float)
    labels = np.arange(n) % 2
    inside = np.array([labels[a] == labels[b] for a, b in pairs])
    corners = [tuple(place[pair] for pair in itertools.combinations(three, 2))
               for three in itertools.combinations(range(n), 3)]  # fmt: skip
    inverse = np.linalg.inv(np.array([[1 - q, q], [1 - p, p]]))  # of no edge and of an edge

    def counted(y):
        a, b, c = y[np.array(corners)].T
        return y.sum(), y[inside].sum(), (a * b + b * c + a * c).sum(), (a * b * c).sum()

    m, within, wedges, triangles = counted(true)
    share, closed = within / m, 3 * triangles / wedges
    law, values, spreads = [], [], []
    for bits in itertools.product((0, 1), repeat=len(pairs)):
        seen = np.array(bits)
        law.append(np.where(seen, np.where(true, p, q), np.where(true, 1 - p, 1 - q)).prod())
        # What an estimator of "is an edge" says of a released 0 and of a released 1.
        values.append(counted(inverse[:, 1][seen]))
        kept = np.array([pair for pair, b in zip(pairs, bits, strict=True) if b], dtype=np.int32)
        graph = Graph(n, kept.reshape(-1, 2), noise=EdgeNoise(p, q))
        ours = flip_moments(graph, bounded=False)
        release = Flipped(graph, Asked(groups=Groups(labels, ("a", "b"))))
        total, hits = release.sides(release.asked.groups)
        assert ours.values == pytest.approx([values[-1][0], *values[-1][2:]], abs=1e-9)
        assert release.unbiased(hits, total) == pytest.approx(values[-1][1], abs=1e-9)
        t = np.array([0.0, -closed, 3.0])
        spreads.append(float(t @ ours.covariance @ t))
    law, values = np.array(law), np.array(values)
    assert law @ values == pytest.approx([m, within, wedges, triangles], abs=1e-9)
    of_edge, of_none = p * (1 - p) / (p - q) ** 2, q * (1 - q) / (p - q) ** 2
    cells = np.where(true, of_edge, of_none) * np.where(inside, 1 - share, -share) ** 2
    homophily = values[:, 1] - share * values[:, 0]
    assert law @ homophily == pytest.approx(0.0, abs=1e-9)
    assert law @ homophily**2 == pytest.approx(cells.sum(), abs=1e-9)
    transitivity = 3 * values[:, 3] - closed * values[:, 2]
    assert law @ transitivity == pytest.approx(0.0, abs=1e-9)
    assert law @ transitivity**2 == pytest.approx(law @ spreads, abs=1e-9)
