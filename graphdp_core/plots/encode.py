"""Arrays, names and figures on their way to the browser: binary numbers, harmless text."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from plotly.basedatatypes import BaseFigure

ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;", "\n": " "})


def encode_array(values: ArrayLike) -> dict[str, str]:
    """Numbers as a typed array: integers as int32, all others as float32, base64 in between.

    Parameters
    ----------
    values : array_like, shape (k,) or (r, c)
    """
    array = np.asarray(values)
    whole = array.dtype.kind in "iub"
    array = np.ascontiguousarray(array, dtype="<i4" if whole else "<f4")
    spec = {
        "dtype": "i4" if whole else "f4",
        "bdata": base64.b64encode(array.tobytes()).decode("ascii"),
    }
    if array.ndim == 2:
        spec["shape"] = f"{array.shape[0]}, {array.shape[1]}"
    return spec


def segments(points: NDArray[Any], pairs: NDArray[np.integer[Any]]) -> NDArray[np.float32]:
    """Line segments as one polyline broken by NaN: shape (3 k, d) for k pairs of points."""
    line = np.full((len(pairs), 3, points.shape[1]), np.nan, dtype=np.float32)
    line[:, :2] = points[pairs]
    return line.reshape(-1, points.shape[1])


def escape(text: str) -> str:
    """Text that the chart shows letter by letter: no markup, formula, line break or number's place.

    Examples
    --------
    >>> escape("<b>A & B</b>"), escape("5% of %{x}")
    ('&lt;b&gt;A &amp; B&lt;/b&gt;', '5% of &#37;{x}')
    """
    return text.translate(ENTITIES).replace("%{", "&#37;{")


def escaped(texts: Sequence[str]) -> list[str]:
    """Every text of a list through :func:`escape`."""
    return [escape(text) for text in texts]


def truncate(text: str, limit: int = 22) -> str:
    """A label of at most `limit` letters, cut before it is escaped."""
    return escape(shortened(text, limit))


def shortened(text: str, limit: int = 22) -> str:
    """The first `limit` letters of a longer text, with a sign that it is cut; as it is written."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def trusted_figure(figure: dict[str, Any]) -> BaseFigure:
    """The same figure as an object that Plotly takes as checked.

    Checking a figure costs ten times what making it costs, at every move of a slider. Figures
    are pure functions of a result, and the tests check every one of them.

    Parameters
    ----------
    figure : dict
        With the keys ``data`` and ``layout``; arrays are packed, as marks do.
    """
    return _trusted_class()(figure)


@cache
def _trusted_class() -> Any:
    from plotly.basedatatypes import BaseFigure

    class TrustedFigure(BaseFigure):  # type: ignore[misc]
        """A figure that is known to be right."""

        def __init__(self, figure: dict[str, Any]) -> None:
            self._figure = figure

        def to_dict(self) -> dict[str, Any]:
            return self._figure

    return TrustedFigure
