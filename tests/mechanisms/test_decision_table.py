"""Every published mechanism with its verdict: what is true, what is false, and what ships."""

import math
import pickle

import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.privacy.guarantee import Status

PURE, APPROXIMATE = Status.PROVED_PURE, Status.PROVED_APPROX
LIMIT, FALSE = Status.ASYMPTOTIC, Status.AS_PUBLISHED_NOT_DP
SCORES = {"score": "eigenvector"}
ROWS = [
    ("edge_flip", {}, PURE, 1.0),
    ("laplace_flip", {}, PURE, math.log(2 * math.exp(0.5) - 1)),
    ("top_m_filter", {}, PURE, 1.0),
    ("private_bter", {}, PURE, 1.0),
    ("louvain_dp", {"variant": "as_published"}, FALSE, None),
    ("louvain_dp", {"variant": "exact"}, PURE, 1.0),
    ("mod_divisive", {}, LIMIT, None),
    ("noisy_centrality", {"score": "closeness", "calibration": "published_local"}, FALSE, None),
    ("noisy_centrality", {"score": "closeness", "calibration": "published_bound"}, FALSE, None),
    ("noisy_centrality", {"score": "closeness", "calibration": "published_smooth"}, FALSE, None),
    ("noisy_centrality", {"score": "laplacian", "calibration": "sound_smooth"}, APPROXIMATE, 1.0),
    ("noisy_centrality", SCORES | {"calibration": "sound_smooth"}, APPROXIMATE, 1.0),
    ("noisy_centrality", SCORES | {"calibration": "propose_test_release"}, APPROXIMATE, 1.0),
    ("weight_laplace", {}, PURE, 1.0),
    ("weight_gaussian", {}, APPROXIMATE, 1.0),
    ("pamst", {"sensitivity": "thesis"}, PURE, 0.5),
    ("pamst", {"sensitivity": "tight"}, PURE, 1.0),
    ("pamst", {"sensitivity": "normalised"}, PURE, 0.5),
    ("pamst", {"selection": "kruskal"}, PURE, 1.0),
    ("pamst", {"weights_share": 0.5}, PURE, 1.0),
    ("lnpp", {}, FALSE, None),
    ("sbmf", {}, FALSE, None),
    ("noisy_eigenvalues", {"k": 1}, PURE, 1.0),
    ("noisy_eigenvalues", {"k": 5}, PURE, 1.0),
    ("vector_bingham", {}, PURE, 1.0),
    ("private_count", {"count": "edges"}, PURE, 1.0),
    ("private_count", {"noise": "ladder"}, PURE, 1.0),
    ("private_count", {"noise": "smooth"}, PURE, 1.0),
    ("private_count", {"count": "k_triangles", "k": 3}, PURE, 1.0),
    ("node_count", {"neighbours": "rewire"}, PURE, 1.0),
    ("node_count", {"neighbours": "join"}, PURE, 1.0),
    ("node_count", {"count": "triangles"}, PURE, 1.0),
    ("node_count", {"projection": "truncated"}, PURE, 1.0),
    ("node_degrees", {"neighbours": "rewire"}, PURE, 1.0),
    ("node_degrees", {"neighbours": "join", "choice": "private"}, PURE, 1.0),
    ("node_graph", {}, PURE, 1.0),
    ("personal_nearness", {"way": "flip"}, PURE, 1.0),
    ("personal_nearness", {"way": "flow"}, PURE, 1.0),
    ("threshold_peeling", {}, PURE, 1.0),
    ("stable_eigenvector", {}, APPROXIMATE, 1.0),
    ("weight_laplace", {"norm": "person_added"}, PURE, 1.0),
    ("weight_gaussian", {"norm": "person_replaced"}, APPROXIMATE, 1.0),
    ("pamst", {"norm": "person_added", "selection": "kruskal"}, PURE, 1.0),
    ("pamst", {"selection": "kruskal", "accounting": "zcdp"}, APPROXIMATE, 1.0),
    ("minus_exponential", {}, PURE, 1.0),
    ("exact_tree", {"norm": "person_replaced"}, PURE, 1.0),
]  # fmt: skip
"""Mechanism, its settings, its true status, and the exact epsilon at a nominal 1."""


@pytest.mark.parametrize(("id", "settings", "status", "exact"), ROWS)
def test_the_code_states_the_verdict(id, settings, status, exact):
    guarantee = gdp.mechanism(id, **settings).guarantee(1.0)
    assert guarantee.status is status
    if exact is None:
        assert not guarantee.protects
        assert "No privacy guarantee" in guarantee.statement()
    else:
        assert guarantee.effective_epsilon == pytest.approx(exact, rel=1e-9)
        assert (guarantee.delta > 0) == (status is APPROXIMATE)


def test_every_status_is_met():
    assert {status for _, _, status, _ in ROWS} == {PURE, APPROXIMATE, LIMIT, FALSE}


class Pretended(gdp.mechanism("edge_flip").__class__):
    """Releases the same graph whatever it is given: what is computed then reads nothing else."""

    id = "pretended"

    def _draw(self, graph, *, epsilon, rng, progress):
        return Graph.from_edges(graph.n, RELEASED)


RELEASED = [(u, (u * u + 3 * u + 1) % 30) for u in range(30) if u != (u * u + 3 * u + 1) % 30]
READERS = [
    kind for kind in gdp.ANALYSES
    if kind.id in ("spectral", "persistence", "tomato", "louvain", "spectrum")
]  # fmt: skip


@pytest.mark.parametrize("kind", READERS, ids=lambda kind: kind.id)
def test_what_is_computed_from_a_release_reads_nothing_of_the_true_graph(kind):
    """Rows of post-processing: embedding, persistence, clusters, eigenpairs of a noisy graph."""
    path, ring = [(i, i + 1) for i in range(29)], [(i, (i + 7) % 30) for i in range(30)]
    made = kind()
    found = [
        gdp.compare(Graph.from_edges(30, edges), Pretended(), made, epsilon=1.0).private
        for edges in (path, ring)
    ]
    assert pickle.dumps(found[0]) == pickle.dumps(found[1])
