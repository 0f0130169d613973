"""The largest eigenvalues of a graph within a stated error; their vectors are only a means.

A proved bound from above for all eigenvalues of a graph.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.adjacency_rows import (
    LANES,
    filter_step,
    neighbour_rows,
    neighbour_sums,
    short_indices,
)
from graphdp_core.progress import SILENT, Progress
from graphdp_core.spectra.eigenpairs import DENSE_LIMIT

ROUNDING = 1.0 + 1e-12  # sums of positive numbers: no digits are lost


class Ceiling:
    """No eigenvalue exceeds the largest (A x)_i / x_i of any vector x positive where A has edges.

    The first x is constant, so that the bound is the largest degree. Each round applies A + shift
    to x: that keeps it positive, and the bound never rises. It comes down to the largest
    eigenvalue, at once on a ring, in some ten rounds where all nodes see much the same around
    them.

    Parameters
    ----------
    indptr, indices : ndarray
        Neighbours of each node, as :attr:`Graph.neighbours` holds them.

    References
    ----------
    H. Wielandt, Unzerlegbare, nicht negative Matrizen, Mathematische Zeitschrift, 1950.

    Examples
    --------
    >>> path = Ceiling(np.array([0, 1, 3, 4], np.int32), np.array([1, 0, 2, 1], np.uint32))
    >>> round(path.value, 3)
    2.0
    >>> path.lower(20)
    >>> round(path.value, 3)
    1.414
    """

    def __init__(self, indptr: NDArray[np.int32], indices: NDArray[np.unsignedinteger[Any]]):
        self.indptr, self.indices = indptr, indices
        self.vector: Floats = (np.diff(indptr) > 0).astype(np.float64)
        self.value = math.inf
        self.lower(1)

    def lower(self, rounds: int) -> None:
        """Lower the bound by so many rounds, each one product with the matrix."""
        image, some = np.empty_like(self.vector), self.vector > 0.0
        for _ in range(rounds):
            neighbour_sums(self.indptr, self.indices, self.vector, image)
            quotients = image[some] / self.vector[some]
            self.value = min(self.value, float(quotients.max(initial=0.0)) * ROUNDING)
            self.vector = image + 0.5 * self.value * self.vector
            self.vector /= self.vector.max() or 1.0


WIDTH = 16  # columns: in single precision a row is one line of the cache
FIRST_STEPS = 30  # of the iteration with one vector
USUAL_STEPS, MOST_FILTERS = 40, 300
RANGE = {np.float32: 1e5, np.float64: 1e9}  # by which columns of one filter may grow apart
LARGEST = 1e30  # entry in single precision
FEWEST_STEPS = 4
SLOW = 1.5  # gain of a filter below which another way is tried
MARGIN = 1 / 64  # of the spectrum's width
ROUNDS = 32  # of the bound from above, each time the filter is slow


def largest_values(graph: Graph, k: int, *, error: float, progress: Progress = SILENT) -> Floats:
    """The k largest eigenvalues of the adjacency matrix, each as often as it occurs.

    A block of random columns, the same for every graph, is filtered by Chebyshev polynomials of
    the matrix, which damp all that lies below the block's smallest value; then values are read
    off the block, until they are within `error`. Columns found are kept and taken out.

    Parameters
    ----------
    k : int
        At most 10, and below the number of nodes.
    error : float
        Absolute. The values r_1 >= r_2 >= ... read off the block are never above the true ones
        (Cauchy); the iteration stops where none of the first k lies further below than twice the
        error, and the middle is returned. Two bounds from above show that, see the notes.

    Returns
    -------
    ndarray, shape (k,)
        By falling value.

    Notes
    -----
    Without a gap, as on rings, long paths and other regular lattices: no eigenvalue exceeds the
    largest quotient (A x)_i / x_i of any positive vector x (Collatz, Wielandt). This is a proof,
    for all k at once where they lie that close to the top.

    With a gap: with the remainder R = A X - X diag(r) of the first j >= k columns, the i-th errs
    by at most |R|^2 / (r_i - u), and by at most |R| + max(0, u - r_i) (Weyl), if all that is
    orthogonal to X lies below u. For u stands the next column, r_(j+1) and its remainder: true
    unless a direction was passed over, which would have to be nearly orthogonal to 16 random
    columns. To bound this chance as well takes about three times as many steps on random graphs.

    References
    ----------
    Y. Zhou, Y. Saad, M. Tiago, J. Chelikowsky, Self-consistent-field calculations using
    Chebyshev-filtered subspace iteration, Journal of Computational Physics, 2006. R. Mathias,
    Quadratic residual bounds for the Hermitian eigenvalue problem, SIAM Journal on Matrix
    Analysis and Applications, 1998. H. Wielandt, Unzerlegbare, nicht negative Matrizen,
    Mathematische Zeitschrift, 1950.

    Examples
    --------
    >>> rings = Graph.from_edges(300, [(i, i // 30 * 30 + (i + 1) % 30) for i in range(300)])
    >>> largest_values(rings, 4, error=1e-4).round(3).tolist()
    [2.0, 2.0, 2.0, 2.0]
    """
    if graph.m == 0:
        return np.zeros(k)
    if graph.n <= DENSE_LIMIT:
        return np.linalg.eigvalsh(graph.adjacency().toarray())[::-1][:k].copy()
    search = _Search(graph, k, error)
    for turn in range(MOST_FILTERS):
        search.filter(progress.between(1.0 - 0.8**turn, 1.0 - 0.8 ** (turn + 1)))
        search.rotate()
        if search.bound <= 2.0 * error:
            return search.all_values[:k] + search.errors / 2.0
        search.keep_found()
        search.plan()
    raise ArithmeticError(
        f"the largest eigenvalues were not found within {error:.1g}: choose another mechanism."
    )


class _Search:
    """Kept columns, the block that is filtered, and what is known of the spectrum."""

    def __init__(self, graph: Graph, k: int, error: float):
        self.graph, self.k, self.error = graph, k, error
        self.indptr, indices = graph.neighbours
        self.indices = short_indices(indices, graph.n)
        self.enough = error / (8.0 * math.sqrt(k))  # remainder of a column that is kept
        self.kept: Floats = np.empty((graph.n, 0))
        self.kept_values: Floats = np.empty(0)
        self.kept_remainders: Floats = np.empty(0)
        self.dtype: Any = np.float32
        self.margin = 0.0
        self.bound = self.before = math.inf
        self.taken = 0
        self.ceiling = Ceiling(self.indptr, self.indices)
        self.low, ritz = self._one_vector()
        start = np.random.default_rng(0).standard_normal((graph.n, WIDTH))
        self.block = self._without_kept(start)
        # As if the block had been read off: the largest value, then what the filter shall damp.
        self.values = np.append(ritz[:2], np.full(self.block.shape[1] - 2, ritz[-1]))
        self.remainders = np.full(len(self.values), math.inf)
        self.cut = float(self.values[-1])
        self.steps = self._fitting(USUAL_STEPS, 0)

    @property
    def all_values(self) -> Floats:
        """Kept ones and those of the block, by falling value."""
        return -np.sort(-np.concatenate((self.kept_values, self.values)), kind="stable")

    def filter(self, progress: Progress) -> None:
        """Apply the Chebyshev polynomial that is largest above the cut."""
        width = self.block.shape[1]
        rows = _padded(self.block, self.dtype)
        before = np.zeros_like(rows)
        middle, half = (self.low + self.cut) / 2.0, (self.cut - self.low) / 2.0
        kept = self.kept.astype(self.dtype)
        pause = self._pause()
        for step in range(self.steps):
            twice = 1.0 if step == 0 else 2.0
            factors = np.array([twice / half, -twice * middle / half, 1.0], dtype=self.dtype)
            filter_step(self.indptr, self.indices, rows, before, factors)
            rows, before = before, rows
            if step % pause == pause - 1:
                for columns in (rows, before):
                    np.subtract(columns, kept @ (kept.T @ columns), out=columns)
            progress((step + 1) / self.steps, "largest eigenvalues")
        self.taken += self.steps
        self.block = rows[:, :width].astype(np.float64)

    def rotate(self) -> None:
        """Read values off the block and turn its columns to them."""
        basis = _orthonormal(self._without_kept(self.block / np.linalg.norm(self.block, axis=0)))
        image = self._product(basis)
        inner = basis.T @ image
        values, turn = np.linalg.eigh((inner + inner.T) / 2.0)
        self.values, turn = values[::-1], turn[:, ::-1]
        self.block = basis @ turn
        image = image @ turn
        image -= self.block * self.values
        self.remainders = np.linalg.norm(image, axis=0)
        self.before, self.errors = self.bound, self._error_bounds()
        self.bound = float(self.errors.max())

    def keep_found(self) -> None:
        """Take the leading columns that are exact enough out of the block."""
        room = self.k - len(self.kept_values)
        count = int(np.cumprod(self.remainders[:room] <= self.enough).sum())
        if count:
            self.kept = np.column_stack((self.kept, self.block[:, :count]))
            self.kept_values = np.append(self.kept_values, self.values[:count])
            self.kept_remainders = np.append(self.kept_remainders, self.remainders[:count])
            self.block, self.values = self.block[:, count:], self.values[count:]
            self.remainders = self.remainders[count:]

    def plan(self) -> None:
        """Choose what the next filter damps and its steps, from how well the last one did."""
        gain = self.before / self.bound
        if gain < SLOW:
            self.ceiling.lower(ROUNDS)
        if gain < SLOW and self.dtype is np.float32:
            self.dtype = np.float64
        elif gain < SLOW:  # more copies than columns: damp only what lies well below
            self.margin = max(2.0 * self.margin, MARGIN)
        self.low = min(self.low, float(self.values[-1]))
        lowest = float(self.values[-1]) - self.margin * (float(self.all_values[0]) - self.low)
        self.cut = max(lowest, 0.99 * self.low + 0.01 * float(self.all_values[0]))
        steps = max(USUAL_STEPS, self.taken // 2)
        if SLOW <= gain < math.inf:
            gone = math.log(self.bound / (2.0 * self.error)) / math.log(gain)
            steps = min(steps, math.ceil(1.2 * self.steps * gone))
        self.steps = self._fitting(steps, max(0, self.k - len(self.kept_values) - 1))

    def _error_bounds(self) -> Floats:
        """By how much each of the k values may lie below the true one."""
        values = np.concatenate((self.kept_values, self.values))
        order = np.argsort(-values, kind="stable")
        values = values[order]
        remainders = np.concatenate((self.kept_remainders, self.remainders))[order]
        together = np.sqrt(np.cumsum(np.square(remainders)))
        bounds = np.maximum(self.ceiling.value - values[: self.k], 0.0)
        for j in range(self.k, len(values)):
            gaps = values[: self.k] - values[j] - remainders[j]
            errors = together[j - 1] - np.minimum(gaps, 0.0)
            np.divide(together[j - 1] ** 2, gaps, out=errors, where=gaps > together[j - 1])
            bounds = np.minimum(bounds, errors)
        return bounds

    def _fitting(self, steps: int, place: int) -> int:
        """At most so many steps that the columns up to `place` do not grow too far apart."""
        first = math.log(self._growth(float(self.values[0])))
        apart = first - math.log(self._growth(float(self.values[place]) if place else self.cut))
        most = min(
            math.log(RANGE[self.dtype]) / max(apart, 1e-9), math.log(LARGEST) / max(first, 1e-9)
        )
        return int(max(min(steps, most), FEWEST_STEPS))

    def _pause(self) -> int:
        """Steps after which rounding errors along kept columns are taken out again."""
        if not len(self.kept_values):
            return self.steps + 1
        return max(1, int(math.log(1e5) / math.log(self._growth(float(self.kept_values[0])))))

    def _growth(self, value: float) -> float:
        """By how much a step lets a direction of this eigenvalue grow; 1 below the cut."""
        place = abs(2.0 * value - self.low - self.cut) / (self.cut - self.low)
        return place + math.sqrt(place * place - 1.0) if place > 1.0 else 1.0

    def _without_kept(self, columns: Floats) -> Floats:
        rest: Floats = columns - self.kept @ (self.kept.T @ columns)
        return rest

    def _product(self, columns: Floats) -> Floats:
        rows = _padded(columns, np.float64)
        image = np.empty_like(rows)
        neighbour_rows(self.indptr, self.indices, rows, image)
        return image[:, : columns.shape[1]]

    def _one_vector(self) -> tuple[float, Floats]:
        """A bound of the spectrum from below, and the values seen from one random vector.

        Of the leading columns, those that are exact are kept, though not all k: the block must
        find one by itself, which it does only where all that lies above has grown as well.
        """
        n = self.graph.n
        vector = np.random.default_rng(1).standard_normal(n)
        basis, image = np.zeros((FIRST_STEPS, n)), np.empty(n)
        inner = np.zeros((FIRST_STEPS + 1, FIRST_STEPS + 1))
        length, steps = float(np.linalg.norm(vector)), 0
        while steps < FIRST_STEPS and length > 1e-8:
            basis[steps] = vector / length
            neighbour_sums(self.indptr, self.indices, basis[steps], image)
            vector, seen = image.copy(), basis[: steps + 1]
            inner[steps, steps] = basis[steps] @ image
            for _ in range(2):
                vector -= seen.T @ (seen @ vector)
            length = float(np.linalg.norm(vector))
            inner[steps, steps + 1] = inner[steps + 1, steps] = length
            steps += 1
        values, turn = np.linalg.eigh(inner[:steps, :steps])
        remainders = length * np.abs(turn[-1])
        low = float(values[0] - remainders[0]) - 0.02 * float(values[-1])
        values, turn, remainders = values[::-1], turn[:, ::-1], remainders[::-1]
        room = min(self.k - 1, steps - 2)  # with edges there are at least two values
        count = int(np.cumprod(remainders[:room] <= self.enough).sum())
        self.kept = basis[:steps].T @ turn[:, :count]
        self.kept_values = values[:count]
        self.kept_remainders = remainders[:count]
        rest = values[count:]
        return low, np.array([rest[0], rest[max(1, len(rest) // 4)]])


def _padded(columns: Floats, dtype: Any) -> NDArray[Any]:
    """The same columns and zeros, a multiple of eight in all."""
    rows = np.zeros((len(columns), -(-columns.shape[1] // LANES) * LANES), dtype=dtype)
    rows[:, : columns.shape[1]] = columns
    return rows


def _orthonormal(columns: NDArray[np.float64]) -> Floats:
    """An orthonormal basis, by Cholesky twice where that is safe."""
    for _ in range(2):
        try:
            factor = np.linalg.cholesky(columns.T @ columns)
        except np.linalg.LinAlgError:
            return np.linalg.qr(columns)[0]
        columns = columns @ np.linalg.inv(factor).T
    return columns
