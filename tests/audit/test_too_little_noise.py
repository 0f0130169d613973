"""Noise that is 16 times too small is caught in every proved setting, without authors' help.

A release is drawn at 16 times the epsilon that is claimed. Looking stops at the first number of
runs that convicts. Seeds are fixed.
"""

import numpy as np
import pytest
from broken import Wrapped

import graphdp_core as gdp
from graphdp_core.lab.audits.settings import proved_settings

SHORT, LONG = (94, 300, 1000), (300, 1000, 4000)
"""Releases of each input of a pair: 94 where one event tells nearly all (47 of them certify);
more where a release has other randomness than its noise, where the noise is Gaussian or without
a variance, and where the bound is far above any move of small graphs."""

ONE_EVENT = {
    "edge_flip", "laplace_flip", "top_m_filter", "louvain_dp", "noisy_degrees",
    "two_round_laplacian", "noisy_eigenvalues", "weight_laplace",
}  # fmt: skip
"""Mechanisms of which one event tells nearly all: 47 certifying runs of each input are enough."""

PROVED = proved_settings()

MORE_RUNS = {
    "noisy_centrality": "its bounds are far above the moves of most graphs",
}
"""Mechanisms whose first setting needs more runs than the short form has, and why."""

SLOW = {
    "dk_series", "exact_tree", "group_mixing",
    "louvain_dp", "low_rank_posterior", "node_degrees", "node_graph", "one_pass_labelling",
    "private_block_model", "private_bter", "threshold_peeling",
    "top_m_filter", "two_round_laplacian", "weight_gaussian",
}  # fmt: skip
"""Mechanisms of which so many small releases take seconds: in the long form only."""

FIRST = list({made.id: made for made in reversed(PROVED) if made.id not in MORE_RUNS}.values())
CENTRALITIES = [
    gdp.mechanism("noisy_centrality", score=score, calibration="global", support="vanish")
    for score in ("laplacian", "eigenvector", "closeness")
]
SHORTLY = [*reversed(FIRST), *CENTRALITIES]
"""One setting of every mechanism, and each measure of centrality."""

LONGER = [made for made in PROVED if made not in SHORTLY]


def runs_that_convict(made, counts):
    """The first of these numbers of runs with which it is convicted, or None."""
    for runs in counts:
        found = gdp.audit(Wrapped(made, louder=16.0), runs=runs, rng=np.random.default_rng(2))
        if found.verdict == "violation":
            assert found.runs == runs // 2
            return runs
    return None


@pytest.mark.parametrize(
    "made",
    [pytest.param(m, marks=pytest.mark.long if m.id in SLOW else ()) for m in SHORTLY],
    ids=repr,
)
def test_a_sixteenth_of_the_noise_is_caught(made):
    needed = runs_that_convict(made, SHORT)
    assert needed is not None
    assert needed == 94 or made.id not in ONE_EVENT


def test_every_mechanism_of_which_one_event_tells_nearly_all_is_tried():
    assert {made.id for made in SHORTLY} >= ONE_EVENT


@pytest.mark.long
@pytest.mark.parametrize("made", LONGER, ids=repr)
def test_a_sixteenth_of_the_noise_is_caught_in_all_other_settings(made):
    assert runs_that_convict(made, LONG)
