"""Words and signs by which files are understood, out of the table beside this file."""

from __future__ import annotations

from pathlib import Path

from graphdp_core.stored import table

WORDS = table(Path(__file__).with_suffix(".toml"))
CELLS: dict[str, tuple[str, ...]] = {kind: tuple(words) for kind, words in WORDS["cells"].items()}
COLUMNS: dict[str, tuple[str, ...]] = {k: tuple(words) for k, words in WORDS["columns"].items()}

ERRORS = frozenset(CELLS["errors"])
"""What spreadsheets write in cells that they cannot compute, in small letters."""
_NOTHING = ERRORS | {"", "na", "n/a", "nan", "null", "none", "nil", "-", "?", ".", "missing"}


def is_blank(cell: str) -> bool:
    """Whether a cell says that there is nothing: blank, NA, null and the like."""
    return cell.casefold() in _NOTHING
