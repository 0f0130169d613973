"""Structure: groups give edges away beyond what one pair tells; without them nothing is."""

import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.attacks.structure import Structure, best_hits, ranked
from graphdp_core.params import Refused
from tests.lab.audits.attacks.test_attack import victim


def blocks(size=40, many=4):
    """Disjoint cliques: who knows the groups knows every edge."""
    pairs = [
        (b * size + u, b * size + v)
        for b in range(many) for u in range(size) for v in range(u + 1, size)
    ]  # fmt: skip
    return gdp.Graph.from_edges(size * many, pairs)


def test_groups_are_read_off_the_release_beyond_the_limit_of_a_pair_alone():
    found = Structure().run(victim(1.0, graph=blocks())).numbers
    assert found["right among the first m"] > 0.85
    assert found["a pair alone"] < 0.55


@pytest.mark.long
def test_coins_give_nothing_away_beyond_their_own_bits():
    rng = np.random.default_rng(0)
    upper = np.triu(rng.random((60, 60)) < 0.5, 1)
    graph = gdp.Graph.from_edges(60, np.argwhere(upper))
    found = Structure().run(victim(1.0, graph=graph)).numbers
    alone = found["a pair alone"]
    # Every ranking of independent fair bits is right as often as the bits: 4.5 sd
    assert found["right among the first m"] < alone + 4.5 * math.sqrt(0.25 / graph.m)


def test_the_ranking_reads_the_release_alone():
    release = victim().mechanism.release(blocks(10), epsilon=2.0, rng=np.random.default_rng(1))
    first, directions = ranked(release, 8)
    again, _ = ranked(gdp.Graph(n=release.n, edges=release.edges, noise=release.noise), 8)
    assert np.array_equal(first, again)
    assert directions >= 1
    with pytest.raises(Refused, match="known noise"):
        ranked(blocks(4), 8)


def test_hits_are_counted_from_the_best_rank_down():
    truth = np.array([False, True, True, False, True])
    k, hits = best_hits(np.array([0.1, 0.9, 0.8, 0.7, 0.2]), truth)
    assert dict(zip(k.tolist(), hits.tolist(), strict=True)) == {1: 1, 2: 2, 3: 2, 4: 3, 5: 3}
