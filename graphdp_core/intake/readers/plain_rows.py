"""Reads plain rows of two ends and perhaps a weight all at once, with pandas."""

from __future__ import annotations

import csv
import io
import re
import warnings
from array import array
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, blank_edges, quoted
from graphdp_core.intake.files.numbers import as_number, distinct_ids, is_infinite, places_of
from graphdp_core.intake.files.raw_graph import as_count, as_weight
from graphdp_core.intake.files.writers import plain_cell

if TYPE_CHECKING:
    import pandas as pd

_BLOCK = 1_000_000  # rows between two words about the progress
_COMMENT = re.compile(rb"\n[ \t\r]*(?:[#%]|//)")
_OTHER_BLANKS = re.compile(rb"[\x0b\x0c\x1c-\x1f]")
_ZERO, _NINE, _POINT = b"09."
_LARGEST = 10**18  # of the numbers that are read as such

Edges = tuple[NDArray[np.integer], NDArray[np.float64] | None, NDArray[np.int64] | list[str]]
"""Places of the ends, shape (rows, 2), weights with nan for none, and the nodes."""


class PlainRows(NamedTuple):
    """Where in the bytes of a file the rows are; columns are counted from 0.

    `separator` is one character, or "" for any run of blanks; `decimal` is the mark in weights.
    """

    start: int
    separator: str
    width: int
    source: int
    target: int
    weight: int | None
    decimal: str = "."


def read_plain_rows(file: GraphFile, rows: PlainRows) -> Edges | None:
    """The rows of a list whose lines are plain; None where a row has to be looked at by itself.

    Nodes that are whole numbers are sorted, others come as they appear. Nothing is refused here
    but what is too large: the reader of single rows names the line of whatever is odd.
    """
    import pandas as pd

    data, start = file.data, rows.start
    is_known = rows.separator and all(data.find(b, start) < 0 for b in (b"\n\n", b"\n\r"))
    count = data.count(b"\n", start) + (not data.endswith(b"\n"))
    if not _is_plain(file, rows.separator, start) or (is_known and not _fits(file, rows, count)):
        return None  # some row has another width
    sides, weight = [rows.source, rows.target], rows.weight
    nodes: NDArray[np.int64] | list[str]
    numbers = np.float64 if rows.decimal == "." else str
    for ends_as, weights_as in dict.fromkeys(product((None, str), (numbers, str))):
        kinds: dict[int | None, Any] = {**dict.fromkeys(sides, ends_as), weight: weights_as}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", pd.errors.ParserWarning)
                frame = _cut(file, rows, kinds)
        except GraphFileError:
            raise
        except (ValueError, OverflowError, pd.errors.ParserWarning):  # rows of many lengths, words
            continue
        if {frame[i].dtype.kind for i in sides} == {"i"}:
            ends = frame[sides].to_numpy()
            if not _are_plain_numbers(file, rows.start, ends):
                continue
            ids = distinct_ids(ends)
            ends, nodes = places_of(ends, ids), ids
        elif ends_as is str or {str(frame[i].dtype) for i in sides} == {"str"}:
            ends, nodes = _numbered(frame[rows.source], frame[rows.target])
            marked = any(name != plain_cell(name) for name in nodes if name[:1] == "'")
            if marked or blank_edges(nodes):
                return None
        else:
            continue
        weights = None if weight is None else _as_weights(frame[weight], rows.decimal)
        return None if weights is not None and np.isinf(weights).any() else (ends, weights, nodes)
    return None


def read_number_rows(
    file: GraphFile, rows: PlainRows, *, exact: bool, says: str
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Ends as whole numbers, shape (rows, 2), and finite weights, 1 where there is no column.

    With `exact` a row of another width is refused. `says` is the refusal behind the number of a
    line that is no such row; {} stands for its text.
    """
    plain = read_plain_rows(file, rows) if rows.width > 1 else None
    if plain is not None and not isinstance(plain[2], list):
        numbers = np.ones(len(plain[0])) if plain[1] is None else plain[1]
        if not np.isnan(numbers).any():
            return plain[2][plain[0]], numbers
    ends, weights = array("q"), array("d")
    first = file.data.count(b"\n", 0, rows.start) + 1
    for line, text in file.lines(start=rows.start, number=first):
        words = text.replace(rows.separator or " ", " ").split()
        if not words or words[0].startswith("%"):
            continue
        places = [as_count(word) for word in words[:2]]
        if len(words) < 2 or min(places) < 0 or (exact and len(words) != rows.width):
            raise file.refuse(f"line {line} {says.format(quoted(text))}")
        ends.extend(places)
        weights.append(as_weight(words[2], file, f"line {line}") if len(words) > 2 else 1.0)
        file.check_size(edges=len(weights))
    return np.array(ends, dtype=np.int64).reshape(-1, 2), np.array(weights)


def _fits(file: GraphFile, rows: PlainRows, count: int) -> bool:
    """Whether there are as many cuts as so many rows of the width have."""
    return file.data.count(rows.separator.encode(), rows.start) == count * (rows.width - 1)


def _is_plain(file: GraphFile, separator: str, start: int) -> bool:
    """Whether lines can be cut by their separator alone, and none is longer than allowed."""
    data, line = file.data, start
    if not separator.isascii() or data.find(b'"', start) >= 0:
        return False
    has_signs = any(data.find(sign, start) >= 0 for sign in (b"#", b"%", b"//"))
    if has_signs and not (separator and _COMMENT.search(data, max(start - 1, 0)) is None):
        return False
    if not separator and (not data.isascii() or _OTHER_BLANKS.search(data, start)):
        return False
    while len(data) - line > file.limits.line:
        line = data.rfind(b"\n", line, line + file.limits.line + 1) + 1
        if not line:
            return False
    ends = data.count(b"\r", start) if data.find(b"\r", start) >= 0 else 0
    return ends == 0 or ends == data.count(b"\r\n", start)


def _cut(file: GraphFile, rows: PlainRows, kinds: dict[int | None, Any]) -> pd.DataFrame:
    """The columns of these kinds (None: any); ValueError where a row has another width."""
    import pandas as pd

    others = (b"  ", b"\t", b"\n ", b" \n", b" \r")  # than one blank alone between two words
    starts = file.data[rows.start : rows.start + 1] == b" "
    if not (rows.separator or starts or any(file.data.find(b, rows.start) >= 0 for b in others)):
        rows = rows._replace(separator=" ")
    stream = io.BytesIO(file.data)
    stream.seek(rows.start)
    parts: list[pd.DataFrame] = []
    width = rows.width + (not rows.separator)  # what is too much shows in a column more
    count, lines = 0, file.data.count(b"\n", rows.start) + 1
    columns = [i for i in kinds if i is not None]
    for part in pd.read_csv(
        stream,
        sep=rows.separator or r"\s+",
        header=None,
        names=list(range(width)),
        index_col=False,
        dtype={i: kinds[i] for i in columns if kinds[i] is not None},
        na_filter=False,
        quoting=csv.QUOTE_NONE,
        skipinitialspace=True,
        chunksize=_BLOCK,
    ):
        count += len(part)
        file.check_size(edges=count)
        file.read_until(count, lines)
        is_full = rows.separator or (part[rows.width - 1].astype(str) != "").all()
        if not (is_full and (rows.separator or (part[rows.width] == "").all())):
            raise ValueError("a row has another width")
        parts.append(part[columns])
    if rows.separator and not _fits(file, rows, count):
        raise ValueError("a row has another width")
    return pd.concat(parts, ignore_index=True)


def _are_plain_numbers(file: GraphFile, start: int, ends: NDArray[np.int64]) -> bool:
    """Whether no end has a sign or zeros before it, which are part of a name."""
    is_odd = not len(ends) or ends.min() < 0 or ends.max() >= _LARGEST
    if is_odd or file.data.find(b"+", start) >= 0:
        return False
    data = np.frombuffer(b"\n" + file.data[start : start + 2] + b"\n", dtype=np.uint8)
    for first in range(start, len(file.data), _BLOCK):
        if _has_leading_zero(data):
            return False
        data = np.frombuffer(file.data, np.uint8, min(_BLOCK + 2, len(file.data) - first), first)
    return not _has_leading_zero(data)


def _has_leading_zero(data: NDArray[np.uint8]) -> bool:
    """Whether a 0 stands between what is neither digit nor point, and a digit."""
    before, middle, after = data[:-2], data[1:-1], data[2:]
    is_first = ((before < _ZERO) | (before > _NINE)) & (before != _POINT)
    return bool(((middle == _ZERO) & is_first & (after >= _ZERO) & (after <= _NINE)).any())


def _numbered(
    sources: pd.Series[Any], targets: pd.Series[Any]
) -> tuple[NDArray[np.int32], list[str]]:
    """The distinct names as they appear row by row, and their places."""
    import pandas as pd

    places, names = pd.factorize(pd.concat([sources, targets]))
    rows = places.reshape(2, -1).T.reshape(-1)
    first = np.empty(len(names), dtype=np.int64)
    first[rows[::-1]] = np.arange(len(rows))[::-1]  # what is written last holds
    order = np.argsort(first)
    rank = np.empty(len(names), dtype=np.int32)
    rank[order] = np.arange(len(names), dtype=np.int32)
    return rank[rows].reshape(-1, 2), names[order].tolist()


def _as_weights(column: pd.Series[Any], decimal: str) -> NDArray[np.float64]:
    """Numbers; nan for none, and infinity to be refused."""
    import pandas as pd

    if column.dtype.kind == "f":
        return column.to_numpy()
    places, texts = pd.factorize(column)
    values = [np.inf if is_infinite(text) else as_number(text, decimal) for text in texts]
    return np.array(values)[places]
