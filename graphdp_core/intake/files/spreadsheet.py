"""Text that a spreadsheet shows and never runs: a name that begins like a formula is marked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from graphdp_core.intake.files.raw_graph import is_number

if TYPE_CHECKING:
    import pandas as pd

_BEGINS = r"[=+\-@\t\r\n＝＋－＠]"  # the wide ones are formulas where Chinese or Japanese is set
_FORMULA = re.compile(f"'*{_BEGINS}")
_MARKED = re.compile(f"'+{_BEGINS}")


def safe_cell(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet would run it; numbers stay numbers.

    Examples
    --------
    >>> safe_cell("=cmd()"), safe_cell("-5"), safe_cell("Zoë"), safe_cell("'=x")
    ("'=cmd()", '-5', 'Zoë', "''=x")
    """
    if _FORMULA.match(text) is None or is_number(text):
        return text
    return "'" + text


def plain_cell(text: str) -> str:
    """What `safe_cell` was given.

    Examples
    --------
    >>> [plain_cell(safe_cell(text)) for text in ("=cmd()", "'=x", "'tis", "-5")]
    ['=cmd()', "'=x", "'tis", '-5']
    """
    return text[1:] if text[:1] == "'" and _MARKED.match(text) else text


def safe_csv(table: pd.DataFrame) -> str:
    """A table as CSV in which no text is run by a spreadsheet."""
    safe = table.map(_safe).rename(columns=_safe)
    return str(safe.to_csv(index=False))


def _safe(value: Any) -> Any:
    return safe_cell(value) if isinstance(value, str) else value
