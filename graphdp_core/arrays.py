"""Names for the types of arrays; shapes stand in the docstrings."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
"""Scores, weights, coordinates."""

AnyFloats: TypeAlias = NDArray[np.floating]
"""Floats of either precision, as some kernels and figures take them."""

Ints: TypeAlias = NDArray[np.int64]
"""Counts and positions."""

Indices: TypeAlias = NDArray[np.int32]
"""Node ids and labels as graphs store them, in half the memory."""
