"""Nine published claims that are false: each must be caught, by the product's own code if shipped.

Seeds are fixed; every power is above 95 %.
"""

import numpy as np
import pytest
from broken import (
    BalancedChain,
    DoubleFlip,
    FixedTotal,
    KeptCells,
    PlusExponential,
    Reworded,
    SecondVector,
)

import graphdp_core as gdp
from graphdp_core.trust.neighbours import Pair, neighbouring_pairs

SIX = [(0, 1), (0, 2), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5), (2, 5), (3, 4)]


def violation(mechanism, **options):
    found = gdp.audit(mechanism, rng=np.random.default_rng(20), **options)
    assert found.verdict == "violation", found.statement()
    assert found.certified_epsilon > found.claimed_epsilon
    return found


def edge_pair(n, edges, new):
    more = gdp.Graph.from_edges(n, [*edges, new])
    return [Pair("one edge more", gdp.Graph.from_edges(n, edges), more, (new,))]


def test_louvaindp_as_printed_keeps_numbers_of_cells_that_were_impossible():
    violation(KeptCells(), epsilon=3.0, runs=5000, pairs=edge_pair(12, [], (0, 1)))


@pytest.mark.audit_long
def test_louvaindp_as_printed_shows_it_in_the_partition():
    published = gdp.mechanism("louvain_dp", variant="as_published", k=1)
    violation(published, epsilon=3.0, runs=16_000, pairs=edge_pair(12, [], (0, 1)))


def test_moddivisive_from_a_balanced_start_tells_by_parity():
    found = violation(BalancedChain(), runs=400)
    assert 0 in found.counts


def test_lnpp_second_vector_is_scaled_by_a_private_gap():
    violation(SecondVector(), epsilon=2.0, runs=3000, pairs=edge_pair(6, SIX, (0, 3)))


def test_noise_by_local_sensitivity_tells_by_its_size():
    local = gdp.mechanism(
        "noisy_centrality", score="eigenvector", calibration="published_local", theta=1e-3,
        lowest=1e-6, highest=2.0, support="fixed",
    )  # fmt: skip
    violation(local, runs=600)


def test_closeness_algorithm_1_is_undefined_for_a_neighbour():
    published = gdp.mechanism(
        "noisy_centrality", score="closeness", calibration="published_smooth", theta=1.0,
        lowest=0.1, highest=20.0, delta=0.1,
    )  # fmt: skip
    path = [(i, i + 1) for i in range(9)]
    less = np.full(9, 15.5 / 9)
    left, right = (
        gdp.Graph.from_edges(10, path, weights=weights)
        for weights in (less, less + np.eye(9)[0])  # 15.5 or 16.5 in all
    )
    pair = Pair("one weight moves by one", left, right, ((0, 1),))
    found = violation(published, runs=40, pairs=[pair])
    assert "refused" in found.reason


def test_flipping_both_directions_costs_twice():
    found = violation(DoubleFlip(), runs=1500)
    assert found.certified_epsilon <= 2.0


def test_weights_plus_exponential_noise_are_told_by_two_blobs():
    mechanism = PlusExponential()
    pairs = neighbouring_pairs(mechanism, mechanism.guarantee(1.0))
    blobs = [p for p in pairs if "blobs" in p.name and "halves up" in p.name]
    violation(mechanism, runs=1200, pairs=blobs)


def test_a_top_m_filter_with_a_fixed_total_cannot_lose_an_edge():
    violation(FixedTotal(), runs=800)


def test_normalised_pamst_does_not_protect_its_undivided_radius():
    normalised = gdp.mechanism("pamst", sensitivity="normalised", norm="linf", radius=0.5)
    misread = Reworded(normalised, changes=(("radius_text", ""),))
    violation(misread, runs=400)
