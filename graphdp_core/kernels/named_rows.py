"""Reads rows of two names and perhaps a decimal straight from the bytes of a file."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.edge_rows import decimal_at, skip_blanks
from graphdp_core.kernels.word_table import longer, node_of, with_room

__all__ = ["parse_named_rows"]

_TAB, _NEWLINE, _RETURN, _BLANK = 9, 10, 13, 32
_QUOTE, _HASH, _PERCENT, _APOSTROPHE, _BACKSLASH = 34, 35, 37, 39, 92
_FORMULA = (39, 43, 45, 61, 64)  # ' + - = @
_LAST_ASCII = 127
_FIRST_SPANS = 256


@compiled
def parse_named_rows(
    data: NDArray[np.uint8],
    i: int,
    layout: tuple[int, int, int, int, int, int, int],
    room: tuple[NDArray[np.int32], NDArray[np.float64]],
    names: tuple[NDArray[np.int64], NDArray[np.int64], int],
) -> tuple[int, int, tuple[NDArray[np.int64], NDArray[np.int64], int], NDArray[np.int64]]:
    """Fill room, the ends and weights, from byte i on, with as many rows as there are or fit.

    Returns (rows, next byte, names, spans), with rows -1 where a line is not plain.
    `layout` is (delimiter, fields a line, columns of source, target and weight, decimal mark,
    longest line); delimiter 0 is any run of blanks, weight column -1 none. Quotes may stand
    around a whole field. Not plain are other quotes, control characters, blanks beyond ASCII, an
    empty name and one that begins like a formula's mark.

    `names` are the words and slots so far and their number, see `word_table`. A weight is nan
    where the field is empty or no number of the plain kind; those that are not empty are (row,
    first, last + 1) in `spans`, for a careful reader.
    """
    delimiter, width, source, target, weight, mark, longest = layout
    ends, weights = room
    words, slots, nodes = names
    spans = np.empty((_FIRST_SPANS, 3), dtype=np.int64)
    size, row, hard, good = data.shape[0], 0, 0, True
    while good and row < ends.shape[0]:
        i = _next_row(data, i, delimiter)
        if i >= size:
            break
        words, slots = with_room(words, slots, nodes)
        if hard == len(spans):
            spans = longer(spans)
        begin, field = i, 0
        u = v = end_u = end_v = -1
        while good:
            i, first, last = _field(data, i, delimiter)
            good = last >= 0
            if field == source:
                u, end_u = first, last
            elif field == target:
                v, end_v = first, last
            elif good and field == weight:
                stop, value, exact = decimal_at(data, first, mark)
                exact = exact and stop == last
                weights[row] = value if exact else np.nan
                if not exact and last > first:
                    spans[hard, 0], spans[hard, 1], spans[hard, 2] = row, first, last
                    hard += 1
            field += 1
            if i < size and data[i] == _RETURN:
                i += 1
            if i >= size or data[i] == _NEWLINE:
                i += 1
                break
            i += delimiter != 0
        good = good and field == width and i - begin <= longest
        good = good and end_u > u and end_v > v
        good = good and not _is_marked(data, u, end_u) and not _is_marked(data, v, end_v)
        if good:
            ends[row, 0] = node_of(data, u, end_u, (words, slots), nodes)
            nodes += ends[row, 0] == nodes
            ends[row, 1] = node_of(data, v, end_v, (words, slots), nodes)
            nodes += ends[row, 1] == nodes
        row += 1
    return row if good else -1, i, (words, slots, nodes), spans[:hard]


@compiled
def _next_row(data: NDArray[np.uint8], i: int, delimiter: int) -> int:
    """The first byte of the next line that is neither blank nor a comment."""
    size, begin = data.shape[0], i
    while i < size:
        if data[i] in (_BLANK, _TAB, _RETURN):
            i += 1
        elif data[i] == _NEWLINE:
            i += 1
            begin = i
        elif data[i] in (_HASH, _PERCENT):
            while i < size and data[i] != _NEWLINE:
                i += 1
        else:
            return i if delimiter == 0 else begin  # a blank may itself be a delimiter
    return i


@compiled
def _field(data: NDArray[np.uint8], i: int, delimiter: int) -> tuple[int, int, int]:
    """The place behind a field, before its delimiter or line end, and its text's first and last.

    Last is -1 where the field is not plain.
    """
    size = data.shape[0]
    i = skip_blanks(data, i, delimiter)
    quoted = i < size and data[i] == _QUOTE
    i += quoted
    first = last = i
    good = True
    while good and i < size:
        byte = data[i]
        if byte in (_NEWLINE, _RETURN) or (quoted and byte == _QUOTE):
            break
        if not quoted and (byte == delimiter or (delimiter == 0 and byte in (_BLANK, _TAB))):
            break
        good = byte != _QUOTE and (byte >= _BLANK or byte == _TAB)
        good = good and not (quoted and byte == _BACKSLASH)
        good = good and not (byte > _LAST_ASCII and _is_wide_blank(data, i))
        i += 1
        if byte not in (_BLANK, _TAB):
            last = i
    if quoted:
        good = good and i < size and data[i] == _QUOTE and first < last == i
        good = good and data[first] not in (_BLANK, _TAB)
        i += 1
    before, i = i, skip_blanks(data, i, delimiter)
    if i < size and data[i] == _RETURN:
        good = good and (i + 1 == size or data[i + 1] == _NEWLINE)
    elif i < size and data[i] != _NEWLINE:
        good = good and (i > before if delimiter == 0 else data[i] == delimiter)
    return i, first, last if good else -1


@compiled
def _is_wide_blank(data: NDArray[np.uint8], i: int) -> bool:
    """Whether the UTF-8 of a blank beyond ASCII begins at i."""
    second = data[i + 1] if i + 1 < data.shape[0] else 0
    third = data[i + 2] if i + 2 < data.shape[0] else 0
    if data[i] == 0xC2:
        return second in (0x85, 0xA0)
    if data[i] == 0xE2 and second == 0x80:
        return third <= 0x8A or third in (0xA8, 0xA9, 0xAF)
    three = (data[i], second, third)
    return three in ((0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80))


@compiled
def _is_marked(data: NDArray[np.uint8], first: int, last: int) -> bool:
    """Whether a name may be one that was kept from being run as a formula."""
    return data[first] == _APOSTROPHE and last - first > 1 and data[first + 1] in _FORMULA
