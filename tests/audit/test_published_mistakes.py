"""Claims that are false: each must be caught, by the product's own code if shipped.

Seeds are fixed; every power is above 95%.
"""

from functools import cache

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS, AsPublished, false_claim
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.mechanisms.partition_laws import Supergraph
from graphdp_core.privacy.draws import SeededDraws
from graphdp_core.results import Scores

LONG = {"empty-cells"}
"""Seen in the partition itself, which takes many releases; its cells are looked at in the short."""

QUICK = [claim for claim in FALSE_CLAIMS if claim.id not in LONG]


def violation(mechanism, **options):
    audited = gdp.audit(mechanism, rng=np.random.default_rng(20), **options)
    assert audited.verdict == "violation", audited.statement()
    assert audited.certified_epsilon > audited.claimed_epsilon
    return audited


@cache
def caught(claim):
    return violation(claim.made, epsilon=claim.epsilon, runs=claim.runs, pairs=claim.pairs)


@pytest.mark.long
@pytest.mark.parametrize("claim", QUICK, ids=[claim.id for claim in QUICK])
def test_the_audit_refutes_the_claim(claim):
    caught(claim)


@pytest.mark.long
@pytest.mark.parametrize("id", LONG)
def test_the_long_audit_refutes_the_claim(id):
    caught(false_claim(id))


class KeptCells(AsPublished):
    """How many cells LouvainDP as printed keeps: what its partition is computed from."""

    def draw(self, graph, epsilon, rng):
        published = LouvainDP(variant="as_published", k=1)
        shuffle, noise = rng.spawn(2)
        cells, _ = published.kept_cells(
            Supergraph.drawn(graph, size=1, draws=SeededDraws(shuffle)),
            epsilon=epsilon,
            draws=SeededDraws(noise),
        )
        return Scores(np.array([float(len(cells))]), measure="kept cells")


@pytest.mark.long
def test_louvaindp_as_printed_keeps_numbers_of_cells_that_were_impossible():
    violation(KeptCells(), epsilon=3.0, runs=5000, pairs=[false_claim("empty-cells").pair])


@pytest.mark.long
def test_parity_and_undefined_are_certain_on_one_side():
    assert 0 in caught(false_claim("parity")).counts
    assert "refused" in caught(false_claim("closeness-peak")).reason


@pytest.mark.long
@pytest.mark.parametrize(("id", "loss"), [("both-directions", 2.0), ("clipped-flip", 7.0)])
def test_no_more_is_certified_than_is_lost(id, loss):
    """Two coins in place of one; seven pairs at half of epsilon = 2."""
    assert caught(false_claim(id)).certified_epsilon <= loss
