"""A table of text cells, wherever it came from: separated text, a sheet, a column file."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.readers.edge_list_layout import (
    BLANKS,
    fields_of,
    find_delimiter,
    first_lines,
    is_comment,
    said_delimiter,
    tuples_of,
    whole_lines,
)
from graphdp_core.intake.readers.header import ENDS, has_word, looks_like_header

LIST_SIGN = ";"
"""What stands between the items of a cell that a format itself says is a list."""

ALL_SHEETS = "*"
"""The sheets of the same columns together; no sheet may be called so."""

_PYTHON = re.compile(
    r"\s*\[?\s*\(.*\)\s*,?\s*\]?\s*$|\s*\[\s*\['.*'\s*\]\s*\]\s*$|\s*'[^']*'(\s*,\s*'[^']*')+\s*$"
)
_SAMPLE, _FEWEST, _CELLS = 200, 20, 6_000
_TAIL = 20  # rows
_TAIL_BYTES = 1 << 14

Row = tuple[int, list[str]]
"""The number of a line or row, from 1, and its cells."""


@dataclass(frozen=True)
class NodeSheet:
    """The nodes that a sheet lists: the name of every id, and the column of names, if any.

    `facts` are the other columns: what each says of ids.
    """

    sheet: str
    names: dict[str, str]
    column: str = ""
    facts: Mapping[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """Rows of text cells.

    Parameters
    ----------
    rows : callable
        The rows that are no comments, from the first one, anew at every call. Numbers are
        written with a decimal point where the file holds numbers and not text.
    separator : str, optional
        What separates the columns in the bytes of a text file ("" is any run of blanks); None
        where cells were never separated by text.
    sheets : tuple of str
        What else could be read of this file.
    sheet : str, optional
        Which of them these rows are.
    header : bool, optional
        Whether the first row names the columns, where the format says so.
    notes : tuple of str
        What of the file is not among the cells, as clauses of one sentence.
    nodes : NodeSheet, optional
        Another sheet that lists the nodes of edges in this one.
    last : callable, optional
        The last rows, where they can be had without the others.
    regular : bool
        Whether every line of a text file, from any row on, is the next row.
    lists : frozenset of str
        The names of columns whose cells are lists, as the format says, with `LIST_SIGN` between.
    alike : tuple of str
        The sheets of the same columns, if these rows are those of one of them.
    left_out : tuple of str
        Which rows were taken for no data, such as titles and totals, as clauses.
    """

    rows: Callable[[], Iterable[Row]]
    separator: str | None = None
    sheets: tuple[str, ...] = ()
    sheet: str | None = None
    header: bool | None = None
    notes: tuple[str, ...] = ()
    nodes: NodeSheet | None = None
    last: Callable[[], list[Row]] | None = None
    regular: bool = True
    lists: frozenset[str] = frozenset()
    alike: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def head(self, count: int) -> list[Row]:
        """The first rows."""
        return list(islice(self.rows(), count))

    def sample(self) -> list[Row]:
        """The first rows that a guess looks at: fewer of a wide table."""
        width = max((len(cells) for _, cells in self.head(1)), default=1)
        return self.head(max(_FEWEST, min(_SAMPLE, _CELLS // width)))

    def tail(self) -> list[Row]:
        """Some of the last rows."""
        return list(deque(self.rows(), _TAIL)) if self.last is None else self.last()


def text_table(file: GraphFile, reading: Reading) -> Table:
    """The rows of separated text; lines that start with # or % are comments.

    A comment just above the first row that has as many cells names the columns.
    """
    lines = list(first_lines(file))
    if lines and reading.separator is None and all(_PYTHON.match(text) for _, _, text in lines):
        return Table(
            lambda: enumerate((row for _, text in file.lines() for row in tuples_of(text)), 1)
        )
    said = said_delimiter(lines[0][2]) if lines else None
    below = lines[0][0] if said else 0  # the line that says it is no row
    separator = reading.separator or said
    if separator is None:
        separator = find_delimiter([text for _, _, text in lines]) if lines else BLANKS
    elif separator == " ":
        separator = BLANKS
    names = _names_in_comment(file, lines, separator) if reading.header is not False else None

    def cut(told: Iterable[tuple[int, str]]) -> Iterator[Row]:
        for number, text in told:
            if number > below and not is_comment(text):
                yield number, fields_of(text, separator)

    def rows() -> Iterable[Row]:
        if names is not None:
            yield lines[0][0] - 1, names
        yield from cut(whole_lines(file, file.lines(), separator))

    def last() -> list[Row]:
        start = file.data.rfind(b"\n", 0, max(0, len(file.data) - _TAIL_BYTES)) + 1
        first = file.data.count(b"\n", 0, start) + 1
        return list(cut(deque(file.lines(start=start, number=first), _TAIL)))

    header = None if names is None else True
    return Table(rows, separator=separator, header=header, last=last, regular=len(separator) < 2)


def _names_in_comment(
    file: GraphFile, lines: Sequence[tuple[int, int, str]], separator: str
) -> list[str] | None:
    """The cells of the comment above the first row, if there are as many and all are words.

    Between blanks, where every remark has words, one of them has to be of ends or weights.
    """
    if not lines or lines[0][1] == 0:
        return None
    start = lines[0][1]
    begin = file.data.rfind(b"\n", 0, start - 1) + 1
    text = file.data[begin:start].decode(errors="replace").strip()
    rows = [fields_of(line, separator) for *_, line in lines]
    names = fields_of(text.lstrip("#% \t"), separator)
    if len(names) != len(rows[0]):
        names = text.lstrip("#% \t").split()
    if not is_comment(text) or len(names) != len(rows[0]) or len(set(names)) < max(len(names), 2):
        return None
    said = [has_word(n, "source", "target", "end", "weight", "time") or n in ENDS for n in names]
    is_prose = not any(said) and (separator == BLANKS or len(text.split()) > 2 * len(names))
    if is_prose or any(not name or looks_numeric(name) for name in names):
        return None
    return None if looks_like_header(rows, Reading()) else names
