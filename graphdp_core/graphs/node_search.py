"""Nodes by what a person types: whole names first, then beginnings, then what is inside."""

from __future__ import annotations

import re
import unicodedata

import numpy as np

from graphdp_core.graphs.graph import Graph

NUMBER = re.compile(r"(?:node\s*)?([0-9]{1,10})")


class NodeSearch:
    """Finds nodes of one graph by name, or by number where the graph has no names.

    Case and accents do not count. All names stand in one text, one a line, so that a search is a
    few passes over it: a few milliseconds for 300,000 names.

    Examples
    --------
    >>> names = ["Bo", "Anna Ek", "Anna", "Joanna"]
    >>> NodeSearch(Graph.from_edges(4, [], names=names)).find("anna")
    [2, 1, 3]
    >>> NodeSearch(Graph.from_edges(12, [])).find("1")
    [1, 10, 11]
    """

    def __init__(self, graph: Graph):
        self._n, self._names = graph.n, graph.shown_names
        lines = "\n".join(map(_one_line, self._names or ()))
        self._text = f"\n{_folded(lines)}\n" if self._names else ""
        codes = np.frombuffer(self._text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        self._ends = np.flatnonzero(codes == ord("\n"))  # before the first name, after each

    def find(self, words: str, *, most: int = 8) -> list[int]:
        """The nodes that fit what was typed, best first; [] if none does.

        Whole names come before names that begin so, those before names with a word that begins
        so, and last what stands anywhere; within each, by node number.
        """
        if self._names is None:
            return self._numbers(words, most)
        typed = self._typed(words)
        nodes: dict[int, None] = {}
        for pattern in (f"\n{typed}\n", f"\n{typed}", f" {typed}", typed):
            at = self._text.find(pattern) if typed else -1
            while at >= 0 and len(nodes) < most:
                node = int(np.searchsorted(self._ends, at + pattern.startswith("\n"))) - 1
                nodes[node] = None
                at = self._text.find(pattern, int(self._ends[node + 1]))
        return list(nodes)

    def one(self, words: str) -> int | None:
        """The node of exactly this name, of several the one in the same letters; else None."""
        if self._names is None:
            return next(iter(self._numbers(words, 1)), None)
        typed = self._typed(words)
        names = {i: _folded(_one_line(self._names[i])).strip() for i in self.find(words)}
        exact = [i for i, name in names.items() if name == typed]
        return next((i for i in exact if self._names[i] == words), next(iter(exact), None))

    def _typed(self, words: str) -> str:
        """As the names stand in the text; "node 12" is how the name 12 is shown."""
        typed = _folded(_one_line(words)).strip()
        number = NUMBER.fullmatch(typed)
        return number[1] if number and typed not in self._text else typed

    def _numbers(self, words: str, most: int) -> list[int]:
        """The number itself, then those that begin with it."""
        written = NUMBER.fullmatch(words.strip().lower())
        if written is None:
            return []
        low, numbers = int(written[1]), list[int]()
        high = low + 1
        while low < self._n and len(numbers) < most:
            numbers += range(low, min(high, self._n, low + most - len(numbers)))
            if low == 0:
                break
            low, high = 10 * low, 10 * high
        return numbers


def _one_line(name: str) -> str:
    return name.replace("\n", " ")


def _folded(text: str) -> str:
    """Small letters without accents; line ends stay."""
    small = text.casefold()
    if small.isascii():
        return small
    apart = unicodedata.normalize("NFKD", small)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
