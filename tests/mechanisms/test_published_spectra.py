"""LNPP and SBMF do what was published, and their counterexamples hold."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.lnpp import LNPP, eigengaps, gap_shares, nearest_orthonormal
from graphdp_core.mechanisms.sbmf import SBMF, value_epsilon
from graphdp_core.params import Refused
from graphdp_core.spectra.eigenpairs import leading_eigenpairs

TRIANGLES = Graph.from_edges(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)])
WITH = [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5), (2, 5), (3, 4)]
WITHOUT = [pair for pair in WITH if pair != (0, 3)]


def test_the_published_budget_is_ten_parts_of_460():
    values = np.array([9.0, 6.0, 5.0, 1.0])
    value_scale, vector_scales = LNPP(k=3).scales(values, 16, 460.0)
    assert value_scale == pytest.approx(math.sqrt(6) / 10)
    np.testing.assert_allclose(vector_scales, 4.0 / (np.array([3.0, 1.0, 1.0]) * 150.0))
    narrow, _ = LNPP(k=3, noise="deviation").scales(values, 16, 460.0)
    assert narrow == pytest.approx(value_scale / math.sqrt(2))
    free, vectors = LNPP(k=3, split="free", value_share=0.4).scales(values, 16, 10.0)
    assert free == pytest.approx(math.sqrt(6) / 4)
    assert vectors[0] == pytest.approx(4.0 / (3.0 * 2.0))
    assert LNPP(k=1, split="free").scales(values[:2], 16, 1.0)[0] == pytest.approx(5.0)


def test_the_values_have_laplace_noise_around_the_truth():
    g = gdp.load_graph("karate")
    true = leading_eigenpairs(g, 2, debias=False, largest=True)[0]
    values = np.array(
        [
            LNPP(k=2).release(g, epsilon=460.0, rng=np.random.default_rng(s)).values
            for s in range(600)
        ]
    )
    # Kolmogorov-Smirnov at 10^-7 each.
    for i in range(2):
        assert stats.kstest(values[:, i] - true[i], stats.laplace(scale=0.2).cdf).pvalue > 1e-7


def test_orthogonalisation_is_the_nearest_and_ignores_scale(rng):
    x = rng.standard_normal((8, 3))
    u = nearest_orthonormal(x)
    np.testing.assert_allclose(u.T @ u, np.eye(3), atol=1e-12)
    values, turn = np.linalg.eigh(x.T @ x)
    np.testing.assert_allclose(u, x @ turn @ np.diag(values**-0.5) @ turn.T)
    others = (np.linalg.qr(rng.standard_normal((8, 3)))[0] for _ in range(200))
    assert all(np.trace(v.T @ x) < np.trace(u.T @ x) for v in others)
    np.testing.assert_allclose(nearest_orthonormal(5.0 * x), u)


def test_equal_eigenvalues_are_refused_with_a_reason():
    with pytest.raises(ValueError, match=r"number 1 of this graph .* reads the private graph"):
        LNPP(k=1).check(TRIANGLES, 1.0)


def test_a_budget_by_the_gaps_has_the_least_noise_of_all_and_tells_of_the_gaps():
    gaps, rng = np.array([5.0, 0.4, 2.0]), np.random.default_rng(0)
    least = (1.0 / (gaps * gap_shares(gaps))).sum()
    for shares in rng.dirichlet(np.ones(3), size=200):
        assert (1.0 / (gaps * shares)).sum() >= least
    values = np.array([9.0, 4.0, 3.6, 1.6])
    equal, mine = (LNPP(k=3, split=split).scales(values, 16, 10.0)[1]
                   for split in ("published", "gaps"))  # fmt: skip
    assert mine.sum() < equal.sum()
    moved = LNPP(k=3, split="gaps").scales(values + np.eye(4)[0], 16, 10.0)[1]
    assert moved[2] != pytest.approx(mine[2]), "the noise of one vector tells of another's gap"
    assert not LNPP(split="gaps").guarantee(1.0).protects


def test_the_counterexample_of_lnpp_breaks_its_guarantee():
    """Second vectors of two neighbours: an event 10 times as likely at epsilon_2 = 1."""
    runs = 1_000_000
    hits = []
    graphs = [Graph.from_edges(6, edges) for edges in (WITH, WITHOUT)]
    pairs = [leading_eigenpairs(g, 3, debias=False, largest=True) for g in graphs]
    target = pairs[0][1][:, 1]
    assert target @ pairs[1][1][:, 1] < -0.96
    for seed, (values, vectors) in enumerate(pairs):
        scale = math.sqrt(6) / eigengaps(values)[1]
        x = vectors[:, 1] + np.random.default_rng(seed).laplace(size=(runs, 6)) * scale
        hits.append(int((x @ target > 0.9 * np.linalg.norm(x, axis=1)).sum()))
    # Clopper-Pearson at 10^-7 on either side.
    low = stats.beta.ppf(1e-7, hits[0], runs - hits[0] + 1)
    high = stats.beta.ppf(1 - 1e-7, hits[1] + 1, runs - hits[1])
    assert low / high > 10.0, hits


def test_the_nominal_epsilon_of_sbmf_is_the_published_one():
    # k (2t/(2 + t))^1.5 + alpha k^2 lambda_1 with t = 147, k = 5, lambda_1 = 17.8317; the
    # publication rounds the parts to 14 and 446.
    assert value_epsilon(5, 147) == pytest.approx(13.858, abs=1e-3)
    for alpha, published in (
        (0.01, 18.46),
        (0.1, 58.6),
        (0.5, 237),
        (1, 460),
        (5, 2244),
        (10, 4474),
    ):
        assert value_epsilon(5, 147) + alpha * 25 * 17.8317 == pytest.approx(published, rel=0.01)


def test_both_budgets_spend_epsilon_by_the_formula():
    g = gdp.load_graph("karate")
    largest = leading_eigenpairs(g, 1, debias=False, largest=True)[0][0]
    for sbmf, epsilon in (
        (SBMF(k=3, split="published"), 30.0),
        (SBMF(k=3), 0.5),
        (SBMF(k=3, value_share=0.2), 8.0),
        (SBMF(k=3), 100.0),
    ):
        alpha, variance = sbmf.strengths(g, epsilon)
        assert value_epsilon(3, variance) + alpha * 9 * largest == pytest.approx(epsilon)
        assert variance == g.n if sbmf.split == "published" else variance <= g.n
    assert SBMF(k=3).strengths(Graph.from_edges(9, []), 5.0)[0] == 0.0


def test_the_counterexample_of_sbmf_loses_more_than_its_formula_says():
    """By integration, and by its releases; these fail with probability 1e-6."""
    turn = np.linspace(0.0, math.pi, 20_001)
    mean = 6.0 * np.sin(2.0 * turn)  # tau^2 alpha/(2 + tau^2) at tau^2 = 2 and alpha = 12
    weight = np.exp(mean**2 / 2.0)
    beyond = stats.norm.sf(6.0 - mean) + stats.norm.cdf(-6.0 - mean)
    joined, apart = float((weight * beyond).sum() / weight.sum()), float(2.0 * stats.norm.sf(6.0))
    assert (joined, apart) == (pytest.approx(0.4656, abs=1e-4), pytest.approx(1.97e-9, rel=0.01))
    assert math.log(joined / apart) == pytest.approx(19.28, abs=0.01)
    made, edge = SBMF(k=1, sweeps=30, split="published"), Graph.from_edges(2, [(0, 1)])
    assert made.strengths(edge, 13.0) == (pytest.approx(12.0), 2.0)
    assert math.log(joined / apart) > 13.0
    seen = sum(
        abs(float(made.release(edge, epsilon=13.0, rng=np.random.default_rng(i)).values[0])) > 6.0
        for i in range(400)
    )
    assert abs(seen - 400 * joined) < 5.0 * math.sqrt(400 * joined * (1.0 - joined))


def test_too_small_an_epsilon_for_the_published_budget_is_refused():
    with pytest.raises(ValueError, match=r"epsilon must be above 12\.98 with the published budget"):
        SBMF(split="published").check(gdp.load_graph("karate"), 10.0)


@pytest.mark.parametrize(("model", "beside"), [("adjacency", 0), ("probit", 8)])
def test_no_settings_of_sbmf_ask_for_more_than_a_bounded_number_of_steps(model, beside):
    most = 6e10
    for k, sweeps in itertools.product((1, 5, 10), (1, 12, 200, 1000, 20_000)):
        made = SBMF(k=k, sweeps=sweeps, model=model)
        n = made.largest_n
        assert k < n <= 1000, "the settings leave something to release"
        assert sweeps * (k + beside) * n**3 <= most
        assert n == 1000 or sweeps * ((k + beside) * (n + 1) ** 3 + 2e6) > most
        with pytest.raises(Refused, match=f"at most {n:,} nodes with these settings"):
            made.check(Graph.from_edges(n + 1, []), 20.0)


def test_sbmf_at_great_strength_finds_the_leading_direction():
    g = gdp.load_graph("karate")
    release = SBMF(k=1, sweeps=60).release(g, epsilon=1000.0, rng=gdp.noise_stream(5))
    top = leading_eigenpairs(g, 1, debias=False, largest=True)[1][:, 0]
    assert abs(release.vectors[:, 0] @ top) > 0.95


def test_the_probit_reading_separates_edges_from_gaps():
    g = gdp.generate("sbm", n=60, blocks=2, within=0.7, between=0.05, seed=1)
    release = SBMF(k=2, sweeps=150, model="probit").release(
        g, epsilon=20.0, rng=gdp.noise_stream(5)
    )
    signal = release.vectors @ np.diag(release.values) @ release.vectors.T
    edges = g.adjacency().toarray()[np.triu_indices(60, 1)] > 0
    scores = signal[np.triu_indices(60, 1)]
    assert scores[edges].mean() > scores[~edges].mean() + 1.0
