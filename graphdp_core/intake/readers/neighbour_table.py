"""Reads tables of a person and the people whom this person names, as surveys write them.

Reads edge lists whose lines end in a dictionary of attributes, as networkx writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.own_columns import groups_by, offers, said_of
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, once_undirected
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Row, Table
from graphdp_core.intake.readers.edge_list import joined_lists
from graphdp_core.intake.readers.edge_list_layout import BLANKS, first_lines, is_comment
from graphdp_core.intake.readers.header import looks_like_header
from graphdp_core.intake.readers.several_names import has_owner, named_places

_SAMPLE = 200
_COLON = re.compile(r"([^\s:;,|][^:;,|]{0,60}):(?:\s+(.*))?")
_ARROW = re.compile(r"([^\s,;|][^,;|\t]{0,60}?)\s+([<=-]?[=-]>|→|↔|-|–|—)\s+(\S.*)")
_ARROWS = ("->", "-->", "=>", "==>", "<->", "→", "↔")
_KNOWN = 0.5


def are_behind_colons(file: GraphFile, table: Table, reading: Reading) -> bool:
    """Whether each of the first lines is "Ann: Bob, Cid" or "Ann -> Bob, Cid".

    With colons those named must have lines themselves, or it may be what people said.
    """
    if table.separator is None or reading.source is not None or reading.header:
        return False
    lines = [text for _, _, text in first_lines(file)]
    lists = [_behind_colon(text, listed=_are_listed(file)) for text in lines]
    if len(lists) < 2 or not all(lists):
        return False
    arrows = [_ARROW.fullmatch(text.strip()) for text in lines]
    if all(match and (match[2] in _ARROWS or table.separator == BLANKS) for match in arrows):
        return True
    own = {names[0] for names in lists}
    named = {name for names in lists for name in names[1:]}
    return len(own & named) >= _KNOWN * max(1, len(named)) and bool(named)


def _are_listed(file: GraphFile) -> bool:
    """Whether commas or semicolons stand between names, so that blanks do not."""
    return any(sign in text for _, _, text in first_lines(file) for sign in ",;")


def _behind_colon(text: str, *, listed: bool) -> list[str]:
    """A name, and those behind its colon or arrow; empty if the line is another."""
    arrow = _ARROW.fullmatch(text.strip())
    match = arrow or _COLON.fullmatch(text.strip())
    if match is None:
        return []
    own, rest = match[1].strip(), (match[3 if arrow else 2] or "").strip()
    sign = next((sign for sign in ",;" if sign in rest), None)
    if sign is None and (arrow or listed or " " in own):
        return [own, rest] if rest else [own]
    return [own, *filter(None, map(str.strip, rest.split(sign)))]


def has_names_above(table: Table, reading: Reading) -> bool:
    """Whether the first row is a header: as said, as the format has it, or as it looks."""
    said = table.header if reading.header is None else reading.header
    rows = [cells for _, cells in table.head(_SAMPLE)] if said is None else []
    return bool(said) or (bool(rows) and looks_like_header(rows, reading))


def read_neighbours(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read a node in the first column and its neighbours in all others; blank cells are nobody.

    Where columns are numbered alike, as "friend 1" and "friend 2", or called mother and father,
    the others are not read. Two people who name each other are one edge. With ``reading.listed``
    "all", the neighbours of a row are joined with each other, and without such columns all names
    of a row. The label is a column that is not read, and the group of a row's first.
    """
    if reading.weight:
        raise file.refuse("a table of neighbours has no weights; leave it out.")
    if are_behind_colons(file, table, reading):
        table = Table(lambda: _colon_rows(file), header=False)
    header = has_names_above(table, reading)
    rows = [cells for _, cells in table.head(_SAMPLE)]
    places = named_places(rows[0], rows[1:]) if header and rows else ()
    lists = _lists(file, table, places, header=header)
    if reading.listed == "all":
        return joined_lists(file, (names[has_owner(rows[0], places) :] for names in lists))
    graph, owners = RawBuilder(file, Columns()), set()
    for names in lists:
        owners.add(names[0])
        graph.join(names[0], names[1:])
    raw = replace(once_undirected(graph.as_raw()), owners=frozenset(owners))
    titles = rows[0] if places else []
    free = {name: i for i, name in enumerate(titles) if i not in places}
    label = reading.label
    if isinstance(label, int) and label <= len(titles):
        label = titles[label - 1]
    said = said_of([cells for _, cells in table.rows()][1:], places[0], free) if free else {}
    if label and label not in said:
        raise file.refuse(
            f"no column {quoted(str(label))} has one value per node that names others."
        )
    groups = groups_by(said[str(label)], map(str, raw.names or ())) if label else None
    told = offers(said, len(owners))
    return replace(raw, offers=told, classes=groups, grouped_by=str(label or ""))


def _colon_rows(file: GraphFile) -> Iterator[Row]:
    listed = _are_listed(file)
    for line, text in file.lines():
        names = _behind_colon(text, listed=listed)
        if not (names or is_comment(text)):
            raise file.refuse(f"line {line} has no name before a colon; give every line one.")
        if not is_comment(text):
            yield line, names


def _lists(
    file: GraphFile, table: Table, places: Sequence[int], *, header: bool
) -> Iterator[list[str]]:
    """A person and those named, row by row."""
    for place, (line, cells) in enumerate(table.rows()):
        told = [cells[i] for i in places if i < len(cells)] if places else cells
        names = [cell for cell in told if cell]
        if not names or (header and place == 0):
            continue
        if not told[0]:
            raise file.refuse(f"line {line} names neighbours of nobody; fill the first column.")
        yield names


_LINE = re.compile(r"\s*([^\s,]+)[\s,]+([^\s,]+)[\s,]+(\{.*\})\s*")
_WEIGHT = r"""['"]%s['"]\s*:\s*([+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)\s*[,}]"""


def weight_in_dictionary(graph: RawBuilder, text: str) -> str | None:
    """The number behind the weight's name; nothing of the dictionary is evaluated."""
    match = re.search(_WEIGHT % re.escape(graph.weight_attribute()), text)
    return match[1] if match else None


def has_attribute_dictionaries(file: GraphFile, table: Table, reading: Reading) -> bool:
    """Whether the first lines that are no comments are two names and a dictionary each."""
    lines = [text for _, _, text in first_lines(file)] if table.separator is not None else []
    return bool(lines) and all(map(_LINE.fullmatch, lines))


def read_attribute_dictionaries(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read one edge a line: source, target, {'weight': 2.0, ...}."""
    graph = RawBuilder(file, reading.attributes())
    for line, text in file.lines():
        if is_comment(text):
            continue
        if (parts := _LINE.fullmatch(text)) is None:
            raise file.refuse(
                f"line {line} is not a source, a target and {{attributes}} as the lines before "
                "it; give all lines the same form."
            )
        graph.join(parts[1], parts.groups()[1:2], weight_in_dictionary(graph, parts[3]))
    return graph.as_raw()
