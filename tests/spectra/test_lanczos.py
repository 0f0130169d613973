"""A growing block Krylov space finds leading pairs, and says how far off they are.

The limit holds inside, and what was before comes back.
"""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from graphdp_core.spectra.lanczos import block_lanczos, one_thread


def by_magnitude(values):
    return np.argsort(-np.abs(values), kind="stable")


def search(matrix, k, tolerance, most=160):
    return block_lanczos(
        lambda x: (matrix @ x).astype(np.float32),
        len(matrix),
        k,
        most=most,
        order=by_magnitude,
        enough=lambda values, lengths: bool((lengths <= tolerance * np.abs(values)).all()),
    )


def symmetric(values, seed=0):
    turn = np.linalg.qr(np.random.default_rng(seed).normal(size=(len(values),) * 2))[0]
    return (turn * values) @ turn.T


def test_pairs_are_those_of_a_full_decomposition():
    top = [9.0, -8.0, 7.0, -6.5]
    matrix = symmetric(np.append(top, np.linspace(-3.0, 3.0, 396)))
    values, vectors, lengths = search(matrix, 4, 1e-5)
    np.testing.assert_allclose(values, top, rtol=1e-5)
    np.testing.assert_allclose(
        np.linalg.norm(matrix @ vectors - vectors * values, axis=0), 0.0, atol=2e-4
    )
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=0), 1.0, atol=1e-5)
    assert (lengths <= 1e-5 * np.abs(values)).all()


def test_an_eigenvalue_comes_as_often_as_it_occurs():
    matrix = symmetric(np.append(np.full(6, 5.0), np.linspace(-1.0, 1.0, 394)))
    values, vectors, _ = search(matrix, 6, 1e-4)
    np.testing.assert_allclose(values, 5.0, rtol=1e-5)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(6), atol=1e-5)


def test_the_lengths_are_those_of_the_remainders():
    noise = np.random.default_rng(1).normal(size=(500, 500))
    matrix = noise + noise.T
    values, vectors, lengths = search(matrix, 10, 0.2)
    numbers = np.linalg.norm(matrix @ vectors - vectors * values, axis=0)
    np.testing.assert_allclose(lengths, numbers, rtol=1e-2)
    nearest = np.abs(np.linalg.eigvalsh(matrix)[:, None] - values).min(axis=0)
    assert (nearest <= 1.01 * lengths).all()


def test_the_search_ends_with_what_it_has():
    noise = np.random.default_rng(2).normal(size=(300, 300))
    values, vectors, lengths = search(noise + noise.T, 10, 1e-9, most=64)
    assert (values.shape, vectors.shape) == ((10,), (300, 10))
    assert lengths.max() > 1e-9


@pytest.mark.parametrize("rank", [0, 1, 3, 20])
def test_a_space_that_is_used_up_does_no_harm(rank):
    values = np.zeros(300)
    values[:rank] = np.arange(rank, 0, -1)
    match, vectors, _ = search(symmetric(values), 20, 1e-4, most=120)
    np.testing.assert_allclose(match, values[:20], atol=1e-5 * max(rank, 1))
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(20), atol=1e-4)


def threads():
    return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}


def test_one_thread_inside_and_as_many_as_before_outside():
    with threadpool_limits(2, user_api="blas"):
        for _ in range(2):
            before = threads()
            with one_thread():
                assert threads() == {1}
            assert threads() == before
