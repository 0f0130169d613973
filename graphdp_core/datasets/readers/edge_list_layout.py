"""How an edge list is laid out: its delimiter, header and columns, found from the first lines."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from graphdp_core.datasets.files.graph_file import GraphFile, plain_text
from graphdp_core.datasets.files.raw_graph import Columns, is_number

__all__ = [
    "BLANKS",
    "Layout",
    "fields_of",
    "find_delimiter",
    "find_layout",
    "first_lines",
    "is_comment",
]

DELIMITERS = ("\t", ";", ",", "|")
BLANKS = ""
ENDS = {
    **dict.fromkeys(("source", "from", "src", "start", "node1", "node_1", "id1", "id_1"), 0),
    **dict.fromkeys(("target", "to", "dst", "end", "node2", "node_2", "id2", "id_2"), 1),
    **dict.fromkeys(("fromnodeid", "from_id", "source_id", "from_node", "node_a", "node a"), 0),
    **dict.fromkeys(("tonodeid", "to_id", "target_id", "to_node", "node_b", "node b"), 1),
}
WEIGHTS = ("weight", "weights", "value", "w", "count", "strength")
_SAMPLE = 20


@dataclass(frozen=True)
class Layout:
    """Where the columns of an edge list are.

    Parameters
    ----------
    delimiter : str
        One character, or "" for any run of blanks.
    width : int
        Number of columns.
    source, target : int
    weight : int or None
    start : int
        Byte offset of the first line of data, after comments and header.
    line : int
        Number of that line, from 1.
    notes : tuple of str
        What is ignored, as clauses of one sentence.
    """

    delimiter: str
    width: int
    source: int
    target: int
    weight: int | None
    start: int
    line: int
    notes: tuple[str, ...]


def find_layout(file: GraphFile, columns: Columns) -> Layout:
    """Find delimiter, header and columns of an edge list.

    Raises
    ------
    GraphFileError
        If the lines at the top do not have two columns or more.
    """
    sample = list(first_lines(file))
    if not sample:
        raise file.refuse("it holds comments only; give every edge one line: source, target.")
    delimiter = find_delimiter([text for _, _, text in sample])
    rows = [fields_of(text, delimiter) for _, _, text in sample]
    width = len(rows[0])
    if width < 2:
        raise file.refuse(
            f"line {sample[0][0]} has one column; give every edge one line: source, target, and "
            "if wanted a weight, separated by commas, semicolons, tabs or blanks."
        )
    header = rows[0] if _is_header(rows) else None
    if header and len(sample) == 1:
        raise file.refuse("it has a header and no edges; give every edge one line.")
    source, target = _ends(header)
    weight = _weight_column(file, header, rows[1 if header else 0 :], (source, target), columns)
    line, start, _ = sample[1 if header else 0]
    return Layout(
        delimiter=delimiter,
        width=width,
        source=source,
        target=target,
        weight=weight,
        start=start,
        line=line,
        notes=_ignored(header, width, {source, target, weight}),
    )


def fields_of(line: str, delimiter: str) -> list[str]:
    """The columns of one line, without blanks around them; quotes may enclose a delimiter."""
    if delimiter == BLANKS:
        return line.split()
    if '"' not in line:
        return [field.strip() for field in line.split(delimiter)]
    row = next(
        csv.reader([line.replace("\r", " ")], delimiter=delimiter, skipinitialspace=True), []
    )
    return [field.strip() for field in row]


def is_comment(line: str) -> bool:
    """Whether a line is blank or starts with # or %."""
    return line.lstrip()[:1] in ("", "#", "%")


def first_lines(file: GraphFile) -> Iterator[tuple[int, int, str]]:
    """Number, byte offset and text of the first lines that are no comments."""
    data, start, number, found = file.data, 0, 0, 0
    while start < len(data) and found < _SAMPLE:
        number += 1
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        file.check_line(number, end - start, "bytes")
        try:
            text = data[start:end].decode().strip("\r\n")
        except UnicodeDecodeError as error:
            raise file.wrong_encoding(error) from None
        if not is_comment(text):
            found += 1
            yield number, start, text
        start = end + 1


def find_delimiter(lines: list[str]) -> str:
    """The first delimiter that cuts all lines alike; else the first that cuts at all."""
    candidates = [d for d in (*DELIMITERS, BLANKS) if len(fields_of(lines[0], d)) > 1]
    alike = (d for d in candidates if len({len(fields_of(line, d)) for line in lines}) == 1)
    return next(alike, candidates[0] if candidates else BLANKS)


def _is_header(rows: list[list[str]]) -> bool:
    """Known column names, or words above numbers."""
    first = [field.lower() for field in rows[0]]
    if 0 in (found := [ENDS[f] for f in first if f in ENDS]) and 1 in found:
        return True
    if len(rows) == 1:
        return False
    second = rows[1]
    words_above_ids = not any(map(is_number, first[:2])) and all(map(is_number, second[:2]))
    word_above_weight = (
        len(first) == len(second) > 2 and not is_number(first[2]) and is_number(second[2])
    )
    return words_above_ids or word_above_weight


def _ends(header: list[str] | None) -> tuple[int, int]:
    known = [ENDS.get(field.lower()) for field in header or []]
    return (known.index(0), known.index(1)) if 0 in known and 1 in known else (0, 1)


def _weight_column(
    file: GraphFile,
    header: list[str] | None,
    rows: list[list[str]],
    ends: tuple[int, int],
    columns: Columns,
) -> int | None:
    names = [field.lower() for field in header or []]
    if columns.weight is not None:
        if columns.weight.lower() not in names:
            raise file.refuse(f"there is no column '{plain_text(columns.weight)}' for the weight.")
        return names.index(columns.weight.lower())
    for name in WEIGHTS:
        if name in names and names.index(name) not in ends:
            return names.index(name)
    third = next((i for i in range(len(rows[0])) if i not in ends), None)
    if third is None or (header and len(header) > 3):
        return None
    holds_numbers = any(len(row) > third and is_number(row[third]) for row in rows)
    return third if holds_numbers else None


def _ignored(header: list[str] | None, width: int, used: set[int | None]) -> tuple[str, ...]:
    unused = [i for i in range(width) if i not in used]
    if not unused:
        return ()
    if header is None:
        shown = ", ".join(str(i + 1) for i in unused[:5])
    else:
        shown = ", ".join(f"'{plain_text(header[i], longest=20)}'" for i in unused[:5])
    more = ", …" if len(unused) > 5 else ""
    return (f"column{'s' * (len(unused) > 1)} {shown}{more} {_were(unused)} ignored",)


def _were(things: list[int]) -> str:
    return "was" if len(things) == 1 else "were"
