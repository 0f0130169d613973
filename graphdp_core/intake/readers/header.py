"""Whether the first row of a table names its columns: a guess from names and cells.

What the names of columns usually mean, in several languages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.words import CELLS, COLUMNS, is_blank

ENDS = {word: i for i, end in enumerate(("source", "target")) for word in COLUMNS[f"exact_{end}"]}
"""Names that say alone which end of an edge a column is."""

WEIGHTS = COLUMNS["exact_weight"]
_VOCABULARY = {kind: frozenset(words) for kind, words in COLUMNS.items()}
_FULL = {"first": "firstname", "last": "lastname"}
"""What the first of two words means where the other is "name"."""

_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")


def words_of(name: str) -> frozenset[str]:
    """The words in a column's name, in small letters without accents.

    Examples
    --------
    >>> sorted(words_of("senderID")), sorted(words_of("Empfänger_2"))
    (['id', 'sender'], ['empfanger'])
    """
    plain = unicodedata.normalize("NFKD", name[:80])
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    words = [piece.casefold() for piece in _PIECE.findall(plain)]
    return frozenset(_FULL.get(word, word) if "name" in words else word for word in words)


def has_word(name: str, *kinds: str) -> bool:
    """Whether a name has a word of these kinds: source, target, end, weight, time, prose, ..."""
    words = words_of(name)
    return any(words & _VOCABULARY[kind] for kind in kinds)


def is_index_name(name: str) -> bool:
    """Whether a column is named as one that numbers the rows."""
    return name.casefold() in COLUMNS["index"] or name.casefold().startswith("unnamed")


_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?|\d{1,2}:\d{2}.*")
_NUMBERED = re.compile(r"(.*[^\W\d_]{3}.*?)[\s_.#-]*\d{1,2}")
_MOST = 0.9
_ENOUGH = 3


def looks_like_header(rows: Sequence[list[str]], reading: Reading) -> bool:
    """Names that were asked for, usual names, or words above numbers, dates or numbered names."""
    first, body = rows[0], rows[1:]
    folded = [cell.casefold() for cell in first]
    given = (reading.source, reading.target, reading.weight, reading.label, reading.time)
    if any(isinstance(name, str) and name and name.casefold() in folded for name in given):
        return True
    places = [ENDS[cell] for cell in folded if cell in ENDS]
    if 0 in places and 1 in places:
        return True
    if not body or any(map(looks_numeric, first)):
        return False
    return _above_numbers(first, body) or _is_named(first, body)


def trimmed(cells: Sequence[str]) -> list[str]:
    """Without the blank cells at the end."""
    end = len(cells)
    while end and not cells[end - 1]:
        end -= 1
    return list(cells[:end])


def is_date(cell: str) -> bool:
    """Whether a cell is a day or a time of day."""
    return _DATE.fullmatch(cell) is not None


def is_truth(cell: str) -> bool:
    """Whether a cell says yes or no."""
    return cell.casefold() in CELLS["truths"]


def share(cells: Sequence[str], is_so: Callable[[str], bool]) -> float:
    """The share of the cells that are so, among those that are not blank."""
    told = [cell for cell in cells if not is_blank(cell)]
    return sum(map(is_so, told)) / len(told) if told else 0.0


def _above_numbers(first: list[str], body: Sequence[list[str]]) -> bool:
    """Words where all the rest of a column is numbers, dates, or yes and no."""
    for i, cell in enumerate(first):
        cells = [row[i] for row in body if len(row) > i]
        typed = max(share(cells, kind) for kind in (looks_numeric, is_date, is_truth))
        if not is_blank(cell) and not is_date(cell) and not is_truth(cell) and typed >= _MOST:
            return True
    return False


def _is_named(first: list[str], body: Sequence[list[str]]) -> bool:
    """Usual words that are no names further down, or plain words above numbered names."""
    below = {cell for row in body for cell in row}
    cells = [cell for cell in first if cell]
    if len(cells) < 2 or len(set(cells)) < len(cells) or below.intersection(cells):
        return False
    if sum(has_word(cell, "source", "target", "end", "kin") for cell in cells) > 1:
        return True
    stems = [match[1] for cell in cells if (match := _NUMBERED.fullmatch(cell[:80]))]
    if len(stems) > len(set(stems)) and not any(cell.startswith(tuple(stems)) for cell in below):
        return True
    numbered = all(any(map(str.isdigit, cell)) for row in body for cell in row[:2] if cell)
    return len(body) >= _ENOUGH and numbered and not any(map(str.isdigit, "".join(cells)))
