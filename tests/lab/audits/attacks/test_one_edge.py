"""Beliefs: those counted are those of Bayes' rule, and edgeFlip's reach the bound."""

import math

import pytest

from graphdp_core.lab.audits.attacks.one_edge import NODES, OneEdge, share_right
from tests.lab.audits.attacks.test_attack import victim

PAIRS = NODES * (NODES - 1) / 2


@pytest.mark.parametrize("mechanism", ["edge_flip", "laplace_flip"])
@pytest.mark.parametrize("prior", [0.05, 0.5])
def test_the_share_of_true_edges_among_shown_pairs_is_the_belief(mechanism, prior):
    of = victim(1.0, mechanism, seed=3)
    p, q = of.rates
    found = share_right(of, prior)
    for share, likely, unlikely in zip(found, (p, 1 - p), (q, 1 - q), strict=True):
        seen = prior * likely + (1 - prior) * unlikely
        belief = prior * likely / seen
        deviation = math.sqrt(belief * (1 - belief) / (PAIRS * seen))
        assert abs(share - belief) < 4.5 * deviation  # all eight miss with < 1e-4


def test_edge_flip_attains_the_bound_and_laplace_flip_its_exact_one():
    for mechanism in ("edge_flip", "laplace_flip"):
        found = OneEdge(prior=0.2).run(victim(1.5, mechanism)).numbers
        assert found["after, if shown"] == pytest.approx(found["most"])
        assert found["after, if not shown"] == pytest.approx(found["least"])
