"""Figures made ready to be sent: number arrays packed, nothing validated at every redraw."""

from __future__ import annotations

import base64
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.marks import Figure

if TYPE_CHECKING:
    from plotly.basedatatypes import BaseFigure

__all__ = ["trusted_figure"]

PLOTLY_TYPES = {
    "<f8": "f8", "<f4": "f4", "<i4": "i4", "<i2": "i2", "|i1": "i1", "<u4": "u4", "<u2": "u2",
    "|u1": "u1",
}  # fmt: skip


def trusted_figure(figure: Figure) -> BaseFigure:
    """The same figure as an object that Plotly takes as checked.

    Checking a figure costs ten times what making it costs, at every move of a slider. Figures
    are pure functions of a result, and the tests check every one of them.

    Parameters
    ----------
    figure : dict
        With the keys ``data`` and ``layout``.
    """
    return _trusted_class()(figure)


def encode_arrays(value: Any) -> Any:
    """The value with number arrays as base64 text, which the browser reads without parsing.

    Examples
    --------
    >>> encode_arrays({"x": np.array([1.0, 2.0], dtype=np.float32), "y": [1]})
    {'x': {'dtype': 'f4', 'bdata': 'AACAPwAAAEA='}, 'y': [1]}
    """
    if isinstance(value, dict):
        return {key: encode_arrays(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [encode_arrays(part) for part in value]
    if not isinstance(value, np.ndarray):
        return value
    numbers = _narrowed(value)
    if not numbers.size or numbers.dtype.str not in PLOTLY_TYPES:
        return value.tolist()
    spec = {
        "dtype": PLOTLY_TYPES[numbers.dtype.str],
        "bdata": base64.b64encode(numbers.tobytes()).decode("ascii"),
    }
    return spec if numbers.ndim == 1 else spec | {"shape": str(numbers.shape)[1:-1]}


def _narrowed(numbers: NDArray[Any]) -> NDArray[Any]:
    """64-bit integers in 32 bits, where they fit: the browser knows no longer ones."""
    if numbers.dtype.kind not in "iu" or numbers.dtype.itemsize < 8 or not numbers.size:
        return numbers
    fits = np.iinfo(np.int32).min <= numbers.min() and numbers.max() <= np.iinfo(np.int32).max
    return numbers.astype("<i4") if fits else numbers


@cache
def _trusted_class() -> Any:
    from plotly.basedatatypes import BaseFigure

    class TrustedFigure(BaseFigure):  # type: ignore[misc]
        """A figure that is known to be right."""

        def __init__(self, figure: Figure) -> None:
            self._figure = encode_arrays(figure)

        def to_dict(self) -> Figure:
            return self._figure

    return TrustedFigure
