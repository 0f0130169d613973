"""The iteration behind leading eigenpairs: deterministic, and stoppable between its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats

if TYPE_CHECKING:
    from scipy.sparse.linalg import LinearOperator

__all__ = ["lanczos", "ritz_values", "start_vector", "watched"]


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
    size = min(n, max(30, 3 * k // 2))
    found = np.empty(0), np.empty((n, 0))
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
            found = stopped.eigenvalues, stopped.eigenvectors
    return found


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
    found: Floats = eigh_tridiagonal(diagonal[: step + 1], beside[:step], eigvals_only=True)[::-1]
    return found


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
