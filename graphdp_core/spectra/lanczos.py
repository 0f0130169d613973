"""The iteration behind leading eigenpairs: deterministic, and stoppable between its steps.

Leading eigenpairs from one growing block Krylov space, looked at after every step.

Small products of dense matrices on one thread: more of them wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels.adjacency_rows import LANES

if TYPE_CHECKING:
    from scipy.sparse.linalg import LinearOperator


def one_thread() -> AbstractContextManager[Any]:
    """Within it, linear algebra that this thread calls uses one thread.

    On a busy machine, threads that share a product of milliseconds spin while they wait for each
    other: ten times the processor's time and more, on two cores at a load of 20.

    Examples
    --------
    >>> import numpy as np
    >>> with one_thread():
    ...     np.ones((2, 3)) @ np.ones((3, 2))
    array([[3., 3.],
           [3., 3.]])
    """
    limit: AbstractContextManager[Any] = _controller().limit(limits=1, user_api="blas")
    return limit


@cache
def _controller() -> Any:
    import scipy.linalg  # noqa: F401 (brings a library of its own, to be found)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def lanczos(
    operator: LinearOperator,
    k: int,
    which: str,
    tolerance: float,
    *,
    start: Floats | None = None,
) -> tuple[Floats, Floats]:
    """Implicitly restarted Lanczos; where it does not converge, once more with less asked.

    `which` is "LM" (largest magnitude) or "LA" (largest value). An eigenvalue that occurs several
    times may be returned fewer times.
    """
    from scipy.sparse.linalg import ArpackNoConvergence, eigsh

    n = operator.shape[0]
    if start is None:
        start = start_vector(n)
    size = min(n, max(20, 2 * k + 12))  # up to a sixth less time than with what scipy takes
    pairs = np.empty(0), np.empty((n, 0))
    for loosen, restarts in ((1.0, 300), (100.0, 1000)):
        try:
            return eigsh(
                operator,
                k=k,
                which=which,
                v0=start.astype(operator.dtype),
                ncv=size,
                tol=min(tolerance * loosen, 0.1),
                maxiter=restarts,
                rng=np.random.default_rng(0),  # restarts inside the solver: the same every time
            )
        except ArpackNoConvergence as stopped:
            pairs = stopped.eigenvalues, stopped.eigenvectors
    return pairs


def ritz_values(operator: LinearOperator, steps: int) -> Floats:
    """After so many steps, largest first: none is above the largest eigenvalue.

    An eigenvalue at twice the reach of all others is found in about ten steps; within a bulk they
    tell where it ends.
    """
    from scipy.linalg import eigh_tridiagonal

    n = operator.shape[0]
    basis = np.zeros((min(steps, n), n), dtype=operator.dtype)
    vector = start_vector(n)
    basis[0] = vector / np.linalg.norm(vector)
    diagonal, beside = np.zeros(len(basis)), np.zeros(len(basis))
    for step in range(len(basis)):
        rest = operator @ basis[step]
        diagonal[step] = rest @ basis[step]
        rest = rest - basis[: step + 1].T @ (basis[: step + 1] @ rest)
        beside[step] = np.linalg.norm(rest)
        if step + 1 == len(basis) or not beside[step] > 0.0:
            break
        basis[step + 1] = rest / beside[step]
    values: Floats = eigh_tridiagonal(diagonal[: step + 1], beside[:step], eigvals_only=True)[::-1]
    return values


def start_vector(n: int) -> Floats:
    """Near the constant vector, but with no symmetry that would hide an eigenvector."""
    vector: Floats = 0.75 + 0.5 * np.modf(np.arange(n) * 0.618033988749895)[0]
    return vector


def watched(
    operator: LinearOperator, m: int, progress: Callable[[float, str], None]
) -> LinearOperator:
    """The same operator, which reports every 50 ms or so of its work."""
    from scipy.sparse.linalg import LinearOperator

    steps = 0
    every = max(1, 25_000_000 // (m + 10 * operator.shape[0] + 20_000))

    def product(x: NDArray[Any]) -> NDArray[Any]:
        nonlocal steps
        steps += 1
        if steps % every == 0:
            progress(steps / (steps + 100), "leading eigenvectors")
        return operator @ x

    return LinearOperator(operator.shape, matvec=product, dtype=operator.dtype)


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
