"""Random numbers inside compiled loops: one splitmix64 stream per key."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""The step of every stream: the i-th number of a key is ``mixed(key + i * GOLDEN)``, i from 1."""

State = NDArray[np.uint64]
"""Shape (1,): the key at first, moved on by every number."""


@compiled
def mixed(z: np.uint64) -> np.uint64:
    """The output function of splitmix64: one to one, every bit of z moves about half of the bits.

    References
    ----------
    Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
    """
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def mixed_each(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """`mixed` of every number, in an array of its own."""
    out = np.empty_like(numbers)
    for i in range(len(numbers)):
        out[i] = mixed(numbers[i])
    return out


@compiled
def stream(key: int) -> NDArray[np.uint64]:
    """A new stream, shape (1,); `next_uniform` moves it on."""
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(key)
    return state


@compiled
def next_uniform(state: NDArray[np.uint64]) -> float:
    """A number of [0, 1) in steps of 2**-53."""
    state[0] += GOLDEN
    return np.float64(np.int64(mixed(state[0]) >> np.uint64(11))) * 2.0**-53


@compiled
def uniform(state: State) -> float:
    """A number of (0, 1] in steps of 2**-53: its logarithm is finite."""
    return 1.0 - next_uniform(state)


@compiled
def exponential(state: State) -> float:
    """A standard exponential number."""
    return -math.log(uniform(state))


@compiled
def normal(state: State) -> float:
    """A standard normal number (Box and Muller, 1958); two numbers of the stream each."""
    radius = math.sqrt(-2.0 * math.log(uniform(state)))
    return radius * math.cos(2.0 * math.pi * uniform(state))


@compiled
def fill_normal(out: NDArray[np.float64], state: State) -> None:
    """Fill a vector with independent standard normal numbers, two from each pair of uniforms."""
    for i in range(0, len(out), 2):
        radius = math.sqrt(-2.0 * math.log(uniform(state)))
        angle = 2.0 * math.pi * uniform(state)
        out[i] = radius * math.cos(angle)
        if i + 1 < len(out):
            out[i + 1] = radius * math.sin(angle)
