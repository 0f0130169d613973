"""Numbers as people read them."""

from __future__ import annotations

import math

from graphdp_core.digits import digits
from graphdp_core.digits import percent as percentage


def format_number(value: float | None, *, percent: bool = False) -> str:
    """Up to three significant digits, thousands separated, "—" for nothing and "∞" for infinity.

    Integers are never rounded.

    Parameters
    ----------
    percent : bool
        Show a share as percentage: 0.5 as "50%". What is below 1 is never rounded up to it.

    Examples
    --------
    >>> format_number(1234567), format_number(0.98765), format_number(3.0)
    ('1,234,567', '0.988', '3')
    >>> format_number(None), format_number(float("inf"))
    ('—', '∞')
    >>> format_number(-157)
    '−157'
    >>> format_number(0.0456, percent=True), format_number(12345.678), format_number(0.0000123)
    ('4.56%', '12,346', '1.23 × 10⁻⁵')
    >>> format_number(0.99966, percent=True), format_number(1.0, percent=True)
    ('99.966%', '100%')
    """
    if value is None or math.isnan(value):
        return "—"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return percentage(float(value)) if percent else digits(value)
