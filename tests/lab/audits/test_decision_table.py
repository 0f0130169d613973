"""Every published mechanism with its verdict: what is true, what is false, and what ships."""

import itertools
import math
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.settings import readings
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.privacy.guarantee import Status
from tests.lab.exact_laws import exact_loss, flip_distribution

PURE, APPROXIMATE = Status.PROVED_PURE, Status.PROVED_APPROX
LIMIT, FALSE = Status.ASYMPTOTIC, Status.AS_PUBLISHED_NOT_DP
PRACTISED = Status.AS_PRACTISED
SCORES = {"score": "eigenvector"}
ROWS = [
    *((id, {}, PURE, 1.0) for id in (
        "edge_flip", "top_m_filter", "low_rank_posterior", "private_block_model",
        "private_bter", "dk_series", "one_pass_labelling",
        "noisy_degrees", "two_round_laplacian", "weight_laplace", "group_mixing",
        "node_graph", "private_tree_cost", "threshold_peeling", "minus_exponential",
        "exact_tree"
    )),
    ("laplace_flip", {}, PURE, math.log(2 * math.exp(0.5) - 1)),
    ("private_block_model", {"blocks": "one_block"}, PURE, 1.0),
    ("dk_series", {"series": "2k_as_published"}, FALSE, None),
    ("louvain_dp", {"variant": "as_published"}, FALSE, None),
    ("louvain_dp", {"variant": "exact"}, PURE, 1.0),
    ("mod_divisive", {}, LIMIT, None),
    ("mod_divisive", {"cut": "noise_free"}, FALSE, None),
    ("noisy_degrees", {"sequence": 0.5}, PURE, 1.0),
    ("noisy_centrality", {"score": "closeness", "calibration": "published_local"}, FALSE, None),
    ("noisy_centrality", {"score": "closeness", "calibration": "published_bound"}, FALSE, None),
    ("noisy_centrality", {"score": "closeness", "calibration": "published_smooth"}, FALSE, None),
    ("noisy_centrality", {"score": "laplacian", "calibration": "sound_smooth"}, APPROXIMATE, 1.0),
    ("noisy_centrality", {"score": "laplacian", "noise": "cauchy"}, PURE, 1.0),
    ("noisy_centrality", {"calibration": "global"}, PURE, 1.0),
    ("noisy_centrality", {"support": "fixed", "highest": 2.0}, APPROXIMATE, 1.0),
    ("noisy_centrality", SCORES | {"calibration": "sound_smooth"}, APPROXIMATE, 1.0),
    ("noisy_centrality", SCORES | {"calibration": "propose_test_release"}, APPROXIMATE, 1.0),
    ("weight_gaussian", {}, APPROXIMATE, 1.0),
    ("pamst", {"sensitivity": "thesis"}, PURE, 0.5),
    ("pamst", {"sensitivity": "tight"}, PURE, 1.0),
    ("pamst", {"sensitivity": "normalised"}, PURE, 0.5),
    ("pamst", {"selection": "kruskal"}, PURE, 1.0),
    ("pamst", {"weights_share": 0.5}, PURE, 1.0),
    ("lnpp", {}, FALSE, None),
    ("names_off", {}, PRACTISED, None),
    ("k_anonymous", {}, PRACTISED, None),
    ("sbmf", {}, FALSE, None),
    ("noisy_eigenvalues", {"k": 1}, PURE, 1.0),
    ("noisy_eigenvalues", {"k": 5}, PURE, 1.0),
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
    ("private_tree_cost", {"norm": "one", "noise": "smooth"}, PURE, 1.0),
    ("pamst", {"norm": "person_added", "selection": "kruskal"}, PURE, 1.0),
    *(("pamst", {"norm": norm, "selection": "kruskal", "accounting": "zcdp"}, APPROXIMATE, 1.0)
      for norm in ("l1", "linf", "person_added", "person_replaced")),
    *((tree, {"norm": norm}, PURE, 1.0)
      for tree in ("pamst", "minus_exponential", "exact_tree")
      for norm in ("linf", "person_added", "person_replaced")),
    *(("private_tree_cost", {"norm": norm}, PURE, 1.0)
      for norm in ("linf", "person_added", "person_replaced", "one")),
    *(("weight_laplace", {"norm": norm}, PURE, 1.0)
      for norm in ("linf", "person_replaced", "person_added")),
    *(("weight_gaussian", {"norm": norm}, APPROXIMATE, 1.0)
      for norm in ("linf", "person_added", "person_replaced")),
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


def test_the_table_of_the_document_has_every_promise_and_no_other():
    text = (Path(__file__).parents[3] / "docs" / "proofs.md").read_text(encoding="utf-8")
    table = text.partition("### The decision table")[2].partition("\n##")[0]
    told = re.findall(r"^\| `(\w+)` \| (.+?) \| .+ \| (.+?) \|$", table, re.MULTILINE)
    stated = {(id, status): set(protects.split("; ")) for id, protects, status in told}
    assert len(stated) == len(told), "one line for each mechanism and status"
    here: dict[tuple[str, str], set[str]] = {}
    for id, settings, status, _ in ROWS:
        relation = gdp.mechanism(id, **settings).guarantee(1.0).relation
        here.setdefault((id, status.value), set()).add(relation.value)
    assert stated == here


def test_every_status_is_met():
    assert {status for _, _, status, _ in ROWS} == {PURE, APPROXIMATE, LIMIT, FALSE, PRACTISED}


def test_every_mechanism_has_a_row_for_each_promise_that_it_can_make():
    def promise(made):
        guarantee = made.guarantee(1.0)
        return made.id, guarantee.relation, guarantee.status

    here = {promise(gdp.mechanism(id, **settings)) for id, settings, _, _ in ROWS}
    made = [kind() for kind in gdp.MECHANISMS]
    made += [other for kind in gdp.MECHANISMS for _, other in readings(kind)]
    assert {promise(one) for one in made} <= here


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 4.0])
def test_the_best_asymmetric_flip_spends_all_of_epsilon_and_a_one_sided_one_has_none(epsilon):
    for edges in (1.0, 10.0, 44.0):
        noise = TopMFilter.noise_of(edges, 45, epsilon)
        graphs = Graph.from_edges(2, []), Graph.from_edges(2, [(0, 1)])
        laws = [flip_distribution(graph, noise) for graph in graphs]
        assert exact_loss(*laws)[0] == pytest.approx(epsilon, rel=1e-9)
    never = [flip_distribution(graph, EdgeNoise(0.9, 0.0)) for graph in graphs]
    assert exact_loss(*never)[0] == math.inf


def test_the_ideal_exponential_mechanism_of_moddivisive_keeps_epsilon():
    """All graphs of four nodes, two groups: exponent epsilon S/4 with S = mQ, by enumeration."""
    pairs, epsilon = list(itertools.combinations(range(4), 2)), 1.0
    splits = np.array(list(itertools.product((0, 1), repeat=4)))

    def law(code):
        edges = [pair for k, pair in enumerate(pairs) if code >> k & 1]
        degrees = np.bincount(np.array(edges, dtype=int).ravel(), minlength=4)
        inside = sum((splits[:, u] == splits[:, v]).astype(float) for u, v in edges)
        ends = [((splits == group) * degrees).sum(axis=1) ** 2 for group in (0, 1)]
        score = inside - (ends[0] + ends[1]) / (4.0 * max(len(edges), 1))
        weights = np.exp(epsilon * score / 4.0)
        return weights / weights.sum()

    laws = [law(code) for code in range(64)]
    losses = [
        np.abs(np.log(laws[code] / laws[code ^ (1 << k)])).max()
        for code in range(64)
        for k in range(6)
    ]
    assert 0.2 * epsilon < max(losses) <= epsilon


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
    values = [
        gdp.compare(Graph.from_edges(30, edges), Pretended(), made, epsilon=1.0).private
        for edges in (path, ring)
    ]
    assert pickle.dumps(values[0]) == pickle.dumps(values[1])
