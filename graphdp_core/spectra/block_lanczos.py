"""Leading eigenpairs from one growing block Krylov space, looked at after every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels.row_sums import LANES
from graphdp_core.spectra.lanczos import start_vector
from graphdp_core.spectra.one_thread import one_thread

__all__ = ["block_lanczos"]

NOTHING = 1e-6  # of a product: what is left of it is rounding


def block_lanczos(
    product: Callable[[NDArray[Any]], NDArray[Any]],
    n: int,
    k: int,
    *,
    most: int,
    order: Callable[[Floats], NDArray[np.intp]],
    enough: Callable[[Floats, Floats], bool],
) -> tuple[Floats, Floats, Floats]:
    """The k leading Ritz pairs of a symmetric matrix; the basis grows by eight columns a step.

    Nothing is thrown away, so that no method of as many products knows more of the matrix. Eight
    columns cost little more than one, and find an eigenvalue that occurs up to eight times. The
    start is the same for every matrix.

    Parameters
    ----------
    product : callable
        The matrix times columns of shape (n, 8), in single precision.
    n, k : int
        Numbers of rows and of pairs.
    most : int
        Columns at which the search ends, enough or not: at least k + 16, at most n / 2.
    order : callable
        The places of the values, the leading ones first.
    enough : callable
        Whether the k leading values, each with the length of its remainder M u - s u, are what
        is asked for. Within the remainder of each value lies an eigenvalue.

    Returns
    -------
    values, vectors, remainders : ndarray, shape (k,), (n, k) and (k,)

    References
    ----------
    G. Golub, R. Underwood, The block Lanczos method for computing eigenvalues, Mathematical
    Software III, 1977.

    Examples
    --------
    >>> diagonal = np.append(np.full(3, 9.0), np.linspace(-1.0, 1.0, 297)).astype(np.float32)
    >>> values, _, _ = block_lanczos(
    ...     lambda x: diagonal[:, None] * x, 300, 4, most=100, order=lambda v: np.argsort(-v),
    ...     enough=lambda v, r: bool((r[:3] < 1e-3).all()),
    ... )  # fmt: skip
    >>> values[:3].round(3).tolist()
    [9.0, 9.0, 9.0]
    """
    random = np.random.default_rng(0)
    basis = np.empty((most, n), dtype=np.float32)
    inner = np.zeros((most, most))
    columns = random.standard_normal((n, LANES), dtype=np.float32)
    columns[:, 0] = start_vector(n)
    with one_thread():
        basis[:LANES] = np.linalg.qr(columns)[0].T
        for size in range(LANES, most + 1, LANES):
            known, last = basis[:size], slice(size - LANES, size)
            image = product(np.ascontiguousarray(known[last].T))
            overlap = known @ image
            inner[:size, last], inner[last, :size] = overlap, overlap.T
            rest, outer, lengths = _split(image - known.T @ overlap)
            none = lengths <= NOTHING * np.abs(overlap).max()
            rest[:, none] = random.standard_normal((n, int(none.sum())), dtype=np.float32)
            # Once more: the rest of what lies almost in the basis is anything but orthogonal to it.
            rest, again = np.linalg.qr(rest - known.T @ (known @ rest))
            outer = np.where(none, 0.0, again) @ outer
            following, ended = slice(size, size + LANES), size + LANES > most
            if size >= k + LANES:
                values, turn = np.linalg.eigh(inner[:size, :size])
                places = order(values)[:k]
                values, turn = values[places], turn[:, places]
                remainders = np.linalg.norm(outer @ turn[last], axis=0)
                if ended or enough(values, remainders):
                    break
            basis[following] = rest.T
            inner[following, last], inner[last, following] = outer, outer.T
        vectors = (known.T @ turn.astype(np.float32)).astype(np.float64)
    return values, vectors, remainders


def _split(columns: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
    """An orthonormal basis of the columns, the columns in it, and what each of it stands for."""
    from scipy.linalg import qr

    basis, turned, places = qr(columns, mode="economic", pivoting=True, check_finite=False)
    outer = np.empty_like(turned)
    outer[:, places] = turned
    return basis, outer, np.abs(np.diag(turned))
