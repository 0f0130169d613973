"""Numbers as people's programs write them: with a point or a comma, with groups of thousands."""

from __future__ import annotations

import math
import re

from graphdp_core.datasets.files.raw_graph import is_number

__all__ = ["as_number", "looks_numeric"]

_GROUPS = {
    ".": re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII),
    ",": re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?", re.ASCII),
}
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f '"))
"""What some programs put between thousands."""


def as_number(text: str, decimal: str = ".") -> float:
    """The finite number that a cell holds; nan if it holds none.

    Examples
    --------
    >>> as_number("2.5"), as_number("1.234,5", ","), as_number("1,234.5"), as_number("soon")
    (2.5, 1234.5, 1234.5, nan)
    """
    if decimal == "." and is_number(text):
        value = float(text)
    else:
        value = _with_marks(text.translate(_BLANKS), decimal)
    return value if math.isfinite(value) else math.nan


def looks_numeric(text: str) -> bool:
    """Whether a cell is a number under either decimal mark."""
    return not (math.isnan(as_number(text)) and math.isnan(as_number(text, ",")))


def _with_marks(text: str, decimal: str) -> float:
    if _GROUPS[decimal].fullmatch(text):
        text = text.replace("," if decimal == "." else ".", "")
    elif decimal == "," and "." in text:
        return math.nan
    if decimal == ",":
        text = text.replace(",", ".")
    return float(text) if is_number(text) else math.nan
