"""Random numbers inside compiled loops: one splitmix64 stream per key."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["next_uniform", "stream"]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@compiled
def stream(key: int) -> NDArray[np.uint64]:
    """A fresh stream, shape (1,); `next_uniform` moves it on.

    References
    ----------
    Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
    """
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(key)
    return state


@compiled
def next_uniform(state: NDArray[np.uint64]) -> float:
    """A number of [0, 1) in steps of 2**-53."""
    state[0] += GOLDEN
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return np.float64(np.int64(z >> np.uint64(11))) * 2.0**-53
