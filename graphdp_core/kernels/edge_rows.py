"""Reads lines of two integers and perhaps a decimal straight from the bytes of a file."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.word_table import longer

__all__ = ["decimal_at", "parse_edge_rows", "skip_blanks"]

_TAB, _NEWLINE, _RETURN, _BLANK = 9, 10, 13, 32
_QUOTE, _HASH, _PERCENT, _PLUS, _MINUS, _POINT = 34, 35, 37, 43, 45, 46
_ZERO, _NINE, _UPPER_E, _LOWER_E = 48, 57, 69, 101
_LONGEST_WHOLE = 18
_EXACT_MANTISSA = 10**14  # one more digit stays below 2^53
_EXACT_POWER = 22
_LARGEST_POWER = 100_000
_LAST_ASCII = 126
_FIRST_SPANS = 256
_POWERS = 10.0 ** np.arange(_EXACT_POWER + 1)


@compiled
def parse_edge_rows(
    data: NDArray[np.uint8],
    layout: tuple[int, int, int, int, int, int, int],
    ends: NDArray[np.int64],
    weights: NDArray[np.float64],
) -> tuple[int, NDArray[np.int64]]:
    """Fill `ends` and `weights`; returns (rows, spans), or -1 for the rows.

    -1 means that some line is not of the plain kind: it has another number of fields than
    announced, a name that is no integer, a quote, a byte beyond ASCII.

    `layout` is (first byte, delimiter, fields a line, columns of source, target and weight,
    longest line); delimiter 0 is any run of blanks, weight column -1 none. A weight of up to 15
    digits and a power of ten up to 22 is exact by one multiplication or division; others are
    left as (row, first, last + 1) in `spans` for a careful reader. Stops after
    ``len(ends)`` rows.
    """
    i, delimiter, width, source, target, weight, longest = layout
    spans = np.empty((_FIRST_SPANS, 3), dtype=np.int64)
    size, row, hard, good = data.shape[0], 0, 0, True
    while good and row < ends.shape[0]:
        if hard == len(spans):
            spans = longer(spans)
        first, i = i, _skip_comments(data, i, longest)
        if i >= size or i < 0:
            good = i >= 0
            break
        if delimiter != 0:
            while i > first and data[i - 1] != _NEWLINE:
                i -= 1  # a blank may itself be a delimiter
        first, field = i, 0
        while good:
            i = skip_blanks(data, i, delimiter)
            if field in (source, target):
                i, whole = _whole(data, i)
                ends[row, 0 if field == source else 1] = whole
                good = whole >= 0
            elif field == weight:
                begin = i
                i, value, exact = decimal_at(data, i, _POINT)
                weights[row] = value
                good = i > begin
                if good and not exact:
                    spans[hard, 0], spans[hard, 1], spans[hard, 2] = row, begin, i
                    hard += 1
            else:
                i, good = _unused(data, i, delimiter)
            before, i = i, skip_blanks(data, i, delimiter)
            field += 1
            if i < size and data[i] == _RETURN and (i + 1 == size or data[i + 1] == _NEWLINE):
                i += 1
            if i >= size or data[i] == _NEWLINE:
                i += 1
                break
            if delimiter == 0:
                good = good and i > before
            else:
                good = good and data[i] == delimiter
                i += 1
        good = good and field == width and i - first <= longest
        row += 1
    return row if good else -1, spans[:hard]


@compiled
def _skip_comments(data: NDArray[np.uint8], i: int, longest: int) -> int:
    """The first byte of data after blank lines and comments; -1 if a comment is not plain."""
    size = data.shape[0]
    while i < size:
        if data[i] in (_BLANK, _TAB, _RETURN, _NEWLINE):
            i += 1
        elif data[i] in (_HASH, _PERCENT):
            first = i
            while i < size and data[i] != _NEWLINE:
                if data[i] > _LAST_ASCII or i - first > longest:
                    return -1
                i += 1
        else:
            break
    return i


@compiled
def skip_blanks(data: NDArray[np.uint8], i: int, delimiter: int) -> int:
    """The first byte from i on that is neither a blank nor, unless it separates, a tab."""
    while i < data.shape[0] and (data[i] == _BLANK or (data[i] == _TAB and delimiter != _TAB)):
        i += 1
    return i


@compiled
def _whole(data: NDArray[np.uint8], i: int) -> tuple[int, int]:
    """The place after an integer without leading zeros, and the number or -1."""
    begin, value = i, 0
    while i < data.shape[0] and _ZERO <= data[i] <= _NINE and i - begin <= _LONGEST_WHOLE:
        value = value * 10 + (data[i] - _ZERO)
        i += 1
    digits = i - begin
    if digits == 0 or digits > _LONGEST_WHOLE or (digits > 1 and data[begin] == _ZERO):
        return i, -1
    return i, value


@compiled
def decimal_at(data: NDArray[np.uint8], i: int, mark: int) -> tuple[int, float, bool]:
    """The place after a decimal number, its value, and whether that is exact; or (-1, 0, False).

    `mark` is the byte between its whole part and its fraction.
    """
    size, negative = data.shape[0], False
    mantissa, digits, after, power, has_point, exact = 0, 0, 0, 0, False, True
    if i < size and data[i] in (_PLUS, _MINUS):
        negative = data[i] == _MINUS
        i += 1
    while i < size:
        if _ZERO <= data[i] <= _NINE:
            digits += 1
            exact = exact and mantissa < _EXACT_MANTISSA
            if exact:
                mantissa = mantissa * 10 + (data[i] - _ZERO)
                after += has_point
        elif data[i] == mark and not has_point:
            has_point = True
        else:
            break
        i += 1
    if digits == 0:
        return -1, 0.0, False
    if i < size and data[i] in (_UPPER_E, _LOWER_E):
        i += 1
        sign = 1
        if i < size and data[i] in (_PLUS, _MINUS):
            sign = -1 if data[i] == _MINUS else 1
            i += 1
        begin = i
        while i < size and _ZERO <= data[i] <= _NINE:
            power = min(power * 10 + (data[i] - _ZERO), _LARGEST_POWER)
            i += 1
        if i == begin:
            return -1, 0.0, False
        power *= sign
    power -= after
    if not exact or not -_EXACT_POWER <= power <= _EXACT_POWER:
        return i, 0.0, False
    value = mantissa / _POWERS[-power] if power < 0 else mantissa * _POWERS[power]
    return i, -value if negative else value, True


@compiled
def _unused(data: NDArray[np.uint8], i: int, delimiter: int) -> tuple[int, bool]:
    """The place after a field that nobody reads, and whether it is plain."""
    while i < data.shape[0] and data[i] != _NEWLINE and data[i] != _RETURN:
        if data[i] == delimiter or (delimiter == 0 and data[i] in (_BLANK, _TAB)):
            break
        if data[i] > _LAST_ASCII or data[i] == _QUOTE or data[i] < _TAB:
            return i, False
        i += 1
    return i, True
