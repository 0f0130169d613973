"""Node numbers of a file as names: all made at once, and clean by construction."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["number_names"]

MANY = 20_000  # fewer are made before a compiled kernel is even loaded


def number_names(numbers: NDArray[np.int64]) -> list[str]:
    """Whole numbers >= 0 as text, shape (count,).

    Examples
    --------
    >>> number_names(np.array([0, 7, 120]))
    ['0', '7', '120']
    """
    if len(numbers) < MANY:
        return list(map(str, numbers.tolist()))
    from graphdp_core.kernels.digits import number_lines

    return number_lines(numbers).tobytes().decode("ascii").split("\n")
