"""Overview: every statistic against networkx, every estimate against dense sums."""

import math
from dataclasses import replace
from itertools import combinations, product

import networkx as nx
import numpy as np
import pytest
from agreement.independent import CASES, comparison, flip_probability, graph, matrix, plain, signal
from agreement.independent import release as drawn
from scipy.sparse import csr_array
from scipy.stats import ks_2samp

import graphdp_core as gdp
from graphdp_core.spectra.debiasing import unbiased_counts

pytestmark = pytest.mark.long  # each part has tests of its own that are quick

NAMES = list(CASES)


def _path_length(g: nx.Graph) -> float:
    """Mean over ordered pairs of the largest component, by a search from every node."""
    members = sorted(max(nx.connected_components(g), key=lambda c: (len(c), -min(c))))
    hops = [
        d for s in members for t, d in nx.single_source_shortest_path_length(g, s).items() if t != s
    ]
    return float(np.mean(hops))


def _by_networkx(g: nx.Graph) -> dict[str, float]:
    n, m = g.number_of_nodes(), g.number_of_edges()
    degrees = [d for _, d in g.degree()]
    return {
        "edges": m,
        "density": nx.density(g),
        "mean_degree": 2 * m / n,
        "max_degree": max(degrees),
        "wedges": sum(math.comb(d, 2) for d in degrees),
        "triangles": sum(nx.triangles(g).values()) // 3,
        "transitivity": nx.transitivity(g),
        "average_clustering": nx.average_clustering(g),
        "assortativity": nx.degree_assortativity_coefficient(g),
        "components": nx.number_connected_components(g),
        "largest_component": max(map(len, nx.connected_components(g))) / n,
        "average_path_length": _path_length(g),
    }


def _estimates(a: np.ndarray) -> dict[str, float]:
    """Sums over node triples of the estimated cells."""
    n = len(a)
    edges = np.triu(a, 1).sum()
    wedges = sum(a[i, j] * a[i, k] for i in range(n) for j, k in combinations(range(n), 2))
    triangles = np.trace(a @ a @ a) / 6
    return {
        "edges": edges,
        "density": edges / math.comb(n, 2),
        "mean_degree": 2 * edges / n,
        "wedges": wedges,
        "triangles": triangles,
        "transitivity": 3 * triangles / wedges if wedges > 0 else math.nan,
    }


@pytest.mark.parametrize("name", NAMES)
def test_statistics_are_those_of_networkx(name: str) -> None:
    c = comparison(name, "overview")
    assert c.release == drawn(name)
    for result, g in ((c.baseline, graph(name)), (c.private, c.release)):
        assert dict(result.values) == pytest.approx(_by_networkx(plain(g)), rel=1e-9)
        assert result.degrees.tolist() == [d for _, d in plain(g).degree()]


@pytest.mark.parametrize("name", [n for n in NAMES if n != "pure noise"])
def test_estimates_are_dense_sums_over_the_estimated_matrix(name: str) -> None:
    c = comparison(name, "overview")
    a = signal(name, c.release)
    assert dict(c.private.estimates) == pytest.approx(_estimates(a), rel=1e-7, nan_ok=True)
    assert c.private.degree_estimates == pytest.approx(np.clip(a.sum(axis=1), 0, len(a) - 1))


@pytest.mark.parametrize("name", NAMES)
def test_errors_are_differences_to_the_truth(name: str) -> None:
    c = comparison(name, "overview")
    true, raw = _by_networkx(plain(graph(name))), _by_networkx(plain(c.release))
    own, seen = matrix(graph(name)).sum(axis=1), matrix(c.release).sum(axis=1)
    expected = {
        "edges_error_raw": abs(raw["edges"] / true["edges"] - 1),
        "triangles_error_raw": abs(raw["triangles"] / true["triangles"] - 1),
        "degree_distance_raw": ks_2samp(own, seen).statistic,
        **dict.fromkeys(
            ("edges_error", "triangles_error", "transitivity_error", "degree_distance"), math.nan
        ),
    }
    if name != "pure noise":
        fair = _estimates(signal(name, c.release))
        degrees = np.round(np.clip(signal(name, c.release).sum(axis=1), 0, len(own) - 1))
        expected |= {
            "edges_error": abs(fair["edges"] / true["edges"] - 1),
            "triangles_error": abs(fair["triangles"] / true["triangles"] - 1),
            "transitivity_error": abs(fair["transitivity"] - true["transitivity"]),
            "degree_distance": ks_2samp(own, degrees).statistic,
        }
    assert c.metrics == pytest.approx(expected, rel=1e-7, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("mechanism", ["edge_flip", "laplace_flip"])
def test_estimates_have_exactly_the_true_mean(mechanism: str) -> None:
    """Enumerate all 64 releases of a graph on 4 nodes: the weighted mean is the truth.

    This is about the estimates themselves; the overview shows one only where it helps.
    """
    kite = gdp.Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    pairs, present = list(combinations(range(4), 2)), set(map(tuple, kite.edges.tolist()))
    pi = flip_probability(mechanism, 0.7)
    noise = gdp.EdgeNoise(true_positive_rate=1 - pi, false_positive_rate=pi)
    names = ("edges", "density", "mean_degree", "wedges", "triangles")
    mean = dict.fromkeys(names, 0.0)
    scores = {"degree": np.zeros(4), "laplacian": np.zeros(4)}
    for flips in product((0, 1), repeat=6):
        chance = np.prod([pi if f else 1 - pi for f in flips])
        edges = [p for p, f in zip(pairs, flips, strict=True) if (p in present) != bool(f)]
        noisy = replace(gdp.Graph.from_edges(4, edges), noise=noise)
        values = gdp.analysis("overview").run(noisy, rng=np.random.default_rng(0)).values
        found = unbiased_counts(4, noisy.degrees, values["triangles"], noise)
        found |= {"density": found["edges"] / 6, "mean_degree": found["edges"] / 2}
        for key in names:
            mean[key] += chance * found[key]
        for key in scores:
            run = gdp.analysis("centrality", score=key).run(noisy, rng=np.random.default_rng(0))
            scores[key] += chance * run.values
    true = _by_networkx(plain(kite))
    assert mean == pytest.approx({key: true[key] for key in names}, rel=1e-10)
    assert scores["degree"] == pytest.approx([2, 2, 3, 1])
    laplacian = nx.laplacian_centrality(plain(kite), normalized=False)
    assert scores["laplacian"] == pytest.approx([laplacian[i] for i in range(4)])


def test_facebook_agrees_with_sparse_matrices(data_dir: object) -> None:
    g = gdp.load_graph("ego-facebook")
    c = gdp.compare(g, gdp.mechanism("edge_flip"), gdp.analysis("overview"), epsilon=6.0, seed=2)
    for result, h in ((c.baseline, g), (c.private, c.release)):
        u, v = h.edges.T.astype(np.int64)
        ones = np.ones(2 * len(u), dtype=np.int64)
        a = csr_array((ones, (np.r_[u, v], np.r_[v, u])), shape=(h.n, h.n))
        degrees, squares = a.sum(axis=0), a.multiply(a @ a).sum()
        assert result.values["triangles"] == squares / 6
        assert result.values["wedges"] == (degrees * (degrees - 1)).sum() / 2
        ends = np.r_[degrees[u], degrees[v]], np.r_[degrees[v], degrees[u]]
        assert result.values["assortativity"] == pytest.approx(np.corrcoef(*ends)[0, 1])
