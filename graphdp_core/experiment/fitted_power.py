"""The power of the number of nodes that a measurement follows."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def fitted_power(sizes: ArrayLike, values: ArrayLike) -> float | None:
    """The exponent of n that fits best: least squares of log value on log n, to 2 digits.

    None for fewer than 2 sizes, or where a value is not above 0.

    Examples
    --------
    >>> fitted_power([100, 400, 1600], [0.3, 0.15, 0.075])
    -0.5
    """
    n, measured = (np.asarray(x, dtype=np.float64) for x in (sizes, values))
    if len(n) < 2 or not (np.isfinite(measured) & (measured > 0.0)).all():
        return None
    return round(float(np.polyfit(np.log(n), np.log(measured), 1)[0]), 2)
