"""Reads DL files of UCINET: a header of sizes and labels, then a matrix or lists of edges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, plain_text
from graphdp_core.intake.files.raw_builder import NAME_ATTRIBUTE, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, is_number

_WORD = re.compile(r'"[^"]*"|[^\s,"]+')
_SIZE = re.compile(r"\b(nr|nc|n)\s*=\s*(\d{1,9})", re.IGNORECASE)
_FORMAT = re.compile(r"\b(?:format|form)\s*=\s*(\w+)", re.IGNORECASE)
_SEVERAL = re.compile(r"\bnm\s*=\s*0*([2-9]|1\d)", re.IGNORECASE)
_NO_DIAGONAL = re.compile(r"\bdiagonal\s*=?\s*absent", re.IGNORECASE)
_SECTION = re.compile(
    r"\s*(row|column|col)?\s*(labels\s+embedded|labels|data)\s*:?\s*", re.IGNORECASE
)
_LISTS = ("edgelist1", "el1", "edgelist", "edgelist2", "el2")
_NODE_LISTS = ("nodelist1", "nl1", "nodelist1b", "nodelist", "nodelist2", "nl2")
_HALVES = {"lowerhalf": "lower", "lh": "lower", "upperhalf": "upper", "uh": "upper"}
_MATRICES = ("fullmatrix", "fm", *_HALVES)
_TWO_MODES = ("edgelist2", "el2", "nodelist2", "nl2")


def read_ucinet(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a DL file whose format is fullmatrix, a half, edgelist or nodelist, of one mode or two.

    In a matrix 0 is no edge, and a matrix of zeros and ones has no weights; so has a list whose
    lines hold no third column. In two modes the rows come first.

    Raises
    ------
    GraphFileError
        If the header gives no size or another format, with the number of the line if a line does
        not fit, or if there are several matrices.
    """
    if columns.label is not None:
        raise file.refuse("a DL file holds no classes of nodes; leave the label out.")
    dl = _Header()
    lines = file.lines()
    for line, text in lines:
        if dl.line(file, line, text):
            break
    else:
        raise file.refuse("it has no line 'data:'; export it as UCINET DL again.")
    return _Body(file, RawBuilder(file, columns), dl).read(lines)


def ucinet_rows(file: GraphFile) -> int:
    """How many nodes are the rows of two modes, by the header; 0: one mode."""
    dl = _Header()
    try:
        for line, text in file.lines():
            if dl.line(file, line, text):
                return dl.rows
    except GraphFileError:
        pass  # said when the file is read
    return 0


@dataclass
class _Header:
    """Everything above the data."""

    text: str = ""
    section: str = ""
    embedded: bool = False
    sizes: dict[str, int] = field(default_factory=dict)
    labels: dict[str, list[str]] = field(default_factory=lambda: {"": [], "row": [], "column": []})

    def line(self, file: GraphFile, line: int, text: str) -> bool:
        """Take one line in; True if the data begin below it."""
        match = _SECTION.match(text)
        if match is None or (self.section and ":" not in text):
            if self.section:
                self._label(text)
            else:
                self._sizes(file, line, text)
            return False
        mode, word = (match[1] or "").lower(), match[2].lower()
        rest = text[match.end() :]
        if word == "data":
            return True
        self.section = "column" if mode == "col" else mode or "all"
        if word != "labels":
            self.embedded, self.section = True, ""
        elif rest.strip():
            self._label(rest)
        return False

    def _sizes(self, file: GraphFile, line: int, text: str) -> None:
        if line == 1 and not re.match(r"\s*dl\b", text, re.IGNORECASE):
            raise file.refuse("its first line does not begin with DL; export it again.")
        if _SEVERAL.search(text):
            raise file.refuse("it holds several matrices; keep one of them in the file.")
        self.sizes |= {name.lower(): int(size) for name, size in _SIZE.findall(text)}
        self.text += text.lower() + "\n"

    def _label(self, text: str) -> None:
        key = "" if self.section == "all" else self.section
        self.labels[key] += [word.strip('"') for word in _WORD.findall(text)]

    @property
    def format(self) -> str:
        match = _FORMAT.search(self.text)
        return match[1] if match else "fullmatrix"

    @property
    def rows(self) -> int:
        """Nodes in the rows of two modes; 0: one mode."""
        return self.sizes.get("nr", 0) if "nc" in self.sizes else 0

    @property
    def n(self) -> int:
        return self.sizes.get("n", self.rows + self.sizes.get("nc", 0))


@dataclass
class _Body:
    file: GraphFile
    graph: RawBuilder
    header: _Header
    number: dict[str, int] = field(default_factory=dict)  # of a label: of a row, in two modes
    column: dict[str, int] = field(default_factory=dict)  # of a label of a column, in two modes

    def read(self, lines: Iterator[tuple[int, str]]) -> RawGraph:
        dl = self.header
        if dl.n < 1:
            raise self.file.refuse("its header gives no number of nodes; write n=34 there.")
        self.file.check_size(nodes=dl.n)
        for i in range(1, dl.n + 1):
            self.graph.add_node(str(i))
        names = dl.labels[""] or dl.labels["row"] + dl.labels["column"]
        self._take(names[: dl.rows or dl.n], self.number, shift=0)
        self._take(names[dl.rows : dl.n] if dl.rows else [], self.column, shift=dl.rows)
        if dl.format in _MATRICES:
            self._matrix(lines)
        elif dl.format in (*_LISTS, *_NODE_LISTS):
            self._lists(lines)
        else:
            shown = plain_text(dl.format, longest=20)
            raise self.file.refuse(
                f"its format is '{shown}'; use fullmatrix, edgelist1 or nodelist1."
            )
        self.graph.directed, self.graph.rows = not dl.rows and dl.format not in _HALVES, dl.rows
        for labels in (self.number, self.column):
            for label, node in labels.items():
                self.graph.give(node - 1, NAME_ATTRIBUTE, label)
        self.number, self.column, dl.labels = {}, {}, {}
        self.graph.fill_names()
        return self.graph.as_raw()

    def _take(self, labels: list[str], number: dict[str, int], *, shift: int) -> None:
        for i, label in enumerate(labels, shift + 1):
            number.setdefault(label, i)

    def _lists(self, lines: Iterator[tuple[int, str]]) -> None:
        dl = self.header
        by_node = dl.format in _NODE_LISTS
        two_modes = bool(dl.rows) and dl.format in _TWO_MODES
        for line, text in lines:
            words = [word.strip('"') for word in _WORD.findall(text)]
            if not words:
                continue
            if not by_node and len(words) not in (2, 3):
                raise self.file.refuse(
                    f"line {line} has {len(words)} columns; give source, target, perhaps a weight."
                )
            source = self._node(line, words[0], in_columns=False)
            weight = words[2] if len(words) == 3 and not by_node else None
            for word in words[1:] if by_node else words[1:2]:
                target = self._node(line, word, in_columns=two_modes)
                self.graph.add_edge(str(source), str(target), weight)

    def _node(self, line: int, word: str, *, in_columns: bool) -> int:
        """The number of a node by its label, or by its number where labels are not embedded."""
        dl = self.header
        known = self.column if in_columns else self.number
        shift = dl.rows if in_columns else 0
        last = dl.n if in_columns or not dl.rows else dl.rows
        if dl.embedded:
            node = known.setdefault(word, shift + len(known) + 1)
        elif word.isascii() and word.isdecimal() and len(word) < 10:
            node = shift + int(word)
        else:
            node = known.get(word, 0)
        if not shift < node <= last:
            shown = plain_text(word, longest=20)
            raise self.file.refuse(
                f"line {line} names the node '{shown}', which is not one of {last - shift:,}."
            )
        return node

    def _matrix(self, lines: Iterator[tuple[int, str]]) -> None:
        dl = self.header
        rows, width = dl.rows or dl.n, dl.sizes.get("nc", dl.n)
        places = self._places(rows, width)
        for line, words in self._entries(lines, width):
            for word in words:
                if (place := next(places, None)) is None:
                    raise self.file.refuse(f"line {line} is one too many for {rows:,} rows.")
                if not is_number(word):
                    shown = plain_text(word, longest=20)
                    raise self.file.refuse(f"line {line} of the matrix holds '{shown}', no number.")
                if float(word):
                    self.graph.add_edge(str(place[0]), str(place[1] + dl.rows), word)
        if (missing := next(places, None)) is not None:
            raise self.file.refuse(
                f"its matrix ends in row {missing[0]:,} of {rows:,}; the file is not complete."
            )
        weights = self.graph.weights
        if all(weight == 1 for weight in weights) and self.graph.columns.weight is None:
            self.graph.forget_weights()

    def _places(self, rows: int, width: int) -> Iterator[tuple[int, int]]:
        """Row and column of every number, as they follow each other."""
        half = _HALVES.get(self.header.format)
        no_diagonal = _NO_DIAGONAL.search(self.header.text) is not None and not self.header.rows
        for row in range(1, rows + 1):
            first, last = row if half == "upper" else 1, row if half == "lower" else width
            for column in range(first, last + 1):
                if not (no_diagonal and row == column):
                    yield row, column

    def _entries(
        self, lines: Iterator[tuple[int, str]], width: int
    ) -> Iterator[tuple[int, list[str]]]:
        """The numbers of every line; embedded labels above and before them are taken off."""
        dl = self.header
        above: list[str] | None = None
        for line, text in lines:
            words = [word.strip('"') for word in _WORD.findall(text)]
            if not words or not dl.embedded:
                yield line, words
            elif above is None:
                above = words
                self._take(words[:width], self.column if dl.rows else self.number, shift=dl.rows)
            else:
                if dl.rows:
                    self.number.setdefault(words[0], len(self.number) + 1)
                yield line, words[1:]
