"""An edgeFlip release held as bits: any epsilon on up to 20,000 nodes in 50 MB."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.pair_index import pair_numbers
from graphdp_core.kernels.common_neighbours import bit_sums, set_edges, some_edges

if TYPE_CHECKING:
    from scipy.sparse.linalg import LinearOperator

WORD = 64


@dataclass(frozen=True, eq=False)
class FlippedBits:
    """A noisy graph too dense for a list of its edges.

    Parameters
    ----------
    n, m : int
        Nodes and edges.
    noise : EdgeNoise
        The public chances of its pairs.
    rows : ndarray of uint64, shape (n, words)
        Bit v of row u says whether u and v are joined; symmetric.

    Examples
    --------
    >>> noise = EdgeNoise(true_positive_rate=0.9, false_positive_rate=0.1)
    >>> bits = FlippedBits.of(3, [np.array([[0, 1], [1, 2]], dtype=np.int32)], noise)
    >>> bits.m, bits.mask(0, 3).astype(int).tolist()
    (2, [[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    """

    n: int
    m: int
    noise: EdgeNoise
    rows: NDArray[np.uint64]

    @classmethod
    def of(cls, n: int, parts: Iterable[NDArray[np.int32]], noise: EdgeNoise) -> FlippedBits:
        """From edges, some at a time; each part has shape (k, 2) and may be overwritten later."""
        rows, m = np.zeros((n, -(-n // WORD)), dtype=np.uint64), 0
        for edges in parts:
            set_edges(rows, edges)
            m += len(edges)
        return cls(n=n, m=m, noise=noise, rows=rows)

    @property
    def signal(self) -> LinearOperator:
        """The unbiased estimate of the true matrix, as `signal_operator` of the graph."""
        from scipy.sparse.linalg import LinearOperator

        octets = self.rows.astype("<u8", copy=False).view(np.uint8)
        rate, scale = np.float32(self.noise.false_positive_rate), np.float32(self.noise.contrast)

        def product(x: NDArray[Any]) -> NDArray[Any]:
            x = np.ascontiguousarray(x, dtype=np.float32).reshape(-1)
            sums = np.empty(self.n, dtype=np.float32)
            bit_sums(octets, x, sums)
            total = x.sum(dtype=np.float64).astype(np.float32)
            image: NDArray[Any] = (sums - rate * (total - x)) / scale
            return image

        return LinearOperator((self.n, self.n), matvec=product, dtype=np.float32)

    def mask(self, first: int, stop: int) -> NDArray[np.bool_]:
        """Which pairs of rows first to stop - 1 with columns from `first` on are joined."""
        word = first // WORD
        octets = self.rows[first:stop, word:].astype("<u8").view(np.uint8)
        bits = np.unpackbits(octets, axis=1, bitorder="little")
        return bits[:, first - word * WORD : self.n - word * WORD].view(np.bool_)

    def drawn(self, ranks: Ints) -> Ints:
        """Numbers of the pairs that are the edges of these rising ranks, in row order."""
        u, v = some_edges(self.rows, ranks).T
        return pair_numbers(self.n, u, v).astype(np.int64)
