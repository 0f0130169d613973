"""Scores that are equal in theory stay equal: digits that are only rounding errors are cut."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["round_to_ties"]


def round_to_ties(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cut to twelve digits of the largest value, so that nodes equal by symmetry stay tied."""
    largest = np.abs(values).max(initial=0.0)
    return np.round(values / largest, 12) * largest if largest else values
