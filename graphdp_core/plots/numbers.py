"""Numbers as people read them."""

from __future__ import annotations

import math

from graphdp_core.digits import brief_percent, digits
from graphdp_core.digits import percent as percentage


def format_number(value: float | None, *, percent: bool = False, brief: bool = False) -> str:
    """Up to three significant digits, thousands separated, "—" for nothing and "∞" for infinity.

    Integers are never rounded.

    Parameters
    ----------
    percent : bool
        Show a share as percentage: 0.5 as "50%". What is below 1 is never rounded up to it.
    brief : bool
        Of a percentage two digits, as on the Board.
    """
    if value is None or math.isnan(value):
        return "—"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if percent and brief:
        return brief_percent(float(value))
    return percentage(float(value)) if percent else digits(value)
