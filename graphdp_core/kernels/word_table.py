"""Numbers the words in a file's bytes as they appear: a hash table of places, no text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["empty_table", "joined_words", "longer", "node_of", "with_room"]

_NEWLINE = 10
_START, _TIMES, _WHOLE = 2166136261, 16777619, 2**32 - 1  # Fowler, Noll, Vo: FNV-1a
_NUMBER_BITS, _NUMBER = 31, 2**31 - 1
_FIRST_ROOM = 1024
_ROOM = 2  # words that a row may add


@compiled
def empty_table() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Places of the words, shape (room, 2), and slots of the hash table, with no word in them."""
    return np.empty((_FIRST_ROOM, 2), dtype=np.int64), np.full(4 * _FIRST_ROOM, -1, dtype=np.int64)


@compiled
def node_of(
    data: NDArray[np.uint8],
    first: int,
    last: int,
    table: tuple[NDArray[np.int64], NDArray[np.int64]],
    nodes: int,
) -> int:
    """The number of a word; a new one is entered and gets the number `nodes`.

    There must be room, see `with_room`; the number of slots is a power of two. A slot holds a
    hash code and a number together, so that one look into memory tells most words apart.
    """
    words, slots = table
    code = _START
    for place in range(first, last):
        code = ((code ^ int(data[place])) * _TIMES) & _WHOLE
    mask = len(slots) - 1
    slot = (code ^ (code >> 15)) & mask
    while slots[slot] >= 0:
        if slots[slot] >> _NUMBER_BITS == code:
            node = slots[slot] & _NUMBER
            if _same(data, words[node, 0], words[node, 1], first, last):
                return node
        slot = (slot + 1) & mask
    slots[slot] = (code << _NUMBER_BITS) | nodes
    words[nodes, 0], words[nodes, 1] = first, last
    return nodes


@compiled
def _same(data: NDArray[np.uint8], begin: int, end: int, first: int, last: int) -> bool:
    if end - begin != last - first:
        return False
    for place in range(last - first):
        if data[begin + place] != data[first + place]:
            return False
    return True


@compiled
def with_room(
    words: NDArray[np.int64], slots: NDArray[np.int64], nodes: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same table with room for the words of one more row."""
    if nodes + _ROOM > len(words):
        words = longer(words)
    if 2 * (nodes + _ROOM) > len(slots):
        old, slots = slots, np.full(2 * len(slots), -1, dtype=np.int64)
        mask = len(slots) - 1
        for entry in old:
            if entry >= 0:
                code = entry >> _NUMBER_BITS
                slot = (code ^ (code >> 15)) & mask
                while slots[slot] >= 0:
                    slot = (slot + 1) & mask
                slots[slot] = entry
    return words, slots


@compiled
def longer(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same rows and as many more."""
    more = np.empty((2 * rows.shape[0], rows.shape[1]), dtype=np.int64)
    more[: rows.shape[0]] = rows
    return more


@compiled
def joined_words(data: NDArray[np.uint8], words: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The words at their places, shape (count, 2), with a line end between two of them."""
    size = len(words) - 1
    for node in range(len(words)):
        size += words[node, 1] - words[node, 0]
    text = np.empty(max(size, 0), dtype=np.uint8)
    place = 0
    for node in range(len(words)):
        if node:
            text[place] = _NEWLINE
            place += 1
        for byte in range(words[node, 0], words[node, 1]):
            text[place] = data[byte]
            place += 1
    return text
