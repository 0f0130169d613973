"""Numbers as people write them: a point or a comma, groups of thousands, a unit beside them."""

from __future__ import annotations

import math
import re

from graphdp_core.intake.files.raw_graph import is_number

_GROUPS = {
    ".": re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII),
    ",": re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?", re.ASCII),
}
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f '"))
"""What some programs put between thousands."""

_SIGNS = "%‰€$£¥₹₩₽"
_WORDS = (
    "km|m|cm|mm|mi|ft|kg|g|t|h|min|s|sec|ms|std|eur|euro|euros|usd|gbp|chf|jpy|kr|zł|fr|mio|pct"
)
_WITH_UNIT = re.compile(
    rf"(?P<before>[{_SIGNS}]|(?:EUR|USD|GBP|CHF|US\$|R\$)(?=[ \d]))?\s*"
    r"(?P<number>[+-]?[\d.,'\u00a0\u202f ]*\d[.,]?)"
    rf"(?:\s*(?P<sign>[{_SIGNS}])|\s+(?P<word>{_WORDS})\.?)?",
    re.IGNORECASE,
)
"""Signs may touch their number; words stand apart from it, as "5s" is a name."""


def as_number(text: str, decimal: str = ".") -> float:
    """The finite number that a cell holds; nan if it holds none.

    Examples
    --------
    >>> as_number("2.5"), as_number("1.234,5", ","), as_number("1,234.5"), as_number("soon")
    (2.5, 1234.5, 1234.5, nan)
    >>> as_number("8,2%", ","), as_number("$1,200.50"), as_number("385 km"), as_number("5s")
    (8.2, 1200.5, 385.0, nan)
    """
    if decimal == "." and is_number(text):
        value = float(text)
    else:
        value = _with_marks(_without_unit(text).translate(_BLANKS), decimal)
    return value if math.isfinite(value) else math.nan


def is_infinite(text: str) -> bool:
    """Whether a cell says infinity, or a number too large to be one.

    Examples
    --------
    >>> is_infinite("-inf"), is_infinite("1e400"), is_infinite("1e300"), is_infinite("info")
    (True, True, False, False)
    """
    word = text.casefold().lstrip("+-")
    return word in ("inf", "infinity", "∞") or (is_number(text) and math.isinf(float(text)))


def unit_of(text: str) -> str:
    """The unit beside a number, in small letters; empty where there is none.

    Examples
    --------
    >>> unit_of("8,2%"), unit_of("$5"), unit_of("385 KM"), unit_of("385")
    ('%', '$', 'km', '')
    """
    found = _WITH_UNIT.fullmatch(text)
    return (found["before"] or found["sign"] or found["word"] or "").casefold() if found else ""


def looks_numeric(text: str) -> bool:
    """Whether a cell is a number under either decimal mark."""
    return not (math.isnan(as_number(text)) and math.isnan(as_number(text, ",")))


def _without_unit(text: str) -> str:
    found = _WITH_UNIT.fullmatch(text) if text[-1:] and not text[-1:].isdigit() else None
    if found is None and text[-1:].isdigit() and not text[:1].isdigit():
        found = _WITH_UNIT.fullmatch(text)
    return text if found is None else found["number"].strip()


def _with_marks(text: str, decimal: str) -> float:
    if _GROUPS[decimal].fullmatch(text):
        text = text.replace("," if decimal == "." else ".", "")
    elif decimal == "," and "." in text:
        return math.nan
    if decimal == ",":
        text = text.replace(",", ".")
    return float(text) if is_number(text) else math.nan
