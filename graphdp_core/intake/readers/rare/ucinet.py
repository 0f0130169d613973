"""Reads DL files of UCINET: a header of sizes and labels, then a matrix or lists of edges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.raw_builder import NAME_ATTRIBUTE, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, as_count, is_number

_WORD = re.compile(r'"[^"]*"|[^\s,"]+')
_SIZE = re.compile(r"\b(nr|nc|n)\s*=\s*(\d{1,9})", re.IGNORECASE)
_FORMAT = re.compile(r"\b(?:format|form)\s*=\s*(\w+)", re.IGNORECASE)
_SEVERAL = re.compile(r"\bnm\s*=\s*0*([2-9]|1\d)", re.IGNORECASE)
_NO_DIAGONAL = re.compile(r"\bdiagonal\s*=?\s*absent", re.IGNORECASE)
_LABELS = re.compile(
    r"^\s*(row|column|col)?[ \t]*labels(?:[ \t]+(embedded))?[ \t]*(?::|$)", re.I | re.M
)
_DATA = re.compile(r"\s*data\s*(:|$)", re.IGNORECASE)
_LISTS = ("edgelist1", "el1", "edgelist", "edgelist2", "el2")
_NODE_LISTS = ("nodelist1", "nl1", "nodelist1b", "nodelist", "nodelist2", "nl2")
_HALVES = {"lowerhalf": "lower", "lh": "lower", "upperhalf": "upper", "uh": "upper"}
_TWO_MODES = ("edgelist2", "el2", "nodelist2", "nl2")


def read_ucinet(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a DL file whose format is fullmatrix, a half, edgelist or nodelist, of one mode or two.

    In a matrix 0 is no edge, and a matrix of zeros and ones has no weights; so has a list whose
    lines hold no third column. In two modes the rows come first.
    """
    lines, head = file.lines(), []
    for line, text in lines:
        if line == 1 and not re.match(r"\s*dl\b", text, re.IGNORECASE):
            raise file.refuse("its first line does not begin with DL; export it again.")
        if _DATA.match(text):
            break
        head.append(text)
    else:
        raise file.refuse("it has no line 'data:'; export it as UCINET DL again.")
    about, *sections = _LABELS.split("\n".join(head))
    labels: dict[str, list[str]] = {"": [], "row": [], "col": []}
    for mode, embedded, text in zip(*[iter(sections)] * 3, strict=True):
        if embedded:
            about += f"embedded {text}"
        else:
            labels[(mode or "").lower()[:3]] += _words(text)
    if _SEVERAL.search(about):
        raise file.refuse("it holds several matrices; keep one of them in the file.")
    sizes = {name.lower(): int(size) for name, size in _SIZE.findall(about)}
    rows = sizes.get("nr", 0) if "nc" in sizes else 0
    n = sizes.get("n", rows + sizes.get("nc", 0))
    if n < 1:
        raise file.refuse("its header gives no number of nodes; write n=34 there.")
    format = match[1].lower() if (match := _FORMAT.search(about)) else "fullmatrix"
    dl = _DL(file, RawBuilder(file, columns), n, rows, about, format, ({}, {}))
    return dl.read(lines, labels[""] or labels["row"] + labels["col"], sizes.get("nc", n))


def _words(text: str) -> list[str]:
    return [word.strip('"') for word in _WORD.findall(text)]


@dataclass
class _DL:
    """What the header says, and the numbers of nodes by their labels: of rows and of columns."""

    file: GraphFile
    graph: RawBuilder
    n: int
    rows: int  # nodes in the rows of two modes; 0: one mode
    about: str
    format: str
    known: tuple[dict[str, int], dict[str, int]]

    def read(self, lines: Iterator[tuple[int, str]], labels: list[str], width: int) -> RawGraph:
        self.graph.add_numbered(self.n)
        for node, label in enumerate(labels[: self.n], 1):
            self.known[bool(self.rows) and node > self.rows].setdefault(label, node)
        if self.format in (*_LISTS, *_NODE_LISTS):
            self._lists(lines)
        elif self.format in ("fullmatrix", "fm", *_HALVES):
            self._matrix(lines, width)
        else:
            raise self.file.refuse(f"its format is {quoted(self.format)}; use edgelist1.")
        self.graph.directed = not self.rows and self.format not in _HALVES
        self.graph.rows = self.rows
        for label, node in (pair for known in self.known for pair in known.items()):
            self.graph.give(node - 1, NAME_ATTRIBUTE, label)
        self.known = ({}, {})
        self.graph.fill_names()
        return self.graph.as_raw()

    def _lists(self, lines: Iterator[tuple[int, str]]) -> None:
        by_node = self.format in _NODE_LISTS
        for line, text in lines:
            words = _words(text)
            if words and not by_node and len(words) not in (2, 3):
                raise self.file.refuse(f"line {line} needs two ends, and perhaps a weight.")
            for word in words[1:] if by_node else words[1:2]:
                source = self._node(line, words[0])
                target = self._node(line, word, in_columns=self.format in _TWO_MODES)
                self.graph.add_edge(source, target, *(() if by_node else words[2:]))

    def _node(self, line: int, word: str, *, in_columns: bool = False) -> str:
        """The id of a node by its label, or by its number where labels are not embedded."""
        in_columns &= bool(self.rows)
        known, shift = self.known[in_columns], self.rows if in_columns else 0
        last = self.n if in_columns or not self.rows else self.rows
        if "embedded" in self.about:
            node = known.setdefault(word, shift + len(known) + 1)
        else:
            node = shift + count if (count := as_count(word)) >= 0 else known.get(word, 0)
        if not shift < node <= last:
            raise self.file.refuse(f"line {line} names {quoted(word)}; nodes: 1 to {last - shift}.")
        return str(node)

    def _matrix(self, lines: Iterator[tuple[int, str]], width: int) -> None:
        """Numbers as they follow each other; embedded labels stand above and before them."""
        rows, half = self.rows or self.n, _HALVES.get(self.format)
        no_diagonal = _NO_DIAGONAL.search(self.about) is not None and not self.rows
        places = (
            (row, column)
            for row in range(1, rows + 1)
            for column in range(1, width + 1)
            if (half != "upper" or row <= column) and (half != "lower" or column <= row)
            if not (no_diagonal and row == column)
        )
        embedded, is_above = "embedded" in self.about, True
        for line, text in lines:
            words = _words(text)
            if words and embedded:
                for word in words[:width] if is_above else words[: bool(self.rows)]:
                    self._node(line, word, in_columns=is_above)
                words, is_above = [] if is_above else words[1:], False
            for word in words:
                if (place := next(places, None)) is None:
                    raise self.file.refuse(f"line {line} is beyond {rows:,} rows; export again.")
                if not is_number(word):
                    shown = quoted(word)
                    raise self.file.refuse(f"line {line} holds {shown}; give numbers alone.")
                if float(word):
                    self.graph.add_edge(str(place[0]), str(place[1] + self.rows), word)
        if (missing := next(places, None)) is not None:
            raise self.file.refuse(f"its matrix ends in row {missing[0]} of {rows}; export again.")
        if all(weight == 1 for weight in self.graph.weights) and self.graph.columns.weight is None:
            self.graph.forget_weights()
