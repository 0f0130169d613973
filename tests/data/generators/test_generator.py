"""What every generator says of its latent positions holds, or it says why there are none."""

import numpy as np
import pytest
from scipy.stats import chi2

from graphdp_core.data import GENERATORS, Generator, generator
from graphdp_core.data.generators.latent_points import SHAPES

DRAWS, BANDS = 6, 6
WITH_POINTS = [
    *(kind() for kind in GENERATORS if not kind.no_dot_products),
    *(generator("rdpg", shape=shape) for shape in SHAPES),
    generator("rdpg", shape="torus", negative=2),
    generator("sbm", within=0.05, between=0.3),
    generator("sbm", within=0.2, between=0.2),
    generator("mixed_membership", blocks=4, within=0.1, between=0.4),
]


def named(model: Generator) -> str:
    return f"{model.id}-{getattr(model, 'shape', '')}{getattr(model, 'within', '')}"


def test_a_generator_has_points_or_says_why_it_has_none() -> None:
    for kind in GENERATORS:
        outcome = kind().dot_products(rng=np.random.default_rng(0))
        assert (outcome is None) == bool(kind.no_dot_products), kind.id
    assert generator("rdpg", shape="lemniscate_kernel").signature is None


@pytest.mark.parametrize("model", WITH_POINTS, ids=named)
def test_the_signature_is_that_of_the_probabilities(model: Generator) -> None:
    outcome = model.dot_products(rng=np.random.default_rng(4))
    matrix = outcome.probabilities()
    assert -1e-9 <= matrix.min() <= matrix.max() <= 1 + 1e-9
    values = np.linalg.eigvalsh(matrix)
    clear = 1e-9 * np.abs(values).max()
    assert outcome.signature == ((values > clear).sum(), (values < -clear).sum()) == model.signature
    assert model.latent_dimension == sum(outcome.signature)


@pytest.mark.sample
@pytest.mark.parametrize("model", WITH_POINTS, ids=named)
def test_edges_follow_the_inner_products_of_the_very_stream(model: Generator) -> None:
    # Sum of z^2 over bands of probability and draws: chi-square, each side at 1e-6.
    total, count = 0.0, 0
    u, v = np.triu_indices(model.n, 1)
    for seed in range(DRAWS):
        latent = model.dot_products(rng=np.random.default_rng(seed))
        present = model.generate(rng=np.random.default_rng(seed)).adjacency().toarray()[u, v]
        p = latent.probabilities()[u, v]
        for band in np.array_split(np.argsort(p, kind="stable"), BANDS):
            spread = np.sum(p[band] * (1 - p[band]))
            if spread > 5.0:
                total += np.sum(present[band] - p[band]) ** 2 / spread
                count += 1
    assert count >= DRAWS
    assert chi2.cdf(total, count) == pytest.approx(0.5, abs=0.5 - 1e-6)


def test_shares_are_those_of_the_dirichlet_law() -> None:
    # Mean 1/k and variance (k - 1) / (k^2 (k a + 1)); 4,000 shares: 6 deviations of the mean.
    shares = generator("mixed_membership", n=4_000, blocks=5, concentration=0.5).shares(
        rng=np.random.default_rng(0)
    )
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)
    variance = 4 / (25 * 3.5)
    assert shares[:, 0].mean() == pytest.approx(0.2, abs=6 * np.sqrt(variance / 4_000))
    assert shares[:, 0].var() == pytest.approx(variance, rel=0.2)


def test_only_models_of_low_rank_have_a_latent_dimension() -> None:
    known = {
        "sbm": 3, "planted_partition": 4, "degree_corrected_sbm": 4, "rdpg_circle": 2,
        "erdos_renyi": 1, "mixed_membership": 3,
    }  # fmt: skip
    assert {id: generator(id).latent_dimension for id in known} == known
    for id in ("barabasi_albert", "moons"):
        assert generator(id).latent_dimension is None
