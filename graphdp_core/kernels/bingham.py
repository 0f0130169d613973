"""Exact draws from Bingham densities on spheres and on orthogonal complements.

Latent normal scores behind a binary symmetric matrix, for the probit eigenmodel.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import State, exponential, fill_normal, normal, uniform


@compiled
def bingham_vector(diagonal: Floats, fixed: Floats, state: State) -> tuple[Floats, int]:
    """A unit vector x with density ~ exp(sum_i diagonal_i x_i^2) among those with fixed' x = 0.

    In an orthonormal basis N of the complement the density is exp(z'Mz), M = N' diag N. With
    L = c I - M and c near the largest eigenvalue of M, a vector of the angular central Gaussian
    distribution with precision Omega = I + 2L/b is accepted with probability
    exp(-u) (1 + 2u/b)^(q/2) exp((q - b)/2) (b/q)^(q/2), u = z'Lz, which is at most 1 for any b
    in (0, q] and any c for which Omega is positive definite: c and b only decide the speed.

    Parameters
    ----------
    diagonal : ndarray, shape (n,)
    fixed : ndarray, shape (n, p), p < n
        Orthonormal columns.
    state : ndarray of uint64, shape (1,)

    Returns
    -------
    x : ndarray, shape (n,)
    tries : int

    References
    ----------
    J. T. Kent, A. M. Ganeiber, K. V. Mardia, A new unified approach for the simulation of a wide
    class of directional distributions, JCGS, 2018.
    """
    n, p = fixed.shape
    q = n - p
    reflectors = _reflectors(fixed)
    x = np.zeros(n)
    if q == 1:
        x[p] = 1.0 if uniform(state) < 0.5 else -1.0
        _reflect(x, reflectors)
        return x, 1
    m = _projected(diagonal, reflectors)
    top = _largest_eigenvalue(diagonal, fixed)
    b = _envelope(diagonal, fixed, top)
    omega = _precision(m, top, b)
    while math.isnan(omega[q - 1, q - 1]):  # c was too small by rounding
        top += 1.0 + 1e-9 * abs(top)
        omega = _precision(m, top, b)
    z = np.empty(q)
    tries = 0
    while True:
        tries += 1
        fill_normal(z, state)
        for i in range(q - 1, -1, -1):  # z becomes the solution y of R y = z
            total = z[i]
            for c in range(i + 1, q):
                total -= omega[i, c] * z[c]
            z[i] = total / omega[i, i]
        z /= math.sqrt(np.dot(z, z))
        u = top - np.dot(z, np.dot(m, z))
        log_accept = 0.5 * q * (math.log1p(2.0 * u / b) - math.log(q / b)) - u + 0.5 * (q - b)
        if math.log(uniform(state)) < log_accept:
            break
    for i in range(len(z)):
        x[p + i] = z[i]
    _reflect(x, reflectors)
    return x, tries


@compiled
def eigenmodel_sweeps(  # noqa: PLR0917
    diagonal: Floats, u: Floats, values: Floats, variance: float, sweeps: int, state: State
) -> int:
    """Gibbs sweeps for Y = U diag(values) U' + noise, Y = diag(`diagonal`) in its own eigenbasis.

    One sweep draws, column by column,
    values_j | U ~ normal(t u_j'Y u_j / (2 + t), 2t / (2 + t)), t = `variance`, and
    u_j | values, other columns with density ~ exp(values_j u_j'Y u_j / 2) on their complement.

    Parameters
    ----------
    diagonal : ndarray, shape (n,)
    u : ndarray, shape (n, k)
        Orthonormal columns; changed in place.
    values : ndarray, shape (k,)
        Changed in place.
    variance : float
        Prior variance tau^2 of a value.
    state : ndarray of uint64, shape (1,)

    References
    ----------
    P. D. Hoff, Simulation of the matrix Bingham-von Mises-Fisher distribution, JCGS, 2009,
    sections 3 and 4; there each column is moved coordinate by coordinate, here it is drawn at
    once from the same conditional density.
    """
    n, k = u.shape
    shrink = variance / (2.0 + variance)
    deviation = math.sqrt(2.0 * shrink)
    others = np.empty((n, k - 1))
    tries = 0
    for _ in range(sweeps):
        for j in range(k):
            score = 0.0
            for i in range(n):
                score += diagonal[i] * u[i, j] * u[i, j]
            values[j] = shrink * score + deviation * normal(state)
            for i in range(n):
                for c in range(k - 1):
                    others[i, c] = u[i, c + (c >= j)]
            x, tried = bingham_vector(0.5 * values[j] * diagonal, others, state)
            for i in range(n):
                u[i, j] = x[i]
            tries += tried
    return tries


@compiled
def _reflectors(fixed: Floats) -> Floats:
    """Unit vectors w_1..w_p, rows, whose reflections take the columns to +-e_1..e_p in turn."""
    n, p = fixed.shape
    rest = fixed.copy()
    reflectors = np.zeros((p, n))
    for j in range(p):
        w = reflectors[j]
        for i in range(j, n):
            w[i] = rest[i, j]
        size = math.sqrt(np.dot(w, w))
        w[j] += size if w[j] >= 0.0 else -size
        w /= math.sqrt(np.dot(w, w))
        for c in range(j, p):
            twice = 0.0
            for i in range(n):
                twice += w[i] * rest[i, c]
            for i in range(n):
                rest[i, c] -= 2.0 * twice * w[i]
    return reflectors


@compiled
def _reflect(x: Floats, reflectors: Floats) -> None:
    """Apply the reflections in reverse: basis coordinates become the vector."""
    for j in range(len(reflectors) - 1, -1, -1):
        x -= 2.0 * np.dot(reflectors[j], x) * reflectors[j]


@compiled
def _projected(diagonal: Floats, reflectors: Floats) -> Floats:
    """N' diag N, shape (q, q), for the basis N of the complement that the reflections give."""
    n = len(diagonal)
    p = len(reflectors)
    m = np.zeros((n, n))
    for i in range(n):
        m[i, i] = diagonal[i]
    for j in range(p):
        w = reflectors[j]
        mw = np.dot(m, w)
        mw -= np.dot(w, mw) * w
        for r in range(n):
            for c in range(n):
                m[r, c] -= 2.0 * (w[r] * mw[c] + mw[r] * w[c])
    return m[p:, p:].copy()


@compiled
def _largest_eigenvalue(diagonal: Floats, fixed: Floats) -> float:
    """An upper bound, near to it, of the largest eigenvalue of N' diag N, by bisection.

    The number of eigenvalues above x is #(diagonal > x) + #(negative eigenvalues of
    V' (diag - x)^-1 V) - p: Sylvester's law on the matrix bordered by V = `fixed`.
    """
    p = fixed.shape[1]
    low, high = diagonal.min(), diagonal.max()
    exact = 0.02 + 1e-9 * (high - low)
    high += exact
    if p == 0:
        return high
    while high - low > exact:
        middle = 0.5 * (low + high)
        count = -p
        for d in diagonal:
            count += d > middle
        gram = _weighted_gram(1.0 / (diagonal - middle), fixed)
        count += _eliminate(gram, np.zeros((p, p)))
        if count > 0:
            low = middle
        else:
            high = middle
    return high + exact


@compiled
def _envelope(diagonal: Floats, fixed: Floats, top: float) -> float:
    """The b with trace of (b I + 2L)^-1 equal to 1: the fewest rejections."""
    n, p = fixed.shape
    low, high = math.log(0.5), math.log(float(n - p))
    for _ in range(12):
        middle = 0.5 * (low + high)
        inverse = 1.0 / (math.exp(middle) + 2.0 * (top - diagonal))
        trace = inverse.sum()
        if p:
            squared = _weighted_gram(inverse * inverse, fixed)
            _eliminate(_weighted_gram(inverse, fixed), squared)
            for j in range(p):
                trace -= squared[j, j]
        if trace > 1.0:
            low = middle
        else:
            high = middle
    return math.exp(0.5 * (low + high))


@compiled
def _precision(m: Floats, top: float, b: float) -> Floats:
    """The factor R of Omega = I + 2(top I - m)/b = R'R, in the upper triangle."""
    omega = m * (-2.0 / b)
    for i in range(len(m)):
        omega[i, i] += 1.0 + 2.0 * top / b
    _factorise(omega)
    return omega


@compiled
def _weighted_gram(weights: Floats, fixed: Floats) -> Floats:
    n, p = fixed.shape
    gram = np.zeros((p, p))
    for i in range(n):
        for r in range(p):
            scaled = weights[i] * fixed[i, r]
            for c in range(r + 1):
                gram[r, c] += scaled * fixed[i, c]
    for r in range(p):
        for c in range(r):
            gram[c, r] = gram[r, c]
    return gram


@compiled
def _eliminate(matrix: Floats, right: Floats) -> int:
    """`right` becomes matrix^-1 right; returns the number of negative pivots.

    For a symmetric matrix these are as many as its negative eigenvalues.
    """
    p = len(matrix)
    negative = 0
    for j in range(p):
        pivot = matrix[j, j]
        negative += pivot < 0.0
        for i in range(p):
            if i != j:
                ratio = matrix[i, j] / pivot
                for c in range(p):
                    matrix[i, c] -= ratio * matrix[j, c]
                    right[i, c] -= ratio * right[j, c]
    for j in range(p):
        for c in range(p):
            right[j, c] /= matrix[j, j]
    return negative


@compiled
def _factorise(matrix: Floats) -> None:
    """Put R with R'R = matrix into the upper triangle; nan if it is not positive definite."""
    n = len(matrix)
    for j in range(n):
        root = math.sqrt(matrix[j, j])
        for c in range(j, n):
            matrix[j, c] /= root
        for i in range(j + 1, n):
            ratio = matrix[j, i]
            for c in range(i, n):
                matrix[i, c] -= ratio * matrix[j, c]


@compiled
def draw_scores(  # noqa: PLR0917
    adjacency: NDArray[np.bool_],
    u: Floats,
    values: Floats,
    intercept: float,
    scores: Floats,
    state: State,
) -> float:
    """Draw the scores Z given the model, then a new intercept given Z; returns the intercept.

    Z_ij ~ normal(intercept + u_i' diag(values) u_j, 1) for i < j, cut to Z > 0 where there is an
    edge and to Z <= 0 where there is none; Z_ii ~ normal(u_i' diag(values) u_i, 2). The
    intercept has a flat prior. `scores` receives Z without the new intercept, shape (n, n).

    References
    ----------
    P. D. Hoff, Modeling homophily and stochastic equivalence in symmetric relational data,
    NeurIPS, 2007. J. H. Albert, S. Chib, Bayesian analysis of binary and polychotomous response
    data, JASA, 1993.
    """
    n = len(u)
    total = 0.0
    for i in range(n):
        weighted = values * u[i]
        scores[i, i] = np.dot(weighted, u[i]) + math.sqrt(2.0) * normal(state)
        for j in range(i + 1, n):
            signal = 0.0
            for c in range(len(values)):
                signal += weighted[c] * u[j, c]
            mean = intercept + signal
            z = mean + (_above(-mean, state) if adjacency[i, j] else -_above(mean, state))
            scores[i, j] = z
            total += z - signal
    pairs = n * (n - 1) // 2
    renewed = total / pairs + normal(state) / math.sqrt(pairs)
    for i in range(n):
        for j in range(i + 1, n):
            scores[i, j] -= renewed
            scores[j, i] = scores[i, j]
    return renewed


@compiled
def _above(bound: float, state: State) -> float:
    """A standard normal number given that it is above the bound (Robert, 1995)."""
    if bound < 0.5:
        while True:
            x = normal(state)
            if x > bound:
                return x
    rate = 0.5 * (bound + math.sqrt(bound * bound + 4.0))
    while True:
        x = bound + exponential(state) / rate
        if uniform(state) < math.exp(-0.5 * (x - rate) ** 2):
            return x
